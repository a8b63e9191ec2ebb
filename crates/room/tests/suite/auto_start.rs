//! Games that start by themselves.

use yipan_clock::Millis;
use yipan_record::Bytes32;
use yipan_wire::{Command, RoomConfig};

use crate::support::TestRoom;

fn sit(byte: u8) -> Command {
    Command::Sit { contribution: Bytes32([byte; 32]).to_string() }
}

fn auto_start(auto_start: bool) -> RoomConfig {
    RoomConfig { auto_start, ..RoomConfig::default_for("chess") }
}

#[test]
fn a_game_starts_by_itself_once_both_players_are_seated_and_present() {
    let mut test = TestRoom::open(auto_start(true), 7);
    test.send(Millis(0), "ada", &sit(1)).expect("a seat");
    assert!(test.room.auto_start(|_| true, Millis(1)).is_empty(), "the guest is missing");
    test.send(Millis(2), "bob", &sit(2)).expect("a seat");
    assert!(test.room.auto_start(|user| user == "bob", Millis(3)).is_empty(), "the host is away");
    assert!(test.room.auto_start(|user| user == "ada", Millis(3)).is_empty(), "the guest is away");
    let entries = test.room.auto_start(|_| true, Millis(4));
    assert_eq!(entries.len(), 1);
    test.apply_all(entries);
    assert!(test.room.is_playing());
    assert!(test.room.auto_start(|_| true, Millis(5)).is_empty(), "it starts once");
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn a_game_against_the_computer_starts_when_the_host_is_there() {
    let mut test = TestRoom::open(auto_start(true), 7);
    test.send(Millis(0), "ada", &sit(1)).expect("a seat");
    test.send(Millis(1), "ada", &Command::SeatComputer { level: 1 }).expect("a computer");
    assert_eq!(test.room.auto_start(|user| user == "ada", Millis(2)).len(), 1);
}

#[test]
fn without_the_option_the_host_starts_the_game() {
    let mut test = TestRoom::open(auto_start(false), 7);
    for (user, byte) in [("ada", 1), ("bob", 2)] {
        test.send(Millis(0), user, &sit(byte)).expect("a seat");
    }
    assert!(test.room.auto_start(|_| true, Millis(1)).is_empty());
    test.send(Millis(2), "ada", &Command::Start).expect("the host may start");
}
