"""PettingZoo's interface: the players take turns, each asked for one small decision at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AgentID, ObsType

from .batch import Batch
from .kinds import KINDS
from .rendering import MODES, check_mode, rendered
from .seeding import Seeds
from .spaces import Decisions, observation_space

NO_LIMIT = -1


class TurnEnv(AECEnv[AgentID, ObsType, int]):
    """One game. An observation is a dictionary of `observation` and `action_mask`.

    With `max_cycles` a game is cut off after so many decisions. An illegal decision raises IllegalAction and changes
    nothing. The end comes for all players at once; then nothing is observed any more.
    """

    def __init__(
        self,
        game: str,
        version: str,
        players: int = 2,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.metadata = {
            "name": f"{game}_{version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles or NO_LIMIT
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.batch = Batch(game, 1, players=players, auto_reset=False, **options)
        kind = KINDS[game]
        self._space = observation_space(kind.inputs, kind.decisions)
        self._actions = Decisions(self.batch.masks[0])
        self.state_space = spaces.Box(-128, 127, (players * kind.inputs,), np.int8)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = Seeds()
        self._block, self._inside = self.batch.place(0)
        self._seen = self.batch.observations[0]
        self._mask = self.batch.masks[0]
        self._nothing = np.zeros(kind.decisions, np.int8)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Without a seed each game has another one, which the last seed given decides."""
        self.batch.reset([self._seeds.next(seed)])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.batch.seats[0])]
        self._left = self.max_cycles

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        seat = self.batch.seats[0]
        if seat == self._seat_of[agent]:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": self.batch.observe(0, self._seat_of[agent]), "action_mask": self._nothing.copy()}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._block.decide(self._inside, action):
            raise self.batch.illegal(0, action)
        self._cumulative_rewards[agent] = 0.0
        self._left -= 1
        seat = self.batch.seats[0]
        if seat >= 0 and self._left:
            self.agent_selection = self.possible_agents[seat]
            return
        for each, reward in zip(self.possible_agents, self.batch.rewards[0], strict=True):
            self.rewards[each] = float(reward)
            self.terminations[each] = bool(seat < 0)
            self.truncations[each] = bool(seat >= 0)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | NDArray[np.uint8] | None:
        return rendered(self.batch.game(0), self.render_mode)

    def state(self) -> NDArray[np.int8]:
        """What all seats see, one after the other."""
        return np.concatenate([self.batch.observe(0, seat) for seat in range(self.batch.players)])

    def close(self) -> None:
        self.batch.close()
