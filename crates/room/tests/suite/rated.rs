//! Rated rooms: who may play, what is switched off, and which ends count.

use yipan_clock::Millis;
use yipan_core::{EndReason, Side};
use yipan_ratings::UnratedReason;
use yipan_record::Bytes32;
use yipan_room::{CommandContext, CommandError, LogEntry, Room, RoomConfigError, RoomEvent};
use yipan_wire::{Command, Offer, Player, PlayerRating, RoomConfig, SidePreference};

use crate::support::{player, test_seed};

/// Returns a user with an account.
fn account(id: &str) -> Player {
    Player { rating: Some(PlayerRating { points: 1500, provisional: true }), ..player(id) }
}

fn rated() -> RoomConfig {
    RoomConfig { rated: true, clock: "3+2".to_owned(), ..RoomConfig::default_for("chess") }
}

fn open(config: RoomConfig, host: Player) -> Result<Room, RoomConfigError> {
    let opened = Room::opening_entry("K4T7QX", config, test_seed(3), host, Millis(0))?;
    Ok(Room::new(opened).expect("an opening entry starts a log"))
}

fn send(room: &mut Room, now: u64, user: &Player, command: &Command) -> Result<(), CommandError> {
    let id = room.log().len().to_string();
    for entry in room.decide(&CommandContext::new(user, &id, Millis(now)), command)? {
        room.apply(entry).expect("a decided entry applies");
    }
    Ok(())
}

fn sit(byte: u8) -> Command {
    Command::Sit { contribution: Bytes32([byte; 32]).to_string() }
}

/// Returns a rated game in which each side has made a move.
fn started() -> Room {
    let mut room = open(rated(), account("ada")).expect("a room");
    send(&mut room, 1, &account("ada"), &sit(1)).expect("a seat");
    send(&mut room, 2, &account("bob"), &sit(2)).expect("a seat");
    send(&mut room, 3, &account("ada"), &Command::Start).expect("a start");
    for (side, action) in [(Side::First, "e2e4"), (Side::Second, "e7e5")] {
        let mover = room.player(side).cloned().expect("a player");
        send(&mut room, 4, &mover, &Command::Play { action: action.to_owned() }).expect("a move");
    }
    room
}

#[test]
fn a_guest_neither_opens_a_rated_room_nor_sits_down_there_and_nor_does_a_computer() {
    let error = open(rated(), player("ada")).expect_err("a guest");
    assert_eq!(error, RoomConfigError::Unrated(UnratedReason::Guest));
    let mut room = open(rated(), account("ada")).expect("a room");
    let guest = CommandError::Unrated(UnratedReason::Guest);
    assert_eq!(send(&mut room, 1, &player("bob"), &sit(2)), Err(guest));
    let computer = CommandError::Unrated(UnratedReason::Computer);
    assert_eq!(send(&mut room, 1, &account("ada"), &Command::SeatComputer { level: 1 }), Err(computer));
    assert_eq!(room.log().len(), 1, "nothing has changed");
}

#[test]
fn a_configuration_that_cannot_be_rated_is_rejected_with_the_reason() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (config, reason) in [
        (RoomConfig { clock: "inf".into(), ..rated() }, UnratedReason::NoClock),
        (RoomConfig { clock: "3+2 v 1+0".into(), ..rated() }, UnratedReason::UnequalClocks),
        (RoomConfig { position: Some(fen.into()), ..rated() }, UnratedReason::CustomPosition),
        (RoomConfig { rules: vec!["draws=claimed".into()], ..rated() }, UnratedReason::CustomRules),
        (RoomConfig { host_side: SidePreference::First, ..rated() }, UnratedReason::ChosenSide),
    ] {
        let unrated = RoomConfig { rated: false, ..config.clone() };
        assert_eq!(open(config, account("ada")).map(drop), Err(RoomConfigError::Unrated(reason)));
        open(unrated, account("ada")).expect("it can be played");
    }
}

