"""Learns liuzichong by playing against itself, with numpy alone: python ppo_liuzichong.py [updates].

The policy is trained by proximal policy optimization, then plays against the random player, and its moves are compared
with the solved game.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field

# The matrices are so small that more threads of numpy only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402
import yipan  # noqa: E402
import yipan.liuzichong  # noqa: E402

GAMES, STEPS, HIDDEN = 256, 32, 128
# The discount makes a win worth less the longer it takes. The entropy keeps a policy that leads from drawing for ever.
DISCOUNT, TRACE, CLIP, ENTROPY = 0.97, 0.9, 0.2, 0.05


def features(observations: np.ndarray) -> np.ndarray:
    """Flattens the planes and scales the counter of plies."""
    planes = observations.astype(np.float32)
    planes[:, 3] /= 100
    return planes.reshape(len(planes), -1)


@dataclass
class Network:
    """Two hidden layers with a policy and a value, and the moments of Adam."""

    inputs: int
    actions: int
    rng: np.random.Generator
    weights: list[np.ndarray] = field(default_factory=list)
    moments: list[list[np.ndarray]] = field(default_factory=list)
    updates: int = 0

    def __post_init__(self) -> None:
        sizes = [(self.inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, self.actions), (HIDDEN, 1)]
        for index, (rows, columns) in enumerate(sizes):
            scale = 0.01 if index >= 2 else np.sqrt(2 / rows)
            self.weights += [
                (self.rng.standard_normal((rows, columns)) * scale).astype(np.float32),
                np.zeros(columns, np.float32),
            ]
        self.moments = [[np.zeros_like(weight) for weight in self.weights] for _ in range(2)]

    def forward(self, inputs: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, ...]:
        """Returns both hidden layers, the probabilities of the legal actions and the values."""
        w1, b1, w2, b2, w3, b3, w4, b4 = self.weights
        first = np.maximum(inputs @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.where(masks > 0, second @ w3 + b3, -1e9)
        exponents = np.exp(logits - logits.max(axis=1, keepdims=True))
        return first, second, exponents / exponents.sum(axis=1, keepdims=True), np.tanh(second @ w4 + b4)[:, 0]

    def backward(
        self, inputs: np.ndarray, first: np.ndarray, second: np.ndarray, logits: np.ndarray, values: np.ndarray
    ) -> None:
        """Takes one step of Adam against the gradients of the logits and of the values before tanh."""
        _, _, w2, _, w3, _, w4, _ = self.weights
        values = values[:, None]
        to_second = (logits @ w3.T + values @ w4.T) * (second > 0)
        to_first = (to_second @ w2.T) * (first > 0)
        pairs = [(inputs, to_first), (first, to_second), (second, logits), (second, values)]
        gradients = [part for layer, error in pairs for part in (layer.T @ error, error.sum(axis=0))]
        self.updates += 1
        norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients))
        rate = 1e-3 * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, gradient, mean, square in zip(self.weights, gradients, *self.moments):
            gradient = gradient * min(1, 1 / (norm + 1e-8))
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def choose(probabilities: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Samples an action from each row."""
    totals = probabilities.cumsum(axis=1)
    return (totals < rng.random((len(totals), 1)) * totals[:, -1:]).sum(axis=1).astype(np.int64)


def train(updates: int, seed: int = 0) -> Network:
    """Plays the network against itself and improves it."""
    rng = np.random.default_rng(seed)
    env = yipan.BatchEnv("liuzichong", GAMES, seed=seed)
    network = Network(int(np.prod(env.observation_shape)), env.num_actions, rng)
    buffers = env.reset()
    rows = np.arange(GAMES)
    for _ in range(updates):
        log: dict[str, list[np.ndarray]] = {name: [] for name in ("inputs", "masks", "actions", "chances", "values")}
        rewards, ends = [], []
        for _ in range(STEPS):
            inputs, masks, movers = features(buffers.observations), buffers.masks.copy(), buffers.players.copy()
            _, _, probabilities, values = network.forward(inputs, masks)
            actions = choose(probabilities, rng)
            env.step(actions)
            rewards.append(buffers.rewards[rows, movers].copy())
            ends.append(buffers.terminations.astype(np.float32))
            row = (inputs, masks, actions, probabilities[rows, actions], values)
            for name, value in zip(log, row):
                log[name].append(value)
        # The player of the next position is the opponent, so values and advantages change their sign.
        following = network.forward(features(buffers.observations), buffers.masks)[3]
        advantage, advantages = np.zeros(GAMES, np.float32), []
        for reward, end, value in zip(reversed(rewards), reversed(ends), reversed(log["values"])):
            error = reward - DISCOUNT * (1 - end) * following - value
            advantage = error - DISCOUNT * TRACE * (1 - end) * advantage
            advantages.append(advantage)
            following = value
        advantages_ = np.concatenate(advantages[::-1])
        data = {name: np.concatenate(values) for name, values in log.items()}
        improve(network, data, advantages_, rng)
    return network


