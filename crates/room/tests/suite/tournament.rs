//! Rooms of tournaments: their players, what they cannot do, and what their end means.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_room::{
    Audience, CommandContext, CommandError, Room, RoomConfigError, TournamentGameEnd, TournamentRoom,
};
use yipan_wire::{Command, Offer, RoomConfig, SidePreference};

use crate::support::{player, test_seed};

const FIRST_MOVE_TIMEOUT: u64 = 60_000;

fn config() -> RoomConfig {
    RoomConfig { clock: "3+2".to_owned(), ..RoomConfig::default_for("chess") }
}

fn open() -> Room {
    open_in(TournamentRoom { code: "CUP234", berserk: false })
}

fn open_in(tournament: TournamentRoom<'_>) -> Room {
    let players = ["ada", "bob"].map(player);
    let entry = Room::tournament_entry("K4T7QX", &tournament, config(), test_seed(3), players, Millis(0));
    Room::new(entry.expect("a valid configuration")).expect("an opening entry starts a log")
}

fn send(room: &mut Room, now: u64, user: &str, command: &Command) -> Result<(), CommandError> {
    let id = room.log().len().to_string();
    for entry in room.decide(&CommandContext::new(&player(user), &id, Millis(now)), command)? {
        room.apply(entry).expect("a decided entry applies");
    }
    Ok(())
}

fn sit(room: &mut Room, user: &str) {
    let contribution = Bytes32([7; 32]).to_string();
    send(room, 1, user, &Command::Sit { contribution }).expect("a seat");
}

fn tick(room: &mut Room, now: u64) {
    for entry in room.tick(Millis(now)) {
        room.apply(entry).expect("it is due");
    }
}

fn started() -> Room {
    start(open())
}

fn start(mut room: Room) -> Room {
    ["ada", "bob"].into_iter().for_each(|user| sit(&mut room, user));
    for entry in room.auto_start(|_| true, Millis(2)) {
        room.apply(entry).expect("the game starts");
    }
    room
}

fn absent(sides: [bool; 2]) -> Option<TournamentGameEnd> {
    Some(TournamentGameEnd::NotPlayed { is_absent: sides })
}

#[test]
fn the_pairing_decides_the_sides_and_the_seats_are_reserved() {
    let room = started();
    assert_eq!(room.config().host_side, SidePreference::First);
    assert_eq!(room.player(Side::First).map(|player| player.id.as_str()), Some("ada"));
    assert_eq!(room.tournament_game_end(), None, "it is not over");
    let mut room = open();
    let contribution = Bytes32([7; 32]).to_string();
    assert_eq!(send(&mut room, 1, "eve", &Command::Sit { contribution }), Err(CommandError::SeatTaken));
}

#[test]
fn only_the_tournament_opens_its_rooms() {
    let config = RoomConfig { tournament: Some("CUP234".to_owned()), ..config() };
    let opened = Room::opening_entry("K4T7QX", config, test_seed(3), player("ada"), Millis(0));
    assert_eq!(opened.map(drop), Err(RoomConfigError::InTournament));
}

#[test]
fn a_player_who_does_not_come_is_absent_though_the_other_writes() {
    let mut room = open();
    sit(&mut room, "bob");
    send(&mut room, 50_000, "bob", &Command::Chat { text: "hello".to_owned() }).expect("a message");
    tick(&mut room, FIRST_MOVE_TIMEOUT - 1);
    assert_eq!(room.tournament_game_end(), None);
    tick(&mut room, FIRST_MOVE_TIMEOUT);
    assert_eq!(room.tournament_game_end(), absent([true, false]));
    let mut empty = open();
    tick(&mut empty, FIRST_MOVE_TIMEOUT);
    assert_eq!(empty.tournament_game_end(), absent([true, true]));
    assert_eq!(empty.rated_game(), None);
}

#[test]
fn a_restart_gives_players_who_have_not_come_their_time_back() {
    let mut room = open();
    sit(&mut room, "ada");
    let restart = 10 * FIRST_MOVE_TIMEOUT;
    for entry in room.pause_after_restart(Millis(restart)) {
        room.apply(entry).expect("it extends the wait");
    }
    tick(&mut room, restart + FIRST_MOVE_TIMEOUT - 2);
    assert_eq!(room.tournament_game_end(), None, "bob may still come");
    tick(&mut room, restart + FIRST_MOVE_TIMEOUT);
    assert_eq!(room.tournament_game_end(), absent([false, true]));
}

#[test]
fn a_player_who_leaves_before_the_start_has_to_move_in_time() {
    let mut room = open();
    ["ada", "bob"].into_iter().for_each(|user| sit(&mut room, user));
    for entry in room.auto_start(|user| user != "ada", Millis(2)) {
        room.apply(entry).expect("the game starts");
    }
    tick(&mut room, 2 + FIRST_MOVE_TIMEOUT);
    assert_eq!(room.tournament_game_end(), absent([true, false]));
}

