//! The time that waits within the service cost a player.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::{Language, Side};
use yipan_room::{LogEntry, Room, RoomEvent};
use yipan_wire::Command;

use super::client::Client;
use super::game::Game;
use super::nodes::{TIMEOUT, TestNodes, eventually};
use crate::cluster::bus::memory::{Fate, MemoryBus};
use crate::cluster::bus::transport::BusMessage;
use crate::net::websocket::outbox::Outbox;
use crate::net::websocket::socket_outbox::SocketOutbox;
use crate::rooms::room_message::RoomMessage;

/// Reads the log of a game.
async fn log(nodes: &TestNodes, game: &Game) -> Vec<LogEntry> {
    let lines = nodes.app(0).store.log(&game.room, 0).await.expect("a log");
    lines.iter().map(|line| serde_json::from_str(line).expect("an entry")).collect()
}

/// Waits for the next event of a kind. On a busy machine refunds for slow moves may come before it.
async fn event_of_kind(client: &mut Client, kind: &str) -> Value {
    loop {
        let event = client.receive("event").await;
        if event["event"]["type"] == kind {
            return event;
        }
    }
}

/// Starts a timed game in which both sides have moved, so that White's clock runs.
async fn start_game(nodes: &TestNodes) -> Game {
    let mut game = Game::start_with_clock(nodes, "5+3").await;
    for action in ["e2e4", "e7e5"] {
        game.play(action).await;
    }
    game
}

const fn is_outage(entry: &LogEntry) -> bool {
    matches!(entry.event, RoomEvent::Outage { .. })
}

#[tokio::test]
async fn a_clock_that_stands_gets_no_refund_for_a_move_that_was_not_seen() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("stands", &bus).await;
    let mut game = start_game(&nodes).await;
    bus.set_cut("two", true);
    event_of_kind(&mut game.white, "paused").await;
    let paused = event_of_kind(&mut game.white, "reconnected").await["seq"].as_u64().expect("a number");
    let seen = game.white.next_seq.expect("a state");
    game.white.accept(&game.room, seen, json!({"type": "play", "action": "g1f3"})).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    bus.set_cut("two", false);
    // Black's clock starts when their node is back.
    event_of_kind(&mut game.white, "reconnected").await;
    game.black.event(game.white.next_seq.expect("a state") - 1).await;
    game.is_white_to_move = false;
    game.play("b8c6").await;
    let log = log(&nodes, &game).await;
    let moved = usize::try_from(game.seq - 1).expect("a short log");
    let since_pause = &log[usize::try_from(paused).expect("a short log")..moved];
    assert!(!since_pause.iter().any(is_outage), "{since_pause:?}");
    nodes.close().await;
}

#[tokio::test]
async fn a_move_that_waits_for_its_room_counts_as_of_its_receipt() {
    let nodes = TestNodes::open("receipt", &MemoryBus::default()).await;
    let mut game = start_game(&nodes).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let app = nodes.app(0);
    let (sender, _items) = mpsc::channel(64);
    let budget = app.send_budgets.open([192, 0, 2, 1].into());
    let waited = Duration::from_millis(200);
    let received = Instant::now().checked_sub(waited).expect("the machine runs for longer");
    let received_at = app.clock.millis_at(received);
    let message = RoomMessage::Command {
        socket: 1,
        user: game.white.user.clone(),
        command_id: "waited".to_owned(),
        seen: game.white.next_seq,
        lag: Millis::ZERO,
        received,
        heard: None,
        shown: None,
        command: Command::Play { action: "g1f3".to_owned() },
        language: Language::English,
        outbox: Outbox::Socket(SocketOutbox { sender, close_notify: Arc::new(Notify::new()), budget }),
    };
    let room = app.rooms.room_sender(&game.room).await.expect("the store works").expect("the room");
    room.send(message).await.expect("the room is in memory");
    let played = event_of_kind(&mut game.black, "played").await["seq"].as_u64().expect("a number");
    let refund = game.black.event(played + 1).await;
    assert_eq!(refund["event"]["type"], "resumed", "the opponent could not see it before");
    let log = log(&nodes, &game).await;
    let [.., played, refund] = &log[..] else { panic!("{log:?}") };
    assert!(played.at <= received_at + Millis(20), "{played:?} {received_at}");
    assert_eq!(refund.event, RoomEvent::Outage { since: played.at });
    nodes.close().await;
}

