//! Playing again: the colours that were agreed on, and a seat that is kept for the opponent.

mod support;

use support::{AUDIENCES, TestRoom, player, test_seed};
use yipan_core::Side;
use yipan_record::{Bytes32, Millis};
use yipan_room::{CommandContext, Room};
use yipan_wire::{Command, ErrorCode, Event, Offer, RoomConfig, SidePreference};

fn sit(byte: u8) -> Command {
    Command::Sit { contribution: Bytes32([byte; 32]).to_string() }
}

/// The room after a game in which the host had the first side.
fn rematch_room(mut test: TestRoom, offer: Offer) -> TestRoom {
    assert!(!test.room.is_rematch_pending());
    test.send(Millis(2_000), "ada", &Command::Resign).expect("a game");
    test.send(Millis(3_000), "ada", &Command::Offer { offer }).expect("an offer");
    if test.room.guest().is_some_and(|guest| guest.level.is_none()) {
        test.send(Millis(4_000), "bob", &Command::Accept { offer }).expect("an answer");
    } else {
        let computer = test.room.guest().cloned().expect("a computer");
        let context = CommandContext::new(&computer, "1", Millis(4_000));
        let entries = test.room.decide(&context, &Command::Accept { offer }).expect("an answer");
        test.apply_all(entries);
    }
    assert!(test.room.is_rematch_pending());
    let opening =
        test.room.rematch_entries("ABC234", test_seed(9), Millis(5_000)).expect("the config were good");
    let room = Room::replay(opening).expect("an opening opens");
    let spectator_feed = yipan_room::SpectatorFeed::new(&room).expect("a spectator_feed");
    let received =
        AUDIENCES.map(|audience| yipan_room::replay_events(room.log(), audience, 0).expect("frames"));
    TestRoom { room, spectator_feed, received }
}

fn chess() -> RoomConfig {
    RoomConfig { host_side: SidePreference::First, public: true, ..RoomConfig::default_for("chess") }
}

#[test]
fn the_seat_of_a_rematch_is_reserved_for_the_opponent() {
    let mut test = rematch_room(TestRoom::started(chess(), 7), Offer::Rematch);
    let code = |refused: Result<usize, yipan_room::CommandError>| refused.expect_err("it is refused").code();
    assert!(!test.room.config().public, "nobody else is asked in");
    assert_eq!(test.room.state(AUDIENCES[2]).guest, Some(player("bob")), "everybody sees whose seat it is");
    assert_eq!(code(test.send(Millis(6_000), "eve", &sit(5))), ErrorCode::SeatTaken);
    assert_eq!(
        code(test.send(Millis(6_000), "ada", &Command::SeatComputer { level: 1 })),
        ErrorCode::SeatTaken
    );
    test.send(Millis(6_000), "ada", &sit(5)).expect("her own");
    assert_eq!(
        code(test.send(Millis(6_000), "ada", &Command::Start)),
        ErrorCode::OpponentMissing,
        "the guest has not sat down"
    );
    test.send(Millis(6_000), "bob", &sit(6)).expect("his own");
    test.send(Millis(7_000), "ada", &Command::Start).expect("both have sat down");
    assert_eq!(test.room.player(Side::First), Some(&player("bob")), "the colours have changed");
    assert_eq!(test.folded(), test.states());
}

#[test]
fn declining_to_play_again_frees_the_seat() {
    let mut test = rematch_room(TestRoom::started(chess(), 7), Offer::Rematch);
    test.send(Millis(6_000), "bob", &Command::Leave).expect("it was kept for him");
    assert!(matches!(test.received[2].last().map(|frame| &frame.event), Some(Event::LeftSeat)));
    test.send(Millis(7_000), "eve", &sit(5)).expect("a free seat");
    assert_eq!(test.folded(), test.states());
}

#[test]
fn a_reserved_seat_follows_its_owner_to_their_account() {
    let mut test = rematch_room(TestRoom::started(chess(), 7), Offer::RematchSame);
    let became = test.room.link_account("bob", &player("ben"), Millis(6_000));
    test.apply_all(became);
    test.send(Millis(7_000), "ben", &sit(5)).expect("it is kept for him");
    assert_eq!(test.folded(), test.states());
}

#[test]
fn a_computer_is_seated_again_at_once() {
    let mut test = TestRoom::open(chess(), 7);
    test.send(Millis(0), "ada", &sit(1)).expect("a seat");
    test.send(Millis(0), "ada", &Command::SeatComputer { level: 3 }).expect("a computer");
    test.send(Millis(1_000), "ada", &Command::Start).expect("a start");
    let mut test = rematch_room(test, Offer::RematchSame);
    assert_eq!(test.room.guest().and_then(|guest| guest.level), Some(3));
    test.send(Millis(6_000), "ada", &sit(5)).expect("her own");
    test.send(Millis(7_000), "ada", &Command::Start).expect("nobody is missing");
    assert_eq!(test.room.player(Side::First), Some(&player("ada")), "the colours are the same");
}
