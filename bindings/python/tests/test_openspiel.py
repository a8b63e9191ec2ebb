"""The interface of OpenSpiel."""

import random

import pytest
from yipan import openspiel


@pytest.mark.parametrize(
    ("kind", "modes"), [("chess", []), ("chess", ["fog", "dice-a"]), ("xiangqi", []), ("liuzichong", [])], ids=str
)
def test_random_simulation(kind, modes):
    rng = random.Random(1)
    game = openspiel.load_game(kind, modes=modes)
    state = game.new_initial_state()
    for _ in range(120):
        if state.is_terminal():
            break
        assert state.legal_actions() == sorted(state.legal_actions())
        if state.is_chance_node():
            assert state.current_player() == openspiel.CHANCE_PLAYER
            actions, weights = zip(*state.chance_outcomes())
            assert sum(weights) == pytest.approx(1)
            action = rng.choices(actions, weights)[0]
        else:
            action = rng.choice(state.legal_actions())
            player = state.current_player()
            assert state.string_to_action(state.action_to_string(player, action)) == action
            assert state.legal_actions(1 - player) == []
        clone = state.clone()
        before = clone.information_state_string(0)
        state.apply_action(action)
        assert clone.information_state_string(0) == before
        clone.apply_action(action)
        assert str(clone) == str(state)
    assert sum(state.returns()) == 0


def test_information_states_contain_no_secret():
    game = openspiel.load_game("chess", modes=["fog"])
    states = []
    for reply in ["a7a6", "h7h6"]:
        state = game.new_initial_state()
        for move in ["g1f3", reply]:
            state.apply_action(state.string_to_action(move))
        states.append(state)
    assert states[0].information_state_string(0) == states[1].information_state_string(0)
    assert states[0].information_state_string(1) != states[1].information_state_string(1)
    assert (states[0].observation_tensor(0) == states[1].observation_tensor(0)).all()
