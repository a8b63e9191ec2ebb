"""Input that makes no sense gives an error that says so, and changes nothing."""

import copy
import math
import os
import pickle
import sys
import threading

import numpy as np
import pytest
import yipan
import yipan.chess
import yipan.liuzichong
import yipan.openspiel
import yipan.pgn
import yipan.xiangqi

BOARDS = [yipan.chess.Board, yipan.xiangqi.Board, yipan.liuzichong.Board]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    "position", ["", " ", "\0", "帥", "/" * 100, "9" * 100_000, "8/8/8/8/8/8/8/8 w - - 0 1", "k w - - 99999999999 1"]
)
def test_positions(board, position):
    with pytest.raises(yipan.InvalidSetupError):
        board(position)


@pytest.mark.parametrize("value", [5, b"x", [], 1.5, object()])
def test_types(value):
    with pytest.raises(TypeError):
        yipan.chess.Board(value)
    with pytest.raises(TypeError):
        yipan.chess.Board().push(value)
    with pytest.raises(TypeError):
        yipan.BatchEnv(value, 1)
    with pytest.raises(TypeError):
        yipan.Engine().analyse(value, nodes=1)


def test_a_text_is_no_list_of_texts():
    for create in [
        lambda: yipan.chess.Game(modes="fog"),
        lambda: yipan.chess.Game(rules="draws=claimed"),
        lambda: yipan.BatchEnv("chess", 1, modes="fog"),
        lambda: yipan.openspiel.load_game("chess", modes="fog"),
        lambda: yipan.env("chess", modes="fog"),
    ]:
        with pytest.raises(TypeError, match="list of texts"):
            create()


def test_numbers_out_of_range():
    board = yipan.chess.Board()
    for size in [0, -1, math.nan, math.inf]:
        with pytest.raises(yipan.YipanError, match="size"):
            board.svg(size=size)
    with pytest.raises(yipan.YipanError, match="depth"):
        board.perft(2**32 - 1)
    for number in [-1, 4672, 2**62]:
        with pytest.raises(yipan.IllegalMoveError):
            board.push_action(number)
    for count in [0, 2**40]:
        with pytest.raises(yipan.InvalidSetupError, match="games"):
            yipan.BatchEnv("xiangqi", count)
    with pytest.raises(yipan.InvalidSetupError, match="threads"):
        yipan.BatchEnv("xiangqi", 1, threads=10**6)
    with pytest.raises(yipan.InvalidSetupError, match="max_plies"):
        yipan.BatchEnv("xiangqi", 1, max_plies=0)
    with pytest.raises(OverflowError):
        yipan.BatchEnv("xiangqi", 1, threads=-1)


def test_no_threads_means_one_for_each_processor():
    assert yipan.BatchEnv("liuzichong", 1, threads=0).threads >= 1
    assert yipan.BatchEnv("liuzichong", 1, threads=3).threads == 3


WRONG_ARRAYS = {
    "another type": lambda: {"masks": np.zeros((8, 256), np.int32)},
    "another byte order": lambda: {"rewards": np.zeros((8, 2), ">f4")},
    "another order of axes": lambda: {"observations": np.zeros((8, 6, 4, 4), np.uint8, order="F")},
    "another shape": lambda: {"players": np.zeros((8, 1), np.uint8)},
    "gaps": lambda: {"masks": np.zeros((8, 512), np.uint8)[:, ::2]},
    "backwards": lambda: {"players": np.zeros(8, np.uint8)[::-1]},
    "read-only": lambda: {"masks": np.broadcast_to(np.uint8(0), (8, 256))},
    "unaligned": lambda: {"rewards": np.zeros(65, np.uint8)[1:].view(np.float32).reshape(8, 2)},
    "a list": lambda: {"players": [0] * 8},
    "nothing": lambda: {"players": None},
    "the same memory twice": lambda: dict.fromkeys(["terminations", "truncations"], np.zeros(8, np.uint8)),
}


@pytest.mark.parametrize("name", WRONG_ARRAYS)
def test_arrays(name):
    env = yipan.BatchEnv("liuzichong", 8)
    env.reset()
    before = env.buffers.masks.copy()
    buffers = env.new_buffers()
    for array, value in WRONG_ARRAYS[name]().items():
        setattr(buffers, array, value)
    with pytest.raises(yipan.BufferError, match="`"):
        env.step(env.sample_actions(), buffers=buffers)
    with pytest.raises(yipan.BufferError, match="`"):
        env.reset(buffers=buffers)
    legal = np.flatnonzero(before[0])
    assert set(env.sample_actions()) <= set(legal), "no game has moved"


