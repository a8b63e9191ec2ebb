//! Correspondence games: days for every move, and players who are rarely there.

use yipan_clock::Millis;
use yipan_core::{EndReason, Side};
use yipan_room::{CommandError, LogEntry, Room, RoomEvent};
use yipan_wire::{Claim, Command, RoomConfig, SidePreference};

use crate::support::TestRoom;

const DAY: u64 = 86_400_000;

fn config() -> RoomConfig {
    RoomConfig {
        clock: "3d".to_owned(),
        host_side: SidePreference::First,
        ..RoomConfig::default_for("chess")
    }
}

fn play(test: &mut TestRoom, at: u64, user: &str, action: &str) {
    test.send(Millis(at), user, &Command::Play { action: action.to_owned() }).expect("a move");
}

/// Returns a game in which both sides have moved within the first day; the first side is to move from day 1 on.
fn playing() -> TestRoom {
    let mut test = TestRoom::started(config(), 3);
    play(&mut test, DAY / 2, "ada", "e2e4");
    play(&mut test, DAY, "bob", "e7e5");
    test
}

fn end(room: &Room, at: u64) -> Option<(Option<Side>, EndReason)> {
    room.tick(Millis(at)).first().map(|entry| match &entry.event {
        RoomEvent::Ended { winner, reason } => (*winner, *reason),
        other => panic!("{other:?}"),
    })
}

#[test]
fn the_first_moves_have_days_too_and_then_the_game_is_aborted() {
    let test = TestRoom::started(config(), 3);
    assert_eq!(test.room.deadline(), Some(Millis(1000 + 3 * DAY)));
    assert_eq!(end(&test.room, 3 * DAY), None);
    assert_eq!(end(&test.room, 1000 + 3 * DAY), Some((None, EndReason::Aborted)));
}

#[test]
fn each_move_has_all_days_again_and_a_player_who_does_not_move_loses() {
    let mut test = playing();
    let turn = test.room.correspondence_turn().expect("a running game");
    assert_eq!((turn.side, turn.since, turn.plies), (Side::First, Millis(DAY), 2));
    assert_eq!(turn.users, ["ada", "bob"]);
    play(&mut test, 3 * DAY, "ada", "g1f3");
    assert_eq!(end(&test.room, 6 * DAY), None, "some lag may be given back");
    assert_eq!(end(&test.room, 6 * DAY + 1_000), Some((Some(Side::First), EndReason::Timeout)));
    let late = test.send(Millis(6 * DAY + 1), "bob", &Command::Play { action: "b8c6".to_owned() });
    assert_eq!(late, Err(CommandError::OutOfTime));
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn a_room_waits_for_its_opponent_for_a_week_and_starts_without_the_host() {
    let mut test = TestRoom::open(config(), 3);
    assert!(test.room.config().auto_start);
    assert_eq!(test.room.deadline(), Some(Millis(7 * DAY)));
    for (user, byte) in [("ada", 1), ("bob", 2)] {
        let contribution = yipan_record::Bytes32([byte; 32]).to_string();
        test.send(Millis(DAY), user, &Command::Sit { contribution }).expect("a seat");
    }
    let started = test.room.auto_start(|user| user == "bob", Millis(2 * DAY));
    test.apply_all(started);
    assert!(test.room.is_playing());
}

#[test]
fn the_log_does_not_follow_who_is_connected_and_no_game_can_be_claimed() {
    let mut test = playing();
    assert!(test.room.change_presence("bob", false, Millis(DAY)).is_empty());
    let claim = Command::Claim { claim: Claim::Win };
    assert_eq!(test.send(Millis(2 * DAY), "ada", &claim), Err(CommandError::OpponentConnected));
}

#[test]
fn an_outage_of_the_service_costs_no_time_and_counts_once() {
    let mut test = playing();
    assert!(test.room.pause_after_restart(Millis(2 * DAY)).is_empty());
    let outages = [(Millis(0), Millis(DAY / 4)), (Millis(2 * DAY), Millis(9 * DAY))];
    let missed = test.room.missed_outages(&outages);
    let event = RoomEvent::Outage { since: Millis(2 * DAY) };
    assert_eq!(missed, [LogEntry { at: Millis(9 * DAY), command: None, event }]);
    test.apply_all(missed);
    // A day of three was used before the outage.
    assert_eq!(end(&test.room, 11 * DAY), None);
    assert_eq!(end(&test.room, 11 * DAY + 1_000), Some((Some(Side::Second), EndReason::Timeout)));
    assert!(test.room.missed_outages(&outages).is_empty(), "it is part of the log now");
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn an_outage_that_began_before_the_last_move_counts_from_that_move() {
    let test = playing();
    let missed = test.room.missed_outages(&[(Millis(DAY / 4), Millis(2 * DAY))]);
    let events: Vec<_> = missed.iter().map(|entry| &entry.event).collect();
    assert_eq!(events, [&RoomEvent::Outage { since: Millis(DAY) }]);
}

#[test]
fn a_correspondence_game_is_rated_as_such() {
    let config = RoomConfig { rated: true, host_side: SidePreference::Random, ..config() };
    let validated = yipan_room::ValidatedConfig::validate(&config).expect("a valid configuration");
    assert_eq!(
        validated.category.map(|category| category.to_string()).as_deref(),
        Some("chess.correspondence")
    );
}
