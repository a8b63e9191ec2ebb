"""PettingZoo's own tests."""

import contextlib
import io

import numpy as np
import pytest
import yipan
from pettingzoo.test import api_test, performance_benchmark, seed_test

SETUPS = [
    ("chess", []),
    ("chess", ["fog", "dice-a"]),
    ("chess", ["gravity", "portals", "mines", "dice-b"]),
    ("xiangqi", []),
    ("liuzichong", []),
]


@pytest.mark.parametrize(("kind", "modes"), SETUPS, ids=str)
def test_api(kind, modes):
    api_test(yipan.env(kind, modes=modes), num_cycles=200)


@pytest.mark.parametrize(("kind", "modes"), SETUPS, ids=str)
def test_seed(kind, modes):
    seed_test(lambda: yipan.env(kind, modes=modes), num_cycles=100)


def test_performance_benchmark(monkeypatch):
    # The benchmark plays for five seconds by the clock; a hundredth will do to show that it runs.
    import time

    real = time.time
    monkeypatch.setattr("time.time", lambda: real() * 100)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(yipan.env("liuzichong"))
    assert "turns per second" in printed.getvalue()


def test_the_winner_is_rewarded_and_an_illegal_action_loses():
    env = yipan.env("chess", render_mode="ansi")
    env.reset(seed=1)
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        env.step(env.game.action_number(move))
    assert env.rewards == {"white": -1.0, "black": 1.0} and all(env.terminations.values())
    assert env.render().count("\n") == 7
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"white": -1.0, "black": 1.0}


def test_an_agent_sees_no_actions_of_the_other():
    env = yipan.env("chess", modes=["fog"])
    env.reset(seed=1)
    assert env.observe("white")["action_mask"].sum() == 20
    assert env.observe("black")["action_mask"].sum() == 0
    twins = []
    for reply in ["a7a6", "h7h6"]:
        env.reset(seed=1)
        for move in ["g1f3", reply]:
            env.step(env.game.action_number(move))
        twins.append(env.observe("white"))
    assert np.array_equal(twins[0]["observation"], twins[1]["observation"])
    assert np.array_equal(twins[0]["action_mask"], twins[1]["action_mask"])


def test_long_games_are_truncated():
    env = yipan.env("chess", max_plies=2)
    env.reset(seed=1)
    env.step(env.game.action_number("e2e4"))
    assert not any(env.truncations.values())
    env.step(env.game.action_number("e7e5"))
    assert all(env.truncations.values()) and not any(env.terminations.values())
