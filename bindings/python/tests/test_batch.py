"""Many games in one call."""

import numpy as np
import pytest
import vectors
import yipan
import yipan.chess

SETUPS = [
    ("chess", [], []),
    ("chess", ["fog"], []),
    ("chess", ["gravity"], []),
    ("chess", ["portals"], ["portals=private"]),
    ("chess", ["mines"], ["mine_hints=yes"]),
    ("chess", ["dice-a"], ["wild=yes", "rerolls=2"]),
    ("chess", ["dice-b"], ["wild=yes", "rerolls=1"]),
    ("chess", ["dice-a", "fog", "gravity", "portals", "mines"], ["wild=yes", "rerolls=1"]),
    ("xiangqi", [], []),
    ("liuzichong", [], []),
]


def new_env(setup, count=32, **options):
    kind, modes, rules = setup
    return yipan.BatchEnv(kind, count, modes=modes, rules=rules, **options)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_random_play_in_every_mode(setup):
    env = new_env(setup, seed=3, threads=2)
    buffers = env.reset()
    assert buffers.observations.shape[1:] == env.observation_shape
    assert len(env.plane_names) == env.observation_shape[0]
    ended = 0
    for _ in range(300):
        actions = env.sample_actions()
        assert buffers.masks[np.arange(32), actions].all()
        env.step(actions)
        assert buffers.masks.any(axis=1).all(), "a game that has ended has started again"
        assert (buffers.rewards.sum(axis=1) == 0).all()
        assert not buffers.rewards[buffers.terminations == 0].any()
        ended += int(buffers.terminations.sum())
    if setup[0] == "liuzichong":
        assert ended > 32


@pytest.mark.parametrize("setup", SETUPS[:9], ids=str)
def test_a_batch_plays_like_a_single_game(setup):
    kind, modes, rules = setup
    env = new_env(setup, count=4)
    env.reset()
    if modes:
        return check_single_layout(env, setup)
    games = [yipan.Game(kind, rules=rules) for _ in range(4)]
    for _ in range(60):
        actions = env.sample_actions()
        buffers = env.step(actions)
        for index, game in enumerate(games):
            game.push_action(int(actions[index]))
            if game.is_game_over():
                assert buffers.terminations[index]
                games[index] = game = yipan.Game(kind, rules=rules)
            assert game.sides[buffers.players[index]] == game.turn
            planes = np.empty(game.observation_shape, np.uint8)
            game.write_observation(game.turn, planes)
            assert np.array_equal(planes, buffers.observations[index])
            assert np.flatnonzero(buffers.masks[index]).tolist() == game.legal_actions()


def check_single_layout(env, setup):
    kind, modes, rules = setup
    game = yipan.Game(kind, rules=rules, modes=modes, seed=1)
    assert game.action_count == env.num_actions and game.observation_shape == env.observation_shape
    for _ in range(30):
        numbers = game.legal_actions()
        assert len(set(numbers)) == len(numbers) == len(game.legal_moves)
        for number in numbers:
            assert game.action_number(game.action_text(number)) == number
        game.push_action(numbers[0])
        if game.is_game_over():
            break


def test_the_seed_decides_everything_and_threads_nothing():
    def play(seed, threads):
        env = new_env(SETUPS[7], count=130, threads=threads)
        buffers = env.reset(seed=seed)
        for _ in range(20):
            buffers = env.step(env.sample_actions())
        return buffers.observations.copy()

    assert np.array_equal(play(1, 1), play(1, 2))
    assert not np.array_equal(play(1, 1), play(2, 1))


def test_results_are_written_into_the_arrays_of_the_caller():
    env = yipan.BatchEnv("liuzichong", 8)
    memory = np.zeros((3, 8, *env.observation_shape), np.uint8)
    buffers = env.new_buffers()
    buffers.observations = memory[1]
    assert env.reset(buffers=buffers).observations.base is memory
    assert memory[1].any() and not memory[0].any() and not memory[2].any()


def test_wrong_arrays_and_actions_are_rejected_and_change_nothing():
    env = yipan.BatchEnv("liuzichong", 8)
    buffers = env.reset()
    before = buffers.masks.copy()
    with pytest.raises(yipan.IllegalMoveError, match="game 3"):
        actions = env.sample_actions()
        actions[3] = 255
        env.step(actions)
    assert np.array_equal(before, buffers.masks)
    env.step(env.sample_actions())
    with pytest.raises(yipan.BufferError):
        env.step(env.sample_actions()[:4])
    wrong = env.new_buffers()
    wrong.masks = np.zeros((8, 255), np.uint8)
    with pytest.raises(yipan.BufferError, match="masks"):
        env.reset(buffers=wrong)
    wrong.masks = np.zeros((16, 256), np.uint8)[::2]
    with pytest.raises(yipan.BufferError, match="contiguous"):
        env.reset(buffers=wrong)
    with pytest.raises(yipan.InvalidSetupError):
        yipan.BatchEnv("chess", 0)
    with pytest.raises(yipan.InvalidSetupError):
        yipan.BatchEnv("chess", 1, position="8/8/8/7N/8/3K4/k7/8 w - - 0 89")


def test_long_games_are_truncated():
    env = yipan.BatchEnv("chess", 4, max_plies=7)
    env.reset()
    for step in range(1, 15):
        buffers = env.step(env.sample_actions())
        assert buffers.truncations.tolist() == [int(step % 7 == 0)] * 4


@pytest.mark.parametrize(
    ("name", "kind", "rules"),
    [
        ("chess_legal.jsonl.gz", "chess", []),
        ("chess960_legal.jsonl.gz", "chess", ["chess960=yes"]),
        ("xiangqi_legal.jsonl.gz", "xiangqi", []),
    ],
)
def test_action_numbers_of_every_vector(name, kind, rules):
    checked = 0
    for row in vectors.rows(name):
        if row.get("facing_now"):
            continue
        game = yipan.Game(kind, row["fen"], rules=rules)
        assert game.legal_moves == sorted(row["legal"])
        numbers = game.legal_actions()
        if not game.is_game_over():
            assert sorted(game.action_text(number) for number in numbers) == game.legal_moves
            assert sorted(game.action_number(move) for move in game.legal_moves) == numbers
            checked += 1
    assert checked > 1000
