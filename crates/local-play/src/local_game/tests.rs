use yipan_games::GameKind;

use super::*;

const TWO: [PlayerKind; 2] = [PlayerKind::Human; 2];
const AGAINST: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(1)];

fn start(kind: GameKind, modes: &[&str], players: [PlayerKind; 2]) -> LocalGame {
    let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
    LocalGame::start(LocalSetup { modes, ..LocalSetup::default_for(kind, players, 11) }).expect("a game")
}

#[track_caller]
fn play(local: &mut LocalGame, action: &str) {
    assert!(local.play_action(action).is_ok(), "{action}");
}

fn resumed(local: &LocalGame) -> LocalGame {
    let result = local.declared_result().cloned();
    LocalGame::resume(local.setup().clone(), &local.actions(), result).expect("the same setup")
}

#[test]
fn an_action_returns_the_steps_it_caused() {
    let mut local = start(GameKind::Chess, &["dice-a"], TWO);
    let start_step_count = local.played().len();
    assert_eq!(start_step_count, 3, "the first dice are rolled at the start");
    let before = local.game().clone();
    let action = before.actions()[0].clone();
    let steps = local.play_action(&action).expect("legal");
    assert_eq!((steps[0].action(), steps[0].before), (Some(action.as_str()), &before));
    assert!(steps[1..].iter().all(|step| step.action().is_none()));
    assert!(steps.windows(2).all(|pair| pair[0].after == pair[1].before));
    let (step_count, after) = (steps.len(), steps[steps.len() - 1].after.clone());
    assert_eq!((local.played().len(), local.game()), (start_step_count + step_count, &after));
}

#[test]
fn each_viewer_sees_a_step_as_far_as_they_may() {
    let mut local = start(GameKind::Chess, &["fog"], TWO);
    let steps = local.play_action("e2e4").expect("legal");
    let [first, second] = Side::BOTH.map(Viewer::Player);
    assert!(steps[0].is_revealed_to(first) && !steps[0].is_revealed_to(second));
    assert!(!steps[0].visible_effects(first).is_empty() && steps[0].visible_effects(second).is_empty());
}

#[test]
fn in_fog_two_players_hand_over_the_screen() {
    let mut local = start(GameKind::Chess, &["fog"], TWO);
    play(&mut local, "e2e4");
    assert_eq!(local.waiting_for(), WaitingFor::ScreenHandover(Side::Second));
    assert_eq!(local.viewer(), Viewer::Player(Side::First));
    assert_eq!(local.move_list_viewer(), Viewer::Spectator, "either may look now");
    local.set_viewing_side(Side::Second);
    assert_eq!(local.waiting_for(), WaitingFor::Human(Side::Second));
    assert_eq!(local.move_list_viewer(), Viewer::Player(Side::Second));
}

#[test]
fn without_hidden_information_the_screen_is_not_handed_over() {
    for modes in [&[][..], &["gravity"], &["portals"], &["dice-b"], &["mines"]] {
        let mut local = start(GameKind::Chess, modes, TWO);
        for _ in 0..6 {
            let WaitingFor::Human(side) = local.waiting_for() else { panic!("{modes:?}") };
            assert_eq!(local.viewer(), Viewer::Player(side));
            let action = local.game().actions()[0].clone();
            play(&mut local, &action);
        }
    }
    let setup = start(GameKind::Chess, &["portals"], TWO).setup().clone();
    let private = LocalSetup { rules: vec!["portals=private".to_owned()], ..setup };
    let mut local = LocalGame::start(private).expect("a game");
    let action = local.game().actions()[0].clone();
    play(&mut local, &action);
    assert_eq!(local.waiting_for(), WaitingFor::ScreenHandover(Side::Second));
}

#[test]
fn after_an_interruption_the_player_to_move_confirms_first() {
    let mut local = start(GameKind::Chess, &["fog"], TWO);
    assert_eq!(resumed(&local).waiting_for(), WaitingFor::Human(Side::First), "nothing to hide yet");
    for (action, side) in [("e2e4", Side::Second), ("d7d5", Side::First)] {
        play(&mut local, action);
        assert_eq!(resumed(&local).waiting_for(), WaitingFor::ScreenHandover(side));
        local.set_viewing_side(side);
    }
    let mut without_secrets = start(GameKind::Chess, &[], TWO);
    play(&mut without_secrets, "e2e4");
    let open = resumed(&without_secrets);
    assert_eq!((open.waiting_for(), open.viewing_side()), (WaitingFor::Human(Side::Second), Side::First));
}