#[test]
fn a_player_who_does_not_make_their_first_move_is_absent() {
    let mut room = started();
    send(&mut room, 10, "ada", &Command::Play { action: "e2e4".to_owned() }).expect("a move");
    tick(&mut room, 10 + FIRST_MOVE_TIMEOUT);
    assert_eq!(room.tournament_game_end(), absent([false, true]));
    let mut room = started();
    tick(&mut room, 2 + FIRST_MOVE_TIMEOUT);
    assert_eq!(room.tournament_game_end(), absent([true, false]));
}

#[test]
fn a_game_is_played_out_without_abort_takeback_and_rematch() {
    let mut room = open();
    assert_eq!(send(&mut room, 1, "ada", &Command::Leave), Err(CommandError::InTournament));
    let mut room = started();
    assert_eq!(send(&mut room, 3, "ada", &Command::Abort), Err(CommandError::InTournament));
    send(&mut room, 4, "ada", &Command::Play { action: "e2e4".to_owned() }).expect("a move");
    let takeback = Command::Offer { offer: Offer::Takeback };
    assert_eq!(send(&mut room, 5, "ada", &takeback), Err(CommandError::TakebackDisabled));
    // Leaving before both have moved aborts other games.
    send(&mut room, 6, "bob", &Command::Leave).expect("an end");
    let won = TournamentGameEnd::Played { winner: Some(Side::First) };
    assert_eq!(room.tournament_game_end(), Some(won));
    let rematch = Command::Offer { offer: Offer::Rematch };
    assert_eq!(send(&mut room, 7, "bob", &rematch), Err(CommandError::InTournament));
}

fn time_left(room: &Room) -> [Option<u64>; 2] {
    let clocks = room.state(Audience::Spectator).clocks.expect("clocks");
    clocks.time_left.map(|left| left.map(|left| left.main))
}

#[test]
fn a_player_may_give_up_half_of_their_time_before_their_first_move() {
    let play = |action: &str| Command::Play { action: action.to_owned() };
    assert_eq!(send(&mut started(), 3, "ada", &Command::Berserk), Err(CommandError::BerserkDisabled));
    let mut room = open_in(TournamentRoom { code: "CUP234", berserk: true });
    assert_eq!(send(&mut room, 3, "ada", &Command::Berserk), Err(CommandError::NotStarted));
    let mut room = start(room);
    assert_eq!(send(&mut room, 3, "eve", &Command::Berserk), Err(CommandError::NotSeated));
    send(&mut room, 3, "bob", &Command::Berserk).expect("it is allowed");
    assert_eq!(time_left(&room), [Some(180_000), Some(90_000)]);
    assert_eq!(room.state(Audience::Spectator).berserked, [Side::Second]);
    assert_eq!(send(&mut room, 4, "bob", &Command::Berserk), Err(CommandError::TooLateToBerserk));
    send(&mut room, 5, "ada", &play("e2e4")).expect("a move");
    assert_eq!(send(&mut room, 6, "ada", &Command::Berserk), Err(CommandError::TooLateToBerserk));
    send(&mut room, 1_000, "bob", &play("e7e5")).expect("a move");
    send(&mut room, 2_000, "ada", &play("g1f3")).expect("a move");
    send(&mut room, 5_000, "bob", &play("b8c6")).expect("a move");
    assert_eq!(time_left(&room), [Some(181_000), Some(87_000)], "no increment");
    assert_eq!(
        Side::BOTH.map(|side| (room.has_berserked(side), room.count_moves(side))),
        [(false, 2), (true, 2)]
    );
    let replayed = Room::replay(room.log().to_vec()).expect("a log");
    assert_eq!(replayed.state(Audience::Spectator), room.state(Audience::Spectator));
}

#[test]
fn only_an_arena_lets_players_give_up_time() {
    let config = RoomConfig { berserk: true, ..config() };
    let entry = Room::opening_entry("K4T7QX", config, test_seed(3), player("ada"), Millis(0));
    assert_eq!(entry, Err(RoomConfigError::InTournament));
}

#[test]
fn a_game_that_a_moderator_closes_does_not_count_and_shows_the_reason() {
    let mut room = started();
    for entry in room.close("a bug in the rules", Millis(9)) {
        room.apply(entry).expect("it is possible");
    }
    assert_eq!(room.tournament_game_end(), absent([false, false]));
    let state = room.state(Audience::Spectator);
    assert_eq!(state.close_reason.as_deref(), Some("a bug in the rules"));
    assert_eq!(room.close("again", Millis(10)), [], "it is over");
}
