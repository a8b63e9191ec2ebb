//! Planted faults, each of which the audit must report.

use std::time::{Duration, Instant};

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_room::{Audience, CommandContext, LogEntry, Room, RoomEvent};
use yipan_wire::{Command, Player, RoomConfig, SidePreference};

use super::audit::{AuditResult, compare};
use super::clock_model;
use super::measurements::{AckedMove, Measurements, PlayerState};
use super::room_logs::RoomLogs;

const ROOM: &str = "K4T7QX8M";
const MOVES: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

/// The time between two moves.
const THINKING: Duration = Duration::from_millis(500);

/// A game of four moves, as it was logged and as its players saw it.
struct Played {
    log: Vec<LogEntry>,
    measurements: Measurements,
    started_at: Instant,
}

impl Played {
    fn new() -> Played {
        let player = |id: &str| Player {
            id: id.to_owned(),
            name: id.to_owned(),
            level: None,
            rating: None,
            is_bot: false,
        };
        let players = [player("ada"), player("bob")];
        let config = RoomConfig {
            clock: clock_model::time_control(),
            host_side: SidePreference::First,
            ..RoomConfig::default_for("chess")
        };
        let opened = Room::opening_entry(ROOM, config, Bytes32([7; 32]), players[0].clone(), Millis(0));
        let mut room = Room::new(opened.expect("a valid configuration")).expect("an opening entry");
        let sit = |byte| Command::Sit { contribution: Bytes32([byte; 32]).to_string() };
        let mut run = |player: &Player, id: &str, at: u64, command: &Command| {
            let seq = room.log().len() as u64;
            let entries = room.decide(&CommandContext::new(player, id, Millis(at)), command);
            for entry in entries.expect("a legal command") {
                room.apply(entry).expect("a valid entry");
            }
            seq
        };
        run(&players[0], "sit", 1, &sit(1));
        run(&players[1], "sit", 2, &sit(2));
        run(&players[0], "start", 3, &Command::Start);
        let started_at = Instant::now();
        let mut measurements = Measurements::default();
        let step = THINKING.as_millis() as u64;
        for (number, action) in (1_u32..).zip(MOVES) {
            let player = &players[(number as usize + 1) % 2];
            let (id, command) = (number.to_string(), Command::Play { action: action.to_owned() });
            let seq = run(player, &id, 3 + u64::from(number) * step, &command);
            let sent_at = started_at + number * THINKING;
            measurements.acked_moves.push(AckedMove {
                room: ROOM.to_owned(),
                user_id: player.id.clone(),
                id,
                seq,
                sent_at,
                acked_at: sent_at,
                thinking: THINKING,
                generator_delay: Duration::ZERO,
            });
        }
        for side in Side::BOTH {
            let state = Box::new(room.state(Audience::Player(side)));
            measurements.player_states.push(PlayerState { side, state });
        }
        Played { log: room.log().to_vec(), measurements, started_at }
    }

    /// Audits the game, with a fault during all of it.
    fn audit(&self) -> AuditResult {
        self.audit_numbered(|index| index as u64)
    }

    fn audit_numbered(&self, seq: impl Fn(usize) -> u64) -> AuditResult {
        let mut logs = RoomLogs::default();
        for (index, entry) in self.log.iter().enumerate() {
            logs.add(ROOM.to_owned(), seq(index), entry.clone());
        }
        let fault = (self.started_at, self.started_at + Duration::from_secs(60));
        compare(&logs, &self.measurements, &[fault]).0
    }

    fn last_move(&self) -> usize {
        let is_move = |entry: &LogEntry| matches!(entry.event, RoomEvent::Played { .. });
        self.log.iter().rposition(is_move).expect("a move")
    }
}

#[test]
fn an_intact_log_has_nothing_to_report() {
    let expected =
        AuditResult { logged: 4, states_compared: 2, moves_during_faults: 4, ..AuditResult::default() };
    assert_eq!(Played::new().audit(), expected);
}

#[test]
fn an_acknowledged_move_that_is_not_in_the_log_is_lost() {
    let mut played = Played::new();
    played.log.truncate(played.last_move());
    let audit = played.audit();
    assert_eq!((audit.lost, audit.logged), (1, 3));
    assert_eq!(audit.wrong_states, 2, "and the players have seen it");
}

#[test]
fn a_move_that_was_acknowledged_with_another_number_is_lost() {
    let mut played = Played::new();
    played.measurements.acked_moves[1].seq -= 1;
    assert_eq!(played.audit().lost, 1);
}

#[test]
fn a_command_that_is_in_the_log_twice_is_duplicated() {
    let mut played = Played::new();
    let last = played.log[played.last_move()].clone();
    played.log.push(last);
    let audit = played.audit();
    assert_eq!((audit.duplicated, audit.lost), (1, 0));
}

#[test]
fn a_number_that_is_missing_or_repeated_in_the_log_is_a_gap() {
    let played = Played::new();
    let last = played.log.len() - 1;
    assert_eq!(played.audit_numbered(|index| (index + usize::from(index == last)) as u64).gaps, 1);
    assert_eq!(played.audit_numbered(|index| (index - usize::from(index == last)) as u64).gaps, 1);
}

#[test]
fn a_player_who_saw_another_room_is_reported() {
    let mut played = Played::new();
    played.measurements.player_states[1].state.moves.pop();
    let audit = played.audit();
    assert_eq!((audit.wrong_states, audit.lost), (1, 0));
}

#[test]
fn time_by_which_the_generator_was_late_is_not_lost() {
    let mut played = Played::new();
    let last = played.last_move();
    played.log[last].at = played.log[last].at + Millis(300);
    let moves = &mut played.measurements.acked_moves;
    moves.last_mut().expect("a move").generator_delay = Duration::from_millis(200);
    assert_eq!(played.audit().max_lost_time_ms, 100);
}

#[test]
fn time_that_a_fault_took_from_a_player_is_reported() {
    let mut played = Played::new();
    let last = played.last_move();
    played.log[last].at = played.log[last].at + Millis(3_000);
    let audit = played.audit();
    assert_eq!((audit.max_lost_time_ms, audit.ordinary_delay_ms), (3_000, 0));
    played.started_at += Duration::from_secs(60);
    let audit = played.audit();
    assert_eq!((audit.max_lost_time_ms, audit.ordinary_delay_ms), (0, 3_000), "without a fault");
}
