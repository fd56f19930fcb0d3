"""Gymnasium's interface: one seat against bots, the solo game, and many games at once.

Importing this registers `Ludoteca/Eriantys-v0` and `Ludoteca/Masters-v0` with Gymnasium. With `make_vec` both are the
compiled batch, in which the agent decides for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .batch import Batch
from .opponents import Opponents
from .rendering import MODES, check_mode, rendered
from .seeding import Seeds
from .spaces import Decisions, ManyDecisions, observation_space

NAMES = {"eriantys": "Ludoteca/Eriantys-v0", "masters": "Ludoteca/Masters-v0"}
LOSE, REFUSE = "lose", "refuse"  # what becomes of an illegal decision

Seen = dict[str, NDArray[np.int8]]


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One seat of one game; the others are played by `opponents`, one name for all of them or one for each.

    `seat` None: which one is drawn from the seed of each game. The reward comes at the end: -1 for a defeat, what the
    losers pay, divided by the winners, for a win. With one player it is the solo game of Masters. An illegal decision
    loses the game, and `info["illegal"]` is true; with `illegal="refuse"` it raises IllegalAction and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        if illegal not in (LOSE, REFUSE):
            raise ValueError(f"illegal is {illegal!r}; it must be {LOSE!r} or {REFUSE!r}.")
        self.render_mode = render_mode
        self.illegal = illegal
        self.batch = Batch(game, 1, players=players, auto_reset=False, **options)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"There is no seat {seat}.")
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise ValueError(f"There are {len(names)} opponents for {players - 1} seats.")
        self.observation_space = observation_space(self.batch.kind.inputs, self.batch.kind.decisions)
        self.action_space = Decisions(self.batch.masks[0])
        self.seat = seat or 0
        self._fixed = seat
        self._opponents = Opponents(names)
        self._seeds = Seeds()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        chosen = self._seeds.next(seed)
        self.batch.reset([chosen])
        self.seat = chosen % self.batch.players if self._fixed is None else self._fixed
        self._opponents.sit([seat for seat in range(self.batch.players) if seat != self.seat], chosen)
        self._let_others()
        return self._seen(), {"seat": self.seat, "illegal": False}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        legal = 0 <= action < self.batch.kind.decisions and self.batch.masks[0, action]
        if not legal and self.illegal == LOSE:
            nothing = {name: np.zeros_like(seen) for name, seen in self._seen().items()}
            return nothing, -1.0, True, False, {"seat": self.seat, "illegal": True}
        self.batch.step_one(0, int(action))
        self._let_others()
        over = bool(self.batch.seats[0] < 0)
        return self._seen(), float(self.batch.rewards[0, self.seat]), over, False, {"seat": self.seat, "illegal": False}

    def render(self) -> Any:
        return rendered(self.batch.game(0), self.render_mode)

    def close(self) -> None:
        self.batch.close()

    def _let_others(self) -> None:
        while self.batch.seats[0] not in (-1, self.seat):
            for decision in self._opponents.decide(self.batch.game(0)):
                self.batch.step_one(0, decision)

    def _seen(self) -> Seen:
        return {"observation": self.batch.observations[0].copy(), "action_mask": self.batch.masks[0].copy()}


class BatchEnv(gymnasium.vector.VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Many games, in which the agent decides for whoever has to: `infos["seat"]` says for whom.

    A reward is that of the seat that decided; `infos["rewards"]` has those of all seats. Games that are over start anew
    in the same step; `final_obs` of such a game is empty, as nothing is seen of a game that is over. The arrays are
    those of the batch, written anew by every step, unless `copy` is true.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        self.batch = Batch(game, num_envs, players=players, threads=threads, **options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": 2,
            "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
        }
        self.single_observation_space = observation_space(self.batch.kind.inputs, self.batch.kind.decisions)
        self.single_action_space = spaces.Discrete(self.batch.kind.decisions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = ManyDecisions(self.batch.masks)
        self._copy = copy
        self._seeds = Seeds()
        self._games = np.arange(num_envs)
        self._nothing = {
            "observation": np.zeros(self.batch.kind.inputs, np.int8),
            "action_mask": np.zeros(self.batch.kind.decisions, np.int8),
        }

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Of a list of seeds each is that of one game; with `options["reset_mask"]` only some games start anew."""
        mask = (options or {}).get("reset_mask")
        games = list(range(self.num_envs)) if mask is None else np.flatnonzero(mask).tolist()
        if seed is None or isinstance(seed, int):
            self.batch.reset(self._seeds.next(seed), games)
        else:
            given = [self._seeds.next(one) for one in seed]
            self.batch.reset([given[i] for i in games], games)
        return self._seen(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        decided = self.batch.seats.copy()
        self.batch.step(actions)
        rewards = self.batch.rewards[self._games, decided].astype(np.float64)
        ended = self.batch.ended.copy()
        infos = self._infos()
        infos["rewards"] = self._given(self.batch.rewards)
        if ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            final[ended] = self._nothing
            infos |= {"final_obs": final, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def sample(self, seed: int) -> NDArray[np.int64]:
        """Legal decisions by chance."""
        return self.batch.choose(seed)

    def render(self) -> tuple[Any, ...] | None:
        """Of every game."""
        if self.render_mode is None:
            return None
        return tuple(rendered(self.batch.game(i), self.render_mode) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        self.batch.close()

    def _seen(self) -> Seen:
        return {"observation": self._given(self.batch.observations), "action_mask": self._given(self.batch.masks)}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.batch.seats.copy(), "_seat": np.ones(self.num_envs, np.bool_)}

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array


def register() -> None:
    for game, name in NAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:BatchEnv",
                kwargs={"game": game},
                disable_env_checker=False,
            )


register()
