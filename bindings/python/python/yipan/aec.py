"""The environment of PettingZoo."""

from __future__ import annotations

from typing import Any, Iterable, Optional

import gymnasium
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._native import Game
from ._texts import texts

__all__ = ["BoardGameEnv"]


class BoardGameEnv(AECEnv):  # type: ignore[misc]
    """A game for two agents, named like the sides of the game.

    An observation holds what its agent may know, and the legal actions if the agent is to move. Chance events are
    drawn from the seed of :meth:`reset`. An illegal action loses.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "yipan_v0", "is_parallelizable": False}

    def __init__(
        self,
        kind: str,
        *,
        position: Optional[str] = None,
        rules: Iterable[str] = (),
        modes: Iterable[str] = (),
        max_plies: Optional[int] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self._kind = kind
        self._position = position
        self._rules = texts("rules", rules)
        self._modes = texts("modes", modes)
        self._max_plies = max_plies
        self.render_mode = render_mode
        self._next_seed = np.random.default_rng()
        self.game: Game = self._new_game(0)
        self.possible_agents = list(self.game.sides)
        self.agents = list(self.possible_agents)
        shape, count = self.game.observation_shape, self.game.action_count
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents}

    def _new_game(self, seed: int) -> Game:
        return Game(self._kind, self._position, rules=self._rules, modes=self._modes, seed=seed)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        if seed is not None:
            self._next_seed = np.random.default_rng(seed)
        self.game = self._new_game(int(self._next_seed.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        observation = np.empty(self.game.observation_shape, np.uint8)
        self.game.write_observation(agent, observation)
        mask = np.zeros(self.game.action_count, np.uint8)
        if self.game.turn == agent:
            self.game.write_action_mask(mask)
        return {"observation": observation, "action_mask": mask.view(np.int8)}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or int(action) not in self.game.legal_actions():
            self._end({agent: -1.0, self._other(agent): 1.0})
        else:
            self.game.push_action(int(action))
            outcome = self.game.outcome()
            if outcome is not None:
                rewards = {side: 0.0 for side in self.possible_agents}
                if outcome.winner is not None:
                    rewards = {side: 1.0 if side == outcome.winner else -1.0 for side in self.possible_agents}
                self._end(rewards)
            elif self._max_plies is not None and len(self.game.move_stack) >= self._max_plies:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select_agent()

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode; choose ansi or svg")
            return None
        return self.game.svg() if self.render_mode == "svg" else str(self.game)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)

    def _other(self, agent: str) -> str:
        first, second = self.possible_agents
        return second if agent == first else first

    def _select_agent(self) -> None:
        turn = self.game.turn
        if turn in self.agents and not self.terminations.get(turn, False):
            self.agent_selection = turn
        elif self.agents:
            # The game has ended: the agents leave in turn.
            self.agent_selection = self.agents[0]