#[tokio::test]
async fn a_move_that_an_outage_rejected_costs_nothing_after_it() {
    let nodes = TestNodes::open("rejected", &MemoryBus::default()).await;
    let mut game = start_game(&nodes).await;
    let slots = &nodes.app(0).rooms.services.slots;
    slots.extend_lease(Instant::now());
    game.white.receive("suspended").await;
    let (room, seen) = (game.room.clone(), game.white.next_seq);
    let command = json!({"type": "play", "action": "g1f3"});
    let play = json!({"type": "command", "room": room, "id": "again", "seen": seen, "command": command});
    game.white.send(play.clone()).await;
    game.white.receive("rejected").await;
    slots.extend_lease(Instant::now() + TIMEOUT);
    event_of_kind(&mut game.white, "resumed").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    game.white.send(play).await;
    let acknowledged = game.white.receive("ack").await["seq"].as_u64();
    let seq = acknowledged.and_then(|seq| usize::try_from(seq).ok()).expect("a number");
    let log = log(&nodes, &game).await;
    assert!(is_outage(&log[seq - 1]) && log[seq].at == log[seq - 1].at, "{log:?}");
    nodes.close().await;
}

#[tokio::test]
async fn a_game_that_is_handed_over_during_an_outage_is_paused() {
    let mut nodes = TestNodes::open("suspended", &MemoryBus::default()).await;
    let mut game = start_game(&nodes).await;
    let slots = Arc::clone(&nodes.app(0).rooms.services.slots);
    slots.extend_lease(Instant::now());
    game.white.receive("suspended").await;
    nodes.hand_over_room(&game.room, 0, 1).await;
    slots.extend_lease(Instant::now() + TIMEOUT);
    // The log does not say for how long the clock stood, so the next owner takes the last entry for the beginning.
    event_of_kind(&mut game.white, "paused").await;
    let log = log(&nodes, &game).await;
    let moved =
        log.iter().rposition(|entry| matches!(entry.event, RoomEvent::Played { .. })).expect("a move");
    assert!(matches!(log[moved + 1].event, RoomEvent::Restarted), "{log:?}");
    nodes.close().await;
}

#[tokio::test]
async fn a_player_whom_a_node_sends_away_is_not_charged_until_they_are_back() {
    let nodes = TestNodes::open("dismissed", &MemoryBus::default()).await;
    let mut game = start_game(&nodes).await;
    game.play("g1f3").await;
    nodes.app(1).dismissals.dismiss(Duration::ZERO);
    game.black.receive("shutting-down").await;
    event_of_kind(&mut game.white, "disconnected").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut black = Client::connect_with(nodes.nodes[0].address, Some(&game.black.cookie)).await;
    black.join(&game.room, game.black.next_seq).await;
    event_of_kind(&mut black, "resumed").await;
    let log = log(&nodes, &game).await;
    let away = log.iter().find(|entry| matches!(entry.event, RoomEvent::Disconnected { .. }));
    let (away, last) = (away.expect("Black was away").at, log.last().expect("entries"));
    let RoomEvent::Outage { since } = last.event else { panic!("{log:?}") };
    assert!(since <= away && away < last.at, "{log:?}");
    nodes.close().await;
}

#[tokio::test]
async fn a_player_who_changes_nodes_after_a_take_over_is_not_charged_until_they_are_back() {
    let mut nodes = TestNodes::open("take-over", &MemoryBus::default()).await;
    let mut game = start_game(&nodes).await;
    game.play("g1f3").await;
    game.play("b8c6").await;
    let room = game.room.clone();
    nodes.move_room(&room, 0, 1, Duration::from_millis(50)).await;
    // Both follow, and the clock of White runs.
    game.play("f3g1").await;
    let mut black = Client::connect_with(nodes.nodes[0].address, Some(&game.black.cookie)).await;
    let next_seq = game.black.next_seq;
    drop(std::mem::replace(&mut game.black, Client::connect(nodes.nodes[0].address).await));
    event_of_kind(&mut game.white, "disconnected").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    black.join(&room, next_seq).await;
    event_of_kind(&mut black, "resumed").await;
    let log = log(&nodes, &game).await;
    let away = log.iter().rfind(|entry| matches!(entry.event, RoomEvent::Disconnected { .. }));
    let (away, last) = (away.expect("Black was away").at, log.last().expect("entries"));
    let RoomEvent::Outage { since } = last.event else { panic!("{log:?}") };
    assert!(since <= away && away < last.at, "{log:?}");
    nodes.close().await;
}

