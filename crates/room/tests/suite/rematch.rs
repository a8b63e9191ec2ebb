//! Rematches: the agreed sides, and a seat that is reserved for the opponent.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_room::{CommandContext, Room};
use yipan_wire::{Command, ErrorCode, Event, Offer, RoomConfig, SidePreference};

use crate::support::{AUDIENCES, TestRoom, player, test_seed};

fn sit(byte: u8) -> Command {
    Command::Sit { contribution: Bytes32([byte; 32]).to_string() }
}

/// Returns the next room after a game in which the host had the first side.
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
    let opening = test
        .room
        .rematch_entries("ABC234", test_seed(9), Millis(5_000))
        .expect("the configuration is still valid");
    let room = Room::replay(opening).expect("opening entries start a log");
    let spectator_feed = yipan_room::SpectatorFeed::new(&room).expect("the log is valid");
    let received = AUDIENCES
        .map(|audience| yipan_room::replay_events(room.log(), audience, 0).expect("the log is valid"));
    TestRoom { room, spectator_feed, received }
}

fn chess() -> RoomConfig {
    RoomConfig { host_side: SidePreference::First, public: true, ..RoomConfig::default_for("chess") }
}

#[test]
fn the_seat_of_a_rematch_is_reserved_for_the_opponent() {
    let mut test = rematch_room(TestRoom::started(chess(), 7), Offer::Rematch);
    let code =
        |result: Result<usize, yipan_room::CommandError>| result.expect_err("the command is rejected").code();
    assert!(test.room.config().public, "a public room stays public");
    assert_eq!(
        test.room.state(AUDIENCES[2]).guest,
        Some(player("bob")),
        "spectators see for whom the seat is reserved"
    );
    assert_eq!(code(test.send(Millis(6_000), "eve", &sit(5))), ErrorCode::SeatTaken);
    assert_eq!(
        code(test.send(Millis(6_000), "ada", &Command::SeatComputer { level: 1 })),
        ErrorCode::SeatTaken
    );
    test.send(Millis(6_000), "ada", &sit(5)).expect("the seat of the host");
    assert_eq!(
        code(test.send(Millis(6_000), "ada", &Command::Start)),
        ErrorCode::OpponentMissing,
        "the guest has not sat down"
    );
    test.send(Millis(6_000), "bob", &sit(6)).expect("the reserved seat");
    test.send(Millis(7_000), "ada", &Command::Start).expect("both have sat down");
    assert_eq!(test.room.player(Side::First), Some(&player("bob")), "the sides have changed");
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn declining_to_play_again_frees_the_seat() {
    let mut test = rematch_room(TestRoom::started(chess(), 7), Offer::Rematch);
    test.send(Millis(6_000), "bob", &Command::Leave).expect("the guest has the reserved seat");
    assert!(matches!(test.received[2].last().map(|event| &event.event), Some(Event::LeftSeat)));
    test.send(Millis(7_000), "eve", &sit(5)).expect("a free seat");
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn a_reserved_seat_follows_its_owner_to_their_account() {
    let mut test = rematch_room(TestRoom::started(chess(), 7), Offer::RematchSame);
    let linked = test.room.link_account("bob", &player("ben"), Millis(6_000));
    test.apply_all(linked);
    test.send(Millis(7_000), "ben", &sit(5)).expect("the seat is reserved for the account");
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn a_computer_is_seated_again_at_once() {
    let mut test = TestRoom::open(chess(), 7);
    test.send(Millis(0), "ada", &sit(1)).expect("a seat");
    test.send(Millis(0), "ada", &Command::SeatComputer { level: 3 }).expect("a computer");
    test.send(Millis(1_000), "ada", &Command::Start).expect("a start");
    let mut test = rematch_room(test, Offer::RematchSame);
    assert_eq!(test.room.guest().and_then(|guest| guest.level), Some(3));
    test.send(Millis(6_000), "ada", &sit(5)).expect("the seat of the host");
    test.send(Millis(7_000), "ada", &Command::Start).expect("both players are seated");
    assert_eq!(test.room.player(Side::First), Some(&player("ada")), "the sides are the same");
}

#[test]
fn the_chat_goes_on_in_the_next_room() {
    let mut test = TestRoom::started(chess(), 7);
    let chat = |text: &str| Command::Chat { text: text.to_owned() };
    test.send(Millis(1_500), "eve", &chat("advice")).expect("spectators may write");
    for number in 0..60 {
        test.send(Millis(1_600), "bob", &chat(&format!("line {number}"))).expect("players may write");
    }
    let test = rematch_room(test, Offer::Rematch);
    let texts: Vec<_> = test.room.state(AUDIENCES[0]).chat.into_iter().map(|message| message.text).collect();
    assert_eq!((texts.len(), texts.first().map(String::as_str)), (50, Some("line 10")));
    let everyone = test.room.state(AUDIENCES[2]).chat;
    assert!(
        everyone.iter().all(|message| message.text != "advice" && message.name == "BOB" && message.by_player)
    );
    assert_eq!(test.replayed(), test.states());
}
