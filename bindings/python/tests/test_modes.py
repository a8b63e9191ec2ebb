"""Chess with modes: chance and hidden information."""

import numpy as np
import pytest
import yipan
import yipan.chess


def test_chance_is_applied_by_the_caller_or_drawn_from_the_seed():
    game = yipan.chess.Game(modes=["dice-a"])
    assert game.turn == "chance" and game.legal_moves == []
    outcomes = game.chance_outcomes()
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    while game.turn == "chance":
        game.push_chance(game.chance_outcomes()[0][0])
    assert game.turn == "white" and len(game.view("white").dice.faces) == 3
    with pytest.raises(yipan.YipanError):
        game.push_chance("die queen")

    seeded = [yipan.chess.Game(modes=["dice-a", "mines"], seed=seed) for seed in (1, 1, 2)]
    assert seeded[0] == seeded[1] != seeded[2] and seeded[0].turn == "white"
    move = seeded[0].legal_moves[0]
    before = seeded[0].copy()
    seeded[0].push_uci(move)
    after = seeded[0].copy()
    assert seeded[0].pop() == move and seeded[0] == before
    seeded[0].push_uci(move)
    assert seeded[0] == after, "the chance events after a move do not change when it is played again"


def test_a_view_holds_what_its_viewer_may_know():
    game = yipan.chess.Game(modes=["fog"])
    white, black = game.view("white"), game.view("black")
    assert len(white.pieces) == len(black.pieces) == 16
    assert "e8" in white.hidden and "e8" not in black.hidden
    assert len(white.legal_moves) == 20 and black.legal_moves == []
    assert game.view("spectator").pieces == {} and len(game.view("arbiter").pieces) == 32
    with pytest.raises(yipan.YipanError, match="spectator"):
        game.view("red")


def observation(game, side):
    planes = np.empty(game.observation_shape, np.uint8)
    game.write_observation(side, planes)
    return planes


def play(modes, chance=(), moves=(), rules=()):
    game = yipan.chess.Game(modes=modes, rules=rules)
    for event in chance:
        game.push_chance(event)
    for move in moves:
        game.push_uci(move)
    return game


#: Pairs of games that differ in a secret, and the sides that must not notice.
TWINS = {
    "mines": (
        play(["mines"], ["mines 4", "mine a3", "mine b3", "mine c3", "mine d3"], ["g1f3"]),
        play(["mines"], ["mines 5", "mine h3", "mine h4", "mine h5", "mine g5", "mine h6"], ["g1f3"]),
        ["white", "black"],
    ),
    "fog": (play(["fog"], [], ["g1f3", "a7a6"]), play(["fog"], [], ["g1f3", "h7h6"]), ["white"]),
    "portals": (
        play(["portals"], ["portal e4", "portal d5", "portal a3", "portal b4"], (), ["portals=private"]),
        play(["portals"], ["portal e4", "portal d5", "portal c5", "portal h6"], (), ["portals=private"]),
        ["white"],
    ),
}


@pytest.mark.parametrize("name", TWINS)
def test_games_that_differ_in_a_secret_give_equal_observations(name):
    one, other, unaware = TWINS[name]
    assert one != other
    for side in unaware:
        assert np.array_equal(observation(one, side), observation(other, side))
        assert one.view(side) == other.view(side)
    for side in {"white", "black"} - set(unaware):
        assert not np.array_equal(observation(one, side), observation(other, side))


def test_modes_have_no_perft_and_no_pgn():
    game = yipan.chess.Game(modes=["gravity"])
    with pytest.raises(yipan.YipanError):
        game.perft(2)
    with pytest.raises(yipan.YipanError):
        game.pgn()
