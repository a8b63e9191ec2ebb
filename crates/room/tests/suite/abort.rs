//! A game may be aborted until both sides have moved, and leaving it follows the same rule.

use yipan_clock::Millis;
use yipan_core::{EndReason, Side};
use yipan_room::{Audience, CommandContext, CommandError, RoomEvent};
use yipan_wire::{Command, RoomConfig, SidePreference};

use crate::support::script::check;
use crate::support::{TestRoom, player};

/// Plays an action for the side to move, and returns the side.
fn play_action(test: &mut TestRoom, choose: impl Fn(&str) -> bool) -> Side {
    let side = test.room.side_to_move().expect("the game is not over");
    let actions = test.room.state(Audience::Player(side)).view.expect("a board").actions;
    let action = actions.into_iter().find(|text| choose(text)).expect("an action");
    test.send(Millis(2000), user_of(test, side), &Command::Play { action }).expect("offered");
    side
}

fn user_of(test: &TestRoom, side: Side) -> &'static str {
    if test.room.audience("ada") == Audience::Player(side) { "ada" } else { "bob" }
}

#[test]
fn rerolls_and_several_moves_of_one_side_do_not_end_the_time_to_abort() {
    let (modes, rules) = (vec!["dice-a".to_owned()], vec!["rerolls=1".to_owned()]);
    let mut test = TestRoom::started(RoomConfig { modes, rules, ..RoomConfig::default_for("chess") }, 3);
    let first = play_action(&mut test, |text| text == "reroll");
    while test.room.side_to_move() == Some(first) {
        play_action(&mut test, |text| text != "reroll");
    }
    assert!(test.room.plies() > 2);
    let second = user_of(&test, first.other());
    let user = player(second);
    let context = CommandContext::new(&user, "abort", Millis(3000));
    for command in [Command::Abort, Command::Leave] {
        let entries = test.room.decide(&context, &command).expect("the second side has not moved");
        let ends = RoomEvent::Ended { winner: None, reason: EndReason::Aborted };
        assert_eq!(entries.into_iter().map(|entry| entry.event).collect::<Vec<_>>(), [ends]);
    }
    play_action(&mut test, |text| text != "reroll");
    assert_eq!(test.send(Millis(3000), second, &Command::Abort), Err(CommandError::TooLateToAbort));
}

#[test]
fn a_takeback_does_not_bring_the_time_to_abort_back() {
    let config = RoomConfig {
        clock: "inf".to_owned(),
        host_side: SidePreference::First,
        ..RoomConfig::default_for("chess")
    };
    let taken_back = "0 ada sit\n0 bob sit\n0 ada start\n0 ada e2e4\n0 bob e7e5
        1 ada offer takeback\n1 bob accept takeback\n> spectator First took back 2";
    check(
        config.clone(),
        &format!("{taken_back}\n2 ada abort\n! too-late-to-abort\n2 bob abort\n! too-late-to-abort"),
    );
    check(config, &format!("{taken_back}\n2 bob leave\n> spectator First wins, resignation"));
}
