//! Playing again: the colours that were agreed on, and a seat that is kept for the opponent.

mod hall;

use hall::{EYES, Hall, person, secret};
use yipan_core::Side;
use yipan_record::{Bytes32, Millis};
use yipan_room::{CommandContext, Room};
use yipan_wire::{Command, Event, Offer, RoomConfig, SidePreference};

fn sit(byte: u8) -> Command {
    Command::Sit { contribution: Bytes32([byte; 32]).to_string() }
}

/// The table after a game in which the host had the first side.
fn rematch_room(mut hall: Hall, offer: Offer) -> Hall {
    assert!(!hall.table.is_rematch_pending());
    hall.say(Millis(2_000), "ada", &Command::Resign).expect("a game");
    hall.say(Millis(3_000), "ada", &Command::Offer { offer }).expect("an offer");
    if hall.table.guest().is_some_and(|guest| guest.level.is_none()) {
        hall.say(Millis(4_000), "bob", &Command::Accept { offer }).expect("an answer");
    } else {
        let computer = hall.table.guest().cloned().expect("a computer");
        let call = CommandContext::new(&computer, "1", Millis(4_000));
        let entries = hall.table.decide(&call, &Command::Accept { offer }).expect("an answer");
        hall.add(entries);
    }
    assert!(hall.table.is_rematch_pending());
    let opening =
        hall.table.rematch_entries("ABC234", secret(9), Millis(5_000)).expect("the terms were good");
    let table = Room::replay(opening).expect("an opening opens");
    let gallery = yipan_room::SpectatorFeed::new(&table).expect("a gallery");
    let told = EYES.map(|eye| yipan_room::replay_events(table.log(), eye, 0).expect("frames"));
    Hall { table, gallery, told }
}

fn chess() -> RoomConfig {
    RoomConfig { host_side: SidePreference::First, public: true, ..RoomConfig::default_for("chess") }
}

#[test]
fn the_seat_of_a_rematch_is_reserved_for_the_opponent() {
    let mut hall = rematch_room(Hall::started(chess(), 7), Offer::Rematch);
    let code = |refused: Result<usize, yipan_room::CommandError>| refused.expect_err("it is refused").code();
    assert!(!hall.table.config().public, "nobody else is asked in");
    assert_eq!(hall.table.state(EYES[2]).guest, Some(person("bob")), "everybody sees whose seat it is");
    assert_eq!(code(hall.say(Millis(6_000), "eve", &sit(5))), "seat-taken");
    assert_eq!(code(hall.say(Millis(6_000), "ada", &Command::SeatComputer { level: 1 })), "seat-taken");
    hall.say(Millis(6_000), "ada", &sit(5)).expect("her own");
    assert_eq!(code(hall.say(Millis(6_000), "ada", &Command::Start)), "needs-two", "he has yet to sit down");
    hall.say(Millis(6_000), "bob", &sit(6)).expect("his own");
    hall.say(Millis(7_000), "ada", &Command::Start).expect("both have sat down");
    assert_eq!(hall.table.player(Side::First), Some(&person("bob")), "the colours have changed");
    assert_eq!(hall.folded(), hall.states());
}

#[test]
fn declining_to_play_again_frees_the_seat() {
    let mut hall = rematch_room(Hall::started(chess(), 7), Offer::Rematch);
    hall.say(Millis(6_000), "bob", &Command::Leave).expect("it was kept for him");
    assert!(matches!(hall.told[2].last().map(|frame| &frame.event), Some(Event::LeftSeat)));
    hall.say(Millis(7_000), "eve", &sit(5)).expect("a free seat");
    assert_eq!(hall.folded(), hall.states());
}

#[test]
fn a_reserved_seat_follows_its_owner_to_their_account() {
    let mut hall = rematch_room(Hall::started(chess(), 7), Offer::RematchSame);
    let became = hall.table.link_account("bob", &person("ben"), Millis(6_000));
    hall.add(became);
    hall.say(Millis(7_000), "ben", &sit(5)).expect("it is kept for him");
    assert_eq!(hall.folded(), hall.states());
}

#[test]
fn a_computer_is_seated_again_at_once() {
    let mut hall = Hall::open(chess(), 7);
    hall.say(Millis(0), "ada", &sit(1)).expect("a seat");
    hall.say(Millis(0), "ada", &Command::SeatComputer { level: 3 }).expect("a computer");
    hall.say(Millis(1_000), "ada", &Command::Start).expect("a start");
    let mut hall = rematch_room(hall, Offer::RematchSame);
    assert_eq!(hall.table.guest().and_then(|guest| guest.level), Some(3));
    hall.say(Millis(6_000), "ada", &sit(5)).expect("her own");
    hall.say(Millis(7_000), "ada", &Command::Start).expect("nobody is missing");
    assert_eq!(hall.table.player(Side::First), Some(&person("ada")), "the colours are the same");
}