def improve(network: Network, data: dict[str, np.ndarray], advantages: np.ndarray, rng: np.random.Generator) -> None:
    """Makes two passes over the data in random order."""
    targets = advantages + data["values"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(2):
        for part in np.array_split(rng.permutation(len(advantages)), 8):
            rows = np.arange(len(part))
            inputs, actions, advantage = data["inputs"][part], data["actions"][part], advantages[part]
            first, second, probabilities, values = network.forward(inputs, data["masks"][part])
            ratio = probabilities[rows, actions] / data["chances"][part]
            is_clipped = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            pull = np.where(is_clipped, 0, ratio * advantage)[:, None]
            logs = np.log(probabilities + 1e-12)
            entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
            logits = pull * probabilities + ENTROPY * probabilities * (logs + entropy)
            logits[rows, actions] -= pull[:, 0]
            error = (values - targets[part]) * (1 - values**2)
            network.backward(
                inputs, first, second, (logits / len(part)).astype(np.float32), (error / len(part)).astype(np.float32)
            )


def play_random(network: Network, games: int = 400, seed: int = 1) -> tuple[int, int, int]:
    """Plays the best moves of the network against random ones; returns its wins, draws and losses."""
    rng = np.random.default_rng(seed)
    env = yipan.BatchEnv("liuzichong", games, seed=seed)
    buffers = env.reset(seed=seed)
    sides = np.arange(games) % 2
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        probabilities = network.forward(features(buffers.observations), buffers.masks)[2]
        actions = env.sample_actions()
        actions = np.where(buffers.players == sides, choose(probabilities**4, rng), actions)
        env.step(actions)
        ended = (buffers.terminations > 0) & np.isnan(results)
        results[ended] = buffers.rewards[np.arange(games), sides][ended]
    return int((results > 0).sum()), int((results == 0).sum()), int((results < 0).sum())


def solved_share(network: Network, positions: int = 1000, seed: int = 2) -> tuple[float, float]:
    """Returns the share of moves that keep the solved value: those of the network, and random ones.

    Only positions count in which some moves keep the value and others do not.
    """
    rng = np.random.default_rng(seed)
    board, kept, chance = yipan.liuzichong.Board(), [], []
    while len(kept) < positions:
        if board.is_game_over():
            board = yipan.liuzichong.Board()
        probes = yipan.liuzichong.probe_moves(board)
        value = yipan.liuzichong.probe(board).wdl
        good = [move for move, probe in probes.items() if probe.wdl == value]
        if len(good) < len(probes):
            observation = np.empty((1, *board.observation_shape), np.uint8)
            mask = np.empty((1, board.action_count), np.uint8)
            board.write_observation(board.turn, observation[0])
            board.write_action_mask(mask[0])
            best = int(network.forward(features(observation), mask)[2][0].argmax())
            kept.append(board.action_text(best) in good)
            chance.append(len(good) / len(probes))
        board.push_uci(str(rng.choice(board.legal_moves)))
    return float(np.mean(kept)), float(np.mean(chance))


@dataclass
class Strength:
    """How a network plays."""

    wins: int
    draws: int
    losses: int
    #: The share of its moves that keep the solved value, and that of random moves.
    share: float
    chance: float

    def __str__(self) -> str:
        return (
            f"against the random player: {self.wins} wins, {self.draws} draws, {self.losses} losses\n"
            f"moves that keep the solved value: {self.share:.0%}, at random {self.chance:.0%}"
        )


def main(updates: int = 150, seed: int = 0) -> Strength:
    network = train(updates, seed)
    strength = Strength(*play_random(network), *solved_share(network))
    print(strength)
    return strength


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