/// Returns what the log charges Black for their second move.
fn charged_to_black(log: &[LogEntry]) -> Millis {
    let room = Room::replay(log.iter().cloned()).expect("a valid log");
    let at = log.last().expect("entries").at;
    // The first move of each side is free.
    Millis(300_000 + 3_000) - room.turn_time_left(Side::Second, at).expect("a clock")
}

#[tokio::test]
async fn a_move_that_reaches_the_opponent_late_costs_them_nothing() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("late", &bus).await;
    let mut game = start_game(&nodes).await;
    bus.set_delay(Duration::from_millis(400));
    game.play("g1f3").await;
    game.play("b8c6").await;
    let log = log(&nodes, &game).await;
    assert!(charged_to_black(&log) < Millis(300), "{log:?}");
    nodes.close().await;
}

/// Lets Black come back on another connection and play.
async fn come_back_and_play(nodes: &TestNodes, game: &Game, next_seq: Option<u64>) {
    let mut black = Client::connect_with(nodes.nodes[1].address, Some(&game.black.cookie)).await;
    black.join(&game.room, next_seq).await;
    let back = event_of_kind(&mut black, "reconnected").await["seq"].as_u64().expect("a number");
    let (room, command) = (&game.room, json!({"type": "play", "action": "b8c6"}));
    let play = json!({"type": "command", "room": room, "id": "back", "seen": back + 1, "command": command});
    black.send(play).await;
    black.receive("ack").await;
}

#[tokio::test]
async fn the_answer_to_a_join_costs_the_player_nothing() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("join", &bus).await;
    let mut game = start_game(&nodes).await;
    game.black.close().await;
    event_of_kind(&mut game.white, "disconnected").await;
    let seen = game.white.next_seq.expect("a state");
    game.white.accept(&game.room, seen, json!({"type": "play", "action": "g1f3"})).await;
    bus.set_delay(Duration::from_millis(700));
    come_back_and_play(&nodes, &game, game.black.next_seq).await;
    let log = log(&nodes, &game).await;
    let moved = log.iter().rfind(|entry| matches!(entry.event, RoomEvent::Played { side: Side::First, .. }));
    let back = log.iter().rfind(|entry| matches!(entry.event, RoomEvent::Reconnected { .. }));
    let away = back.expect("Black is back").at - moved.expect("White has moved").at;
    assert!(charged_to_black(&log) < away + Millis(400), "{log:?}");
    nodes.close().await;
}

#[tokio::test]
async fn a_player_who_joins_again_gets_no_time_back() {
    let nodes = TestNodes::open("again", &MemoryBus::default()).await;
    let mut game = start_game(&nodes).await;
    game.play("g1f3").await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    game.black.close().await;
    event_of_kind(&mut game.white, "disconnected").await;
    // Black asks for White's move once more.
    let from = game.black.next_seq.map(|next| next - 1);
    come_back_and_play(&nodes, &game, from).await;
    let log = log(&nodes, &game).await;
    assert!(charged_to_black(&log) >= Millis(500), "{log:?}");
    nodes.close().await;
}

#[tokio::test]
async fn an_outage_has_one_entry_however_often_a_node_joins_again() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("one-entry", &bus).await;
    let mut game = start_game(&nodes).await;
    let is_parcel = |message: &BusMessage| message.subject.ends_with(".tell");
    let parcels = || bus.recorded().iter().filter(|message| is_parcel(message)).count();
    let before = parcels();
    bus.set_fate(move |message| if is_parcel(message) { Fate::Lose } else { Fate::Deliver });
    let seen = game.white.next_seq.expect("a state");
    let moved = game.white.accept(&game.room, seen, json!({"type": "play", "action": "g1f3"})).await;
    let moved = moved.last().expect("a reply")["seq"].as_u64().expect("a number");
    // Black's node notices the lost move, and joins again until what it missed arrives: a replay and two parcels each time.
    eventually(|| parcels() > before + 12).await;
    bus.clear_fate();
    game.black.event(moved).await;
    game.is_white_to_move = false;
    game.play("b8c6").await;
    let log = log(&nodes, &game).await;
    let since_move = &log[usize::try_from(moved).expect("a short log")..];
    assert_eq!(since_move.iter().filter(|entry| is_outage(entry)).count(), 1, "{log:?}");
    assert!(charged_to_black(&log) < Millis(500), "{log:?}");
    nodes.close().await;
}
