//! Games whose players have all disconnected, and the limits of the chat.

use yipan_clock::Millis;
use yipan_wire::{Command, ErrorCode, RoomConfig, RoomState, SidePreference};

use crate::support::TestRoom;
use crate::support::script::check;

fn config(clock: &str) -> RoomConfig {
    RoomConfig {
        clock: clock.to_owned(),
        host_side: SidePreference::First,
        ..RoomConfig::default_for("chess")
    }
}

const BEGUN: &str = "0 ada sit\n0 bob sit\n1000 ada start\n2000 ada e2e4\n3000 bob e7e5\n";

#[test]
fn a_game_without_a_clock_that_both_left_for_a_day_is_abandoned() {
    check(
        config("inf"),
        &format!(
            "{BEGUN}4000 ada disconnects
             > spectator First disconnected
             90000000 time
             # The connected player may claim it, or wait.
             90000000 bob disconnects
             > spectator Second disconnected
             176399999 time
             176400000 time
             > spectator no winner, abandonment"
        ),
    );
}

#[test]
fn reconnecting_keeps_a_game_without_a_clock_alive() {
    check(
        config("inf"),
        &format!(
            "{BEGUN}4000 ada disconnects
             5000 bob disconnects
             80000000 ada reconnects
             > spectator First reconnected
             90000000 time
             90000000 ada disconnects
             > spectator First disconnected
             176399999 time
             176400000 time
             > spectator no winner, abandonment"
        ),
    );
}

#[test]
fn a_restart_counts_as_disconnecting_until_a_player_reconnects() {
    check(
        config("inf"),
        &format!(
            "{BEGUN}10000 restart
             > spectator paused, disconnected [First, Second]
             40000 time
             > spectator resumed
             86409999 time
             86410000 time
             > spectator no winner, abandonment"
        ),
    );
}

#[test]
fn a_game_against_a_computer_is_abandoned_too() {
    let mut test = TestRoom::open(config("inf"), 7);
    let contribution = yipan_record::Bytes32([1; 32]).to_string();
    test.send(Millis(0), "ada", &Command::Sit { contribution }).expect("a seat");
    test.send(Millis(0), "ada", &Command::SeatComputer { level: 3 }).expect("a computer");
    test.send(Millis(0), "ada", &Command::Start).expect("a start");
    test.send(Millis(0), "ada", &Command::Play { action: "e2e4".to_owned() }).expect("a move");
    let answered = test.room.log().last().cloned().map(|mut entry| {
        entry.event = yipan_room::RoomEvent::Played {
            side: yipan_core::Side::Second,
            action: "e7e5".to_owned(),
            chance_events: Vec::new(),
            lag_compensation: 0,
            waited: 0,
            is_conditional: false,
        };
        entry
    });
    test.apply_all(answered.into_iter().collect());
    assert_eq!(test.room.deadline(), None, "the human player is connected");
    let disconnected = test.room.change_presence("ada", false, Millis(5_000));
    test.apply_all(disconnected);
    assert_eq!(test.room.deadline(), Some(Millis(5_000) + Millis::from_seconds(86_400)));
}

#[test]
fn spectators_cannot_use_up_the_players_chat_limit() {
    let mut test = TestRoom::started(config("inf"), 7);
    let chat = |test: &mut TestRoom, user: &str| {
        test.send(Millis(2_000), user, &Command::Chat { text: user.to_owned() }).map_err(|error| error.code())
    };
    for _ in 0..1_000 {
        chat(&mut test, "eve").expect("a message");
    }
    assert_eq!(chat(&mut test, "eve"), Err(ErrorCode::ChatClosed), "spectators have their own limit");
    for _ in 0..1_000 {
        chat(&mut test, "ada").expect("a message");
    }
    assert_eq!(chat(&mut test, "bob"), Err(ErrorCode::ChatClosed));
    assert!(test.states().iter().all(|state| state.chat.len() == RoomState::MAX_CHAT_MESSAGES));
}
