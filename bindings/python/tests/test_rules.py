"""The rules, with the method names of python-chess."""

import random

import chess as python_chess
import pytest
import vectors
import yipan
import yipan.chess
import yipan.liuzichong
import yipan.xiangqi


def test_a_game_is_played_and_taken_back():
    board = yipan.chess.Board()
    for san in ["f3", "e5", "g4"]:
        board.push_san(san)
    assert board.push_uci("d8h4") == "d8h4"
    assert board.outcome() == yipan_outcome("black", "checkmate", "0-1", board)
    assert board.is_check() and board.is_game_over() and board.legal_moves == []
    with pytest.raises(yipan.GameOverError):
        board.push_uci("a2a3")
    assert board.pop() == "d8h4" and board.turn == "black" and "d8h4" in board.legal_moves
    assert board.move_stack == ["f2f3", "e7e5", "g2g4"]


def yipan_outcome(winner, reason, result, board):
    outcome = board.outcome()
    assert (outcome.winner, outcome.reason, outcome.result) == (winner, reason, result)
    return outcome


def test_errors_have_types_and_say_what_to_do():
    board = yipan.chess.Board()
    with pytest.raises(yipan.IllegalMoveError, match="pawns move one square"):
        board.push_uci("e2e5")
    with pytest.raises(yipan.InvalidMoveError):
        board.push_uci("hello")
    with pytest.raises(yipan.InvalidMoveError):
        board.push_uci("e4")
    with pytest.raises(yipan.AmbiguousMoveError):
        yipan.chess.Board("7k/8/8/8/8/8/8/KN3N2 w - - 0 1").push_san("Nd2")
    with pytest.raises(yipan.InvalidSetupError):
        yipan.chess.Board("not a position")
    with pytest.raises(yipan.InvalidSetupError):
        yipan.chess.Game(modes=["dice-a", "dice-b"])
    with pytest.raises(yipan.YipanError):
        board.pop()
    assert issubclass(yipan.YipanError, ValueError)
    assert board == yipan.chess.Board()


def test_illegal_moves_are_explained_in_three_languages():
    board = yipan.chess.Board()
    assert board.explain("e2e4") is None
    texts = {board.explain("a1a3", language=language) for language in ("en", "zh-Hans", "zh-Hant")}
    assert len(texts) == 3 and "去路被 a2 的棋子擋住" in texts
    assert yipan.xiangqi.Board().explain("a0a5")
    assert yipan.liuzichong.Board().explain("a1b2")
    with pytest.raises(yipan.YipanError):
        board.explain("e2e4", language="xx")


def test_copies_are_independent_and_keep_their_class_and_history():
    board = yipan.chess.Board()
    board.push_san("e4")
    copy = board.copy()
    assert type(copy) is yipan.chess.Board and copy == board and copy.move_stack == ["e2e4"]
    copy.push_san("e5")
    assert copy != board
    copy.pop()
    copy.pop()
    assert copy == yipan.chess.Board()
    game = yipan.Game("xiangqi")
    assert type(game.copy()) is yipan.Game


def test_draws_are_claimed_as_in_fide_chess():
    board = yipan.chess.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push_uci(move)
    assert board.outcome() is None and board.can_claim_draw()
    assert board.outcome(claim_draw=True).reason == "repetition"
    board.push("draw")
    assert board.outcome().result == "1/2-1/2"


def test_notations_of_xiangqi():
    board = yipan.xiangqi.Board()
    assert board.wxf("h2e2") == "C2=5"
    assert board.chinese("h2e2") == "炮二平五"
    assert board.push_san("炮二平五") == "h2e2"
    assert board.push_san("H8+7") == "h9g7"
    assert board.sides == ("red", "black") and board.turn == "red"


def test_liuzichong_is_solved():
    board = yipan.liuzichong.Board()
    assert yipan.liuzichong.probe(board).wdl == "draw"
    values = yipan.liuzichong.probe_moves(board)
    assert sorted(values) == board.legal_moves
    board.push_uci("b1b2")
    assert yipan.liuzichong.probe(board).plies == 39
    with pytest.raises(yipan.YipanError):
        yipan.liuzichong.probe(yipan.chess.Board())
    with pytest.raises(yipan.YipanError):
        yipan.liuzichong.probe(yipan.liuzichong.Board(rules=["outer=any"]))


def test_boards_are_drawn():
    for board in [yipan.chess.Board(), yipan.xiangqi.Board(), yipan.liuzichong.Board()]:
        svg = board._repr_svg_()
        assert svg.startswith("<svg ") and svg.count("<g transform=") == len(board.pieces())
        assert board.svg(orientation=board.sides[1]) != board.svg(orientation=board.sides[0])
    assert str(yipan.liuzichong.Board()).splitlines()[0] == "w w w w"
    fog = yipan.chess.Game(modes=["fog"])
    assert fog.svg(viewer="white").count("<g transform=") == 16


def test_perft_data_of_python_chess():
    names = {"random_perft", "tricky", "tricky960", "startpos", "kiwipete"}
    checked = 0
    for row in vectors.rows("chess_perft.jsonl"):
        if row["src"] in names and row["nodes"] <= 3_000_000:
            board = yipan.chess.Board(row["fen"], chess960=row["chess960"])
            assert board.perft(row["depth"]) == row["nodes"], row
            checked += 1
    assert checked > 100


def test_perft_of_xiangqi():
    for row in vectors.rows("xiangqi_perft.jsonl"):
        if row["nodes"] <= 3_000_000:
            assert yipan.xiangqi.Board(row["fen"]).perft(row["depth"]) == row["nodes"], row


def test_san_vectors():
    for row in vectors.rows("chess_san.jsonl.gz"):
        board = yipan.chess.Board(row["fen"])
        assert board.san(row["uci"]) == row["san"], row
        if not board.is_game_over():
            assert board.push_san(row["san"]) == row["uci"], row


def test_random_games_agree_with_python_chess():
    rng = random.Random(5)
    for _ in range(25):
        ours, theirs = yipan.chess.Board(), python_chess.Board()
        while not theirs.is_game_over() and theirs.ply() < 200:
            assert ours.legal_moves == sorted(move.uci() for move in theirs.legal_moves)
            assert ours.fen() == theirs.fen(en_passant="legal")
            assert ours.is_check() == theirs.is_check()
            move = rng.choice(list(theirs.legal_moves))
            assert ours.san(move.uci()) == theirs.san(move)
            theirs.push(move)
            ours.push_uci(move.uci())
        if theirs.is_game_over():
            assert ours.outcome().result == theirs.result()
