"""Steps per second of uniformly random play: python steps_per_second.py [seconds] [rounds].

Every environment plays the same protocol on the same machine: choose one of the legal actions with equal probability,
apply it, start again when the game has ended. All take turns, and the best round counts. Packages that are not installed
are named and left out.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import random
import sys
import time
from typing import Callable

#: Plays some steps and returns their number.
Step = Callable[[], int]

GAMES = 256
THREADS = 2


def steps_per_second(step: Step, seconds: float) -> float:
    """Calls `step` after a short warm-up until the time is over."""
    end = time.perf_counter() + min(seconds, 1) / 4
    while time.perf_counter() < end:
        step()
    start, steps = time.perf_counter(), 0
    while (elapsed := time.perf_counter() - start) < seconds:
        steps += step()
    return steps / elapsed


def yipan_batch(kind: str, modes: list[str], threads: int = THREADS) -> Callable[[], Step]:
    def prepare() -> Step:
        import numpy as np
        import yipan

        env = yipan.BatchEnv(kind, GAMES, modes=modes, threads=threads, seed=1)
        env.reset()
        actions = np.empty(GAMES, np.int64)

        def step() -> int:
            env.sample_actions(actions)
            env.step(actions)
            return GAMES

        # The first games all begin at once; the lengths of later games mix.
        for _ in range(60):
            step()
        return step

    return prepare


def open_spiel(name: str) -> Callable[[], Step]:
    def prepare() -> Step:
        import pyspiel

        game, rng = pyspiel.load_game(name), random.Random(1)
        state = game.new_initial_state()

        def step() -> int:
            nonlocal state
            for _ in range(100):
                if state.is_terminal():
                    state = game.new_initial_state()
                state.apply_action(rng.choice(state.legal_actions()))
            return 100

        return step

    return prepare


def python_chess() -> Step:
    import chess

    board, rng = chess.Board(), random.Random(1)

    def step() -> int:
        for _ in range(20):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material() or board.halfmove_clock >= 100:
                board.reset()
                moves = list(board.legal_moves)
            board.push(rng.choice(moves))
        return 20

    return step


def pgx_chess() -> Step:
    import jax
    import pgx

    count = 64
    env = pgx.make("chess")
    init, step_games = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    sample = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32"))))
    key = jax.random.PRNGKey(1)
    state = init(jax.random.split(key, count))

    def step() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = step_games(state, sample(now, state.legal_action_mask))
        if bool(state.terminated.any()):
            fresh = init(jax.random.split(key, count))
            ended = state.terminated
            state = jax.tree_util.tree_map(
                lambda old, new: jax.numpy.where(ended.reshape((-1,) + (1,) * (old.ndim - 1)), new, old), state, fresh
            )
        return count

    step()
    return step


def pettingzoo_chess() -> Step:
    from pettingzoo.classic import chess_v6

    env, rng = chess_v6.env(), random.Random(1)
    env.reset(seed=1)

    def step() -> int:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            observation = env.last()[0]
        env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
        return 1

    return step


def gym_xiangqi() -> Step:
    import gym
    import gym_xiangqi  # noqa: F401
    import numpy as np

    env, rng = gym.make("xiangqi-v0", disable_env_checker=True).unwrapped, random.Random(1)
    env.reset()

    def step() -> int:
        actions = env.ally_actions if env.turn == 1 else env.enemy_actions
        legal = np.flatnonzero(actions)
        if len(legal) == 0 or env.step(int(rng.choice(legal.tolist())))[2]:
            env.reset()
        return 1

    return step


def rows() -> list[tuple[str, str, Callable[[], Step]]]:
    """Returns what is measured: a name, its package on PyPI, and its preparation."""
    modes = ["fog", "gravity", "portals", "mines", "dice-a", "dice-b"]
    return [
        ("chess, batch", "yipan", yipan_batch("chess", [])),
        ("chess, batch, 1 thread", "yipan", yipan_batch("chess", [], threads=1)),
        ("chess", "open_spiel", open_spiel("chess")),
        ("chess", "chess", python_chess),
        ("chess", "pgx", pgx_chess),
        ("chess", "pettingzoo", pettingzoo_chess),
        ("xiangqi, batch", "yipan", yipan_batch("xiangqi", [])),
        ("xiangqi", "open_spiel", open_spiel("xiangqi")),
        ("xiangqi", "gym-xiangqi", gym_xiangqi),
        ("liuzichong, batch", "yipan", yipan_batch("liuzichong", [])),
        *((f"chess with {mode}, batch", "yipan", yipan_batch("chess", [mode])) for mode in modes),
        ("chess with all modes, batch", "yipan", yipan_batch("chess", ["dice-a", "fog", "gravity", "portals", "mines"])),
    ]


def main(seconds: float = 0.5, rounds: float = 3) -> None:
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, {THREADS} threads")
    prepared: list[tuple[str, str, Step]] = []
    for name, package, prepare in rows():
        try:
            prepared.append((name, f"{package} {importlib.metadata.version(package)}", prepare()))
        except Exception as error:  # A rival that cannot be run is named with the reason.
            reason = "".join(str(error).strip().splitlines()[:1])
            print(f"{name:<30} {package:<22} not measured: {type(error).__name__}: {reason[:80]}")
    best = [0.0] * len(prepared)
    for _ in range(int(rounds)):
        for index, (_, _, step) in enumerate(prepared):
            best[index] = max(best[index], steps_per_second(step, seconds))
    for (name, package, _), speed in zip(prepared, best):
        print(f"{name:<30} {package:<22} {speed:>12,.0f}/s")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