#[test]
fn a_declared_result_stands_until_it_is_taken_back() {
    let mut local = start(GameKind::Chess, &[], TWO);
    play(&mut local, "e2e4");
    local.agree_draw();
    let mut again = resumed(&local);
    assert_eq!(
        (again.waiting_for(), again.declared_result()),
        (WaitingFor::Nothing, Some(&DeclaredResult::agreement()))
    );
    again.take_back();
    assert_eq!((again.waiting_for(), again.action_count()), (WaitingFor::Human(Side::Second), 1));
    again.resign(Side::Second);
    assert_eq!(again.declared_result(), Some(&DeclaredResult::resignation(Side::Second)));
    again.resign(Side::First);
    assert_eq!(again.declared_result(), Some(&DeclaredResult::resignation(Side::Second)), "it is over");
    let mut alone = start(GameKind::Chess, &[], AGAINST);
    alone.agree_draw();
    assert_eq!(alone.waiting_for(), WaitingFor::Human(Side::First), "the computer cannot agree");
}

#[test]
fn the_outcome_by_the_rules_takes_precedence_over_a_stored_result() {
    let mut local = start(GameKind::Chess, &[], TWO);
    ["f2f3", "e7e5", "g2g4", "d8h4"].iter().for_each(|action| play(&mut local, action));
    let stored = Some(DeclaredResult::agreement());
    let again = LocalGame::resume(local.setup().clone(), &local.actions(), stored).expect("the same setup");
    assert_eq!((again.declared_result(), again.outcome()), (None, local.outcome()));
}

#[test]
fn taking_back_goes_to_the_last_move_of_the_human() {
    let mut local = start(GameKind::Xiangqi, &[], AGAINST);
    let first = local.game().clone();
    assert!(!local.can_take_back());
    play(&mut local, "h2e2");
    assert_eq!(local.waiting_for(), WaitingFor::Computer(Side::Second, 1));
    play(&mut local, "h9g7");
    local.take_back();
    assert_eq!((local.game(), local.waiting_for()), (&first, WaitingFor::Human(Side::First)));
}

#[test]
fn taking_back_with_modes_repeats_the_same_chance_outcomes() {
    for modes in [&["dice-a"][..], &["dice-b", "fog"], &["portals"], &["dice-a", "gravity", "portals"]] {
        let mut local = start(GameKind::Chess, modes, TWO);
        let mut games = vec![local.game().clone()];
        for _ in 0..12 {
            let Some(action) = local.game().actions().first().cloned() else { break };
            play(&mut local, &action);
            games.push(local.game().clone());
        }
        let actions = local.actions();
        for count in (0..actions.len()).rev() {
            local.take_back();
            assert_eq!((local.action_count(), local.game()), (count, &games[count]), "{modes:?}");
        }
        for (action, game) in actions.iter().zip(&games[1..]) {
            play(&mut local, action);
            assert_eq!(local.game(), game, "{modes:?}");
        }
    }
}

#[test]
fn an_illegal_move_leaves_the_game_unchanged() {
    let mut local = start(GameKind::Liuzichong, &[], TWO);
    let before = local.game().clone();
    assert!(local.play_action("a1c3").is_err());
    assert_eq!((local.game(), local.action_count()), (&before, 0));
}

#[test]
fn the_level_of_the_computer_changes_during_a_game() {
    let mut local = start(GameKind::Chess, &[], AGAINST);
    play(&mut local, "e2e4");
    assert_eq!(local.waiting_for(), WaitingFor::Computer(Side::Second, 1));
    let before = local.game().clone();
    local.set_level(7);
    assert_eq!(local.waiting_for(), WaitingFor::Computer(Side::Second, 7));
    assert_eq!((local.game(), local.setup().level()), (&before, Some(7)));
    assert_eq!(resumed(&local).waiting_for(), WaitingFor::Computer(Side::Second, 7));
    let mut two = start(GameKind::Chess, &[], TWO);
    two.set_level(7);
    assert_eq!((two.setup().players, two.setup().level()), (TWO, None));
}

#[test]
fn a_move_that_met_a_mine_is_not_taken_back() {
    let mut local = start(GameKind::Chess, &["mines"], TWO);
    let mut has_exploded = false;
    for _ in 0..200 {
        let actions = local.game().actions();
        let Some(action) = actions.get(actions.len() / 2).cloned() else { break };
        let steps = local.play_action(&action).expect("offered");
        let is_crater = |effect: &Effect| matches!(effect, Effect::Mark { mark: Mark::Crater, .. });
        has_exploded = steps.iter().any(|step| step.effects.iter().any(is_crater));
        if has_exploded {
            break;
        }
        assert!(local.can_take_back() && !local.is_takeback_blocked_by_mine());
    }
    assert!(has_exploded, "a mine is met within 200 moves");
    let actions = local.actions();
    assert!(!local.can_take_back() && local.is_takeback_blocked_by_mine());
    local.take_back();
    assert_eq!(local.actions(), actions);
    // A resignation after it is taken back as usual, unless the mine has ended the game.
    local.resign(Side::First);
    assert_eq!(local.can_take_back(), local.outcome().is_none());
}
