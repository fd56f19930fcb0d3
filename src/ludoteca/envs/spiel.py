"""OpenSpiel's interface. Importing this registers `python_ludoteca_eriantys` and `python_ludoteca_masters`.

    import pyspiel
    import ludoteca.envs.spiel

    game = pyspiel.load_game("python_ludoteca_eriantys(players=4,expert=True)")

`chance=explicit` (the default) makes a chance node of every draw. With `chance=sampled` draws happen inside decisions,
from a stream that `seed` decides; each new game of it is another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ludoteca.rules.catalogue import GAMES

from .chance import Course, Moment, Point, Unfinished
from .kinds import KINDS, Kind
from .returns import returns_of
from .seeding import Seeds

EXPLICIT, SAMPLED = "explicit", "sampled"
HASH_BITS = 256
Modes = pyspiel.GameType.ChanceMode


@dataclass(frozen=True)
class Limits:
    """The longest games, in decisions and in draws; and the most results that a draw has."""

    decisions: int
    draws: int
    results: int


# A game of Eriantys has ten rounds at most. In one of Masters things can be laid out anew as often as one likes, so its
# limit is one that no sensible player reaches.
LIMITS = {"eriantys": Limits(1_000, 250, 130), "masters": Limits(50_000, 2_000, 16)}
OPTIONS: dict[str, dict[str, Any]] = {"eriantys": {"expert": False}, "masters": {}}


def game_type(kind: Kind, mode: Any, players: int | None = None) -> Any:
    return pyspiel.GameType(
        short_name=f"python_ludoteca_{kind.name}",
        long_name=f"Ludoteca: {kind.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if players == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.most,
        min_num_players=kind.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "chance": EXPLICIT, "seed": 0, **OPTIONS[kind.name]},
    )


class SpielGame(pyspiel.Game):
    """A game of OpenSpiel over the rules."""

    def __init__(self, kind: Kind, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.kind = kind
        self.players = int(given.get("players", 2))
        self.options = {name: given.get(name, default) for name, default in OPTIONS[kind.name].items()}
        chance = str(given.get("chance", EXPLICIT))
        if chance not in (EXPLICIT, SAMPLED):
            raise ValueError(f"chance is {chance!r}; it must be {EXPLICIT} or {SAMPLED}.")
        self.sampled = chance == SAMPLED
        example = kind.example(self.players, self.options)
        self.course = Course(kind.empty(example), kind.deal, GAMES[kind.name])
        self.start: Point | None = None if self.sampled else self.course.begin()
        self.seeds = Seeds()
        self.seeds.next(int(given.get("seed", 0)))
        limits = LIMITS[kind.name]
        info = pyspiel.GameInfo(
            num_distinct_actions=kind.decisions,
            max_chance_outcomes=0 if self.sampled else limits.results,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=float(max(1, self.players - 1)),
            utility_sum=None if self.players == 1 else 0.0,
            max_game_length=limits.decisions,
        )
        mode = Modes.SAMPLED_STOCHASTIC if self.sampled else Modes.EXPLICIT_STOCHASTIC
        super().__init__(game_type(kind, mode, self.players), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"Observers of this game have no parameters; {sorted(params)} were given.")
        return Observer(self, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))

    def max_chance_nodes_in_history(self) -> int:
        return 0 if self.sampled else LIMITS[self.kind.name].draws


class SpielState(pyspiel.State):
    """`point` is all there is to it: OpenSpiel copies a state by copying its attributes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = Rules(game)
        if game.start is None:
            seed = game.seeds.next(None)
            self.point: Point = Moment(GAMES[game.kind.name].new(players=game.players, seed=seed, **game.options))
        else:
            self.point = game.start

    def current_player(self) -> Any:
        if isinstance(self.point, Unfinished):
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.point.game.over else self.point.game.seat

    def is_terminal(self) -> bool:
        return isinstance(self.point, Moment) and self.point.game.over

    def _legal_actions(self, player: int) -> list[int]:
        assert isinstance(self.point, Moment)
        return sorted(self.point.game.legal_actions()) if player == self.point.game.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.point, Unfinished)
        return [(result, 1 / self.point.bound) for result in range(self.point.bound)]

    def _apply_action(self, action: int) -> None:
        game = self.rules.game
        if isinstance(self.point, Unfinished):
            self.point = game.course.drawn(self.point, action)
        elif game.sampled:
            after = self.point.game.clone()
            after.apply(int(action))
            self.point = Moment(after, self.point, int(action))
        else:
            self.point = game.course.decided(self.point, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if isinstance(self.point, Unfinished):
            return f"draws {action} of {self.point.bound}"
        return ", ".join(f"{name} {value}" for name, value in self.point.game.in_notation(action).items())

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.rules.game.players
        assert isinstance(self.point, Moment)
        return returns_of(self.point.game)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, with everything it does not know dealt anew."""
        assert isinstance(self.point, Moment)
        seed = int(probability_sampler() * 2**53)
        game = self.point.game.redeal(player_id, seed)
        if not self.rules.game.sampled:
            game.core.draws.reseed(0)
        state = self.clone()
        state.point = Moment(game).remembered_as(player_id, self.point.seen(player_id))
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        if isinstance(self.point, Unfinished):
            return f"a draw with {self.point.bound} results"
        return str(self.point.game)


class Rules:
    """The game that a state belongs to, which is not copied with it."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> Rules:
        return self


class Observer:
    """What a player sees, as the tensor of the network and as a view in JSON.

    With perfect recall a hash of all that the player was ever shown stands behind it, bit by bit.
    """

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self._block = game.kind.observing_block(game.kind.example(game.players, game.options))
        self._row = np.zeros(game.kind.inputs, np.int8)
        self._recall = perfect_recall
        inputs = game.kind.inputs
        self.tensor: NDArray[np.float32] = np.zeros(inputs + HASH_BITS * perfect_recall, np.float32)
        self.dict = {"observation": self.tensor[:inputs]}
        if perfect_recall:
            self.dict["seen"] = self.tensor[inputs:]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if isinstance(state.point, Unfinished):
            return
        self._block.put(0, state.point.game.core)
        self._block.observe(0, player, self._row.data)
        self.dict["observation"][:] = self._row
        if self._recall:
            self.dict["seen"][:] = np.unpackbits(np.frombuffer(state.point.seen(player), np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        if isinstance(state.point, Unfinished):
            return "chance decides"
        view = state.point.game.view_json(player).decode()
        return f"{state.point.seen(player).hex()} {view}" if self._recall else view


class Eriantys(SpielGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(KINDS["eriantys"], params)


class Masters(SpielGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(KINDS["masters"], params)


pyspiel.register_game(game_type(KINDS["eriantys"], Modes.EXPLICIT_STOCHASTIC), Eriantys)
pyspiel.register_game(game_type(KINDS["masters"], Modes.EXPLICIT_STOCHASTIC), Masters)