#[test]
fn moves_of_a_rated_game_are_not_taken_back_and_a_rematch_has_random_sides() {
    let mut room = started();
    let (ada, bob) = (account("ada"), account("bob"));
    let takeback = Command::Offer { offer: Offer::Takeback };
    assert_eq!(send(&mut room, 5, &ada, &takeback), Err(CommandError::TakebackDisabled));
    send(&mut room, 6, &ada, &Command::Resign).expect("an end");
    send(&mut room, 7, &ada, &Command::Offer { offer: Offer::Rematch }).expect("an offer");
    send(&mut room, 8, &bob, &Command::Accept { offer: Offer::Rematch }).expect("an answer");
    let entries = room.rematch_entries("ABC234", test_seed(9), Millis(9)).expect("a valid configuration");
    let Some(LogEntry { event: RoomEvent::Opened { config, .. }, .. }) = entries.first() else {
        panic!("the first entry opens the room")
    };
    assert_eq!((config.rated, config.host_side), (true, SidePreference::Random));
}

#[test]
fn a_game_is_rated_when_it_has_ended_and_was_not_aborted() {
    let mut room = started();
    assert_eq!(room.rated_game(), None, "it is not over");
    let loser = room.player(Side::Second).cloned().expect("a player");
    send(&mut room, 70, &loser, &Command::Resign).expect("an end");
    send(&mut room, 80, &loser, &Command::Chat { text: "thanks".to_owned() }).expect("a message");
    let game = room.rated_game().expect("a rated game");
    assert_eq!((game.category.to_string().as_str(), game.winner), ("chess.blitz", Some(Side::First)));
    assert_eq!(game.ended_at, Millis(70));
    assert_eq!(game.users[1], loser.id);

    let mut aborted = open(rated(), account("ada")).expect("a room");
    send(&mut aborted, 1, &account("ada"), &Command::Leave).expect("the room is closed");
    assert_eq!(aborted.rated_game(), None, "it has not begun");
    let mut aborted = started();
    let entry = RoomEvent::Ended { winner: None, reason: EndReason::Aborted };
    aborted.apply(LogEntry { at: Millis(9), command: None, event: entry }).expect("an end");
    assert_eq!(aborted.rated_game(), None);
}

/// Returns a game that was aborted before the first move.
fn aborted(config: RoomConfig) -> Room {
    let mut room = open(config, account("ada")).expect("a room");
    send(&mut room, 1, &account("ada"), &sit(1)).expect("a seat");
    send(&mut room, 2, &account("bob"), &sit(2)).expect("a seat");
    send(&mut room, 3, &account("ada"), &Command::Start).expect("a start");
    send(&mut room, 4, &account("bob"), &Command::Abort).expect("an end");
    room
}

#[test]
fn there_is_no_rated_rematch_after_two_aborted_games_in_a_row() {
    let ada = account("ada");
    let offered = |room: &Room, offer, aborted_before| {
        let context = CommandContext { aborted_before, ..CommandContext::new(&ada, "offer", Millis(5)) };
        room.decide(&context, &Command::Offer { offer }).map(drop)
    };
    let rejected = Err(CommandError::Unrated(UnratedReason::RepeatedAborts));
    for offer in [Offer::Rematch, Offer::RematchSame] {
        assert_eq!(offered(&aborted(rated()), offer, 0), Ok(()), "it is the first one");
        assert_eq!(offered(&aborted(rated()), offer, 1), rejected);
        assert_eq!(offered(&aborted(rated()), offer, u8::MAX), rejected);
        let casual = RoomConfig { rated: false, ..rated() };
        assert_eq!(offered(&aborted(casual), offer, 1), Ok(()), "it has no effect on ratings");
        let mut finished = started();
        send(&mut finished, 6, &ada, &Command::Resign).expect("an end");
        assert_eq!(offered(&finished, offer, 1), Ok(()), "this game was played to an end");
    }
}
