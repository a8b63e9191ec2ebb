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
        assert svg.startswith("<svg ") and svg.count("data-piece=") == len(board.pieces())
        assert board.svg(orientation=board.sides[1]) != board.svg(orientation=board.sides[0])
    assert str(yipan.liuzichong.Board()).splitlines()[0] == "w w w w"
    fog = yipan.chess.Game(modes=["fog"])
    assert fog.svg(viewer="white").count("data-piece=") == 16


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


#: Positions and moves of the SAN tests of python-chess, with the answers they expect.
SAN_TESTS_OF_PYTHON_CHESS = [
    ("rnbk1b1r/ppp2pp1/5n1p/4p1B1/2P5/2N5/PP2PPPP/R3KBNR w KQ - 0 7", {"e1c1": "O-O-O+"}),
    ("6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2", {"e5d6": "exd6#", "e5e6": "e6+"}),
    (
        "N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1",
        {"e1f1": "Kf1", "c3c2": "Rcc2", "b2c2": "Rbc2", "a4b6": "N4b6", "h8g6": "N8g6", "h4g6": "Nh4g6"},
    ),
    ("8/8/8/R2nkn2/8/8/2K5/8 b - - 0 1", {"f5e3": "Ne3+"}),
    ("7k/1p2Npbp/8/2P5/1P1r4/3b2QP/3q1pPK/2RB4 b - - 1 29", {"f2f1q": "f1=Q", "f2f1n": "f1=N+"}),
]


def test_san_tests_of_python_chess():
    for fen, moves in SAN_TESTS_OF_PYTHON_CHESS:
        for uci, san in moves.items():
            board = yipan.chess.Board(fen)
            assert board.san(uci) == san == python_chess.Board(fen).san(python_chess.Move.from_uci(uci))
            assert board.fen() == fen
            assert board.push_san(san) == uci
    castling = yipan.chess.Board("4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 2 2", chess960=True)
    assert castling.san("d1b1") == "O-O-O+" and castling.push_san("O-O-O+") == "d1b1"
    variation = yipan.chess.Board("rn1qr1k1/1p2bppp/p3p3/3pP3/P2P1B2/2RB1Q1P/1P3PP1/R5K1 w - - 0 19")
    for san in "Bxh7+ Kxh7 Qh5+ Kg8 Rg3 Bf8 Bg5 Re7 Bf6 Nd7 Qh6 Nxf6 exf6 g6 fxe7 Bxe7".split():
        assert variation.san(variation.copy().push_san(san)) == san
        variation.push_san(san)


def test_san_that_python_chess_rejects():
    start = "rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 2 4"
    for fen, san, error in [
        (start, "O-O\n", yipan.InvalidMoveError),
        (start, "Nc3\n", yipan.InvalidMoveError),
        ("2rq1rk1/pb2bppp/1p2p3/n1ppPn2/2PP4/PP3N2/1B1NQPPP/RB3RK1 b - - 4 13", "c4", yipan.IllegalMoveError),
        ("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "f6", yipan.IllegalMoveError),
    ]:
        with pytest.raises(error):
            yipan.chess.Board(fen).push_san(san)
        with pytest.raises(ValueError):
            python_chess.Board(fen).push_san(san)


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