def test_actions_of_a_batch():
    env = yipan.BatchEnv("liuzichong", 8)
    env.reset()
    for wrong in [None, [], [[0] * 8], [0.5] * 8, ["a"] * 8, np.zeros(4, np.int64)]:
        with pytest.raises(yipan.BufferError, match="actions"):
            env.step(wrong)
    with pytest.raises(yipan.BufferError, match="out"):
        env.sample_actions(np.zeros(8, np.int32))
    for convert in [list, lambda actions: actions.astype(np.int32), lambda actions: np.repeat(actions, 2)[::2]]:
        env.step(convert(env.sample_actions()))


def test_players_and_chance_events_of_open_spiel():
    state = yipan.openspiel.load_game("chess", modes=["dice-a"]).new_initial_state()
    for event in [-1, 99]:
        with pytest.raises(yipan.IllegalMoveError):
            state.apply_action(event)
        with pytest.raises(yipan.IllegalMoveError):
            state.action_to_string(yipan.openspiel.CHANCE_PLAYER, event)
    for method in [state.observation_tensor, state.observation_string, state.information_state_string]:
        for player in [None, -1, 2]:
            with pytest.raises(ValueError, match="choose 0 or 1"):
                method(player)


def test_limits_of_a_search():
    engine = yipan.Engine()
    board, game = yipan.chess.Board(), yipan.chess.Game(modes=["fog"])
    for limits in [{"nodes": 0}, {"nodes": 1}, {"depth": 0}, {"seconds": 0}, {"nodes": 10, "lines": 10**9}]:
        assert engine.analyse(board, **limits).best_move in board.legal_moves
    for limits in [{"nodes": 0}, {"seconds": 0}, {"nodes": 10, "lines": 10**9}]:
        assert engine.analyse(game, **limits).best_move in game.legal_moves
    with pytest.raises(yipan.YipanError, match="no depth"):
        engine.analyse(game, depth=3)
    for seconds in [-1, math.nan, math.inf]:
        with pytest.raises(yipan.YipanError, match="seconds"):
            engine.analyse(board, seconds=seconds)


def test_damaged_pgn():
    for text in [b"\xff\xfe\x00", "\0", "1. e4 " + "(" * 100_000, "{" * 100_000, "[" * 1000]:
        for game in yipan.pgn.parse(text):
            assert isinstance(game.moves, list)
    with pytest.raises(FileNotFoundError):
        list(yipan.pgn.read("does not exist"))


def test_games_are_copied_and_pickled():
    board = yipan.chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    board.push_san("O-O")
    rolled = yipan.chess.Game(modes=["dice-a", "fog"])
    while rolled.turn == "chance":
        rolled.push_chance(rolled.chance_outcomes()[-1][0])
    rolled.push(rolled.legal_moves[0])
    while rolled.turn == "chance":
        rolled.push_chance(rolled.chance_outcomes()[0][0])
    seeded = yipan.chess.Game(modes=["dice-b", "mines"], seed=3)
    seeded.push(seeded.legal_moves[0])
    for game in [board, rolled, seeded, yipan.xiangqi.Board(), yipan.liuzichong.Board(), yipan.Game("chess")]:
        for copied in [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]:
            assert type(copied) is type(game) and copied == game
            assert copied.move_stack == game.move_stack and copied.chance_outcomes() == game.chance_outcomes()
    again = pickle.loads(pickle.dumps(rolled))
    again.pop()
    rolled.pop()
    assert again == rolled == pickle.loads(pickle.dumps(rolled))
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(yipan.BatchEnv("chess", 1))


def test_two_threads_on_one_object():
    """While one thread computes without the lock of the interpreter, others are rejected and nothing breaks."""
    board, env = yipan.chess.Board(), yipan.BatchEnv("chess", 512, threads=2)
    env.reset()
    unexpected = []

    def attempt(action):
        for _ in range(30):
            try:
                action()
            except RuntimeError as error:
                if "borrowed" not in str(error):
                    unexpected.append(error)
            except yipan.YipanError:
                pass
            except BaseException as error:
                unexpected.append(error)

    def move():
        board.push("g1f3")
        board.pop()

    actions = [lambda: board.perft(3), move, lambda: env.step(env.sample_actions())]
    threads = [threading.Thread(target=attempt, args=(action,)) for action in actions * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not unexpected
    assert board.copy().perft(1) == len(board.legal_moves)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_batch_survives_a_fork():
    env = yipan.BatchEnv("liuzichong", 256, threads=2)
    env.reset()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            env.step(env.sample_actions())
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_search_can_be_interrupted():
    import signal

    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    previous = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            yipan.Engine().analyse(yipan.chess.Board(), seconds=600)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
