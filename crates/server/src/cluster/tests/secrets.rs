use serde_json::{Value, json};
use yipan_bus_seal::Seal;
use yipan_wire::{RoomConfig, SidePreference};

use super::client::Client;
use super::nodes::TestNodes;
use crate::cluster::bus::memory::MemoryBus;

/// Parts of messages to clients that differ between two runs of the same game: times and random bytes.
const VOLATILE: [&str; 6] =
    ["at", "clocks", "commitment", "contribution", "contributions", "disconnected_since"];

/// Parts of the header of a parcel that differ between two runs: numbers of links and sockets.
const VOLATILE_IN_HEADER: [&str; 4] = ["from", "link", "number", "to"];

/// The messages of a game on the bus.
struct Recording {
    /// The opened parcels for the node of the second player.
    parcels: Vec<Value>,
    /// The messages that the first player received.
    first_player: Vec<Value>,
    /// Every message as it was on the bus.
    sealed: Vec<Vec<u8>>,
    room: String,
}

/// Plays a game in fog whose first move only its player sees. The second player is on another node.
async fn record(name: &str, secret: &str) -> Recording {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open(name, &bus).await;
    let mut white = Client::connect(nodes.nodes[0].address).await;
    let mut black = Client::connect(nodes.nodes[1].address).await;
    let config = RoomConfig {
        modes: vec!["fog".to_owned()],
        host_side: SidePreference::First,
        auto_start: false,
        ..RoomConfig::default_for("chess")
    };
    let room = nodes.app(0).rooms.create_room(config, white.user.clone()).await.expect("a room");
    let sit = json!({"type": "sit", "contribution": "ab".repeat(32)});
    white.join_state(&room).await;
    white.accept(&room, 1, sit.clone()).await;
    black.join_state(&room).await;
    black.accept(&room, 2, sit).await;
    white.accept(&room, 3, json!({"type": "start"})).await;
    black.event(3).await;
    let mut first_player = white.accept(&room, 4, json!({"type": "play", "action": secret})).await;
    black.event(4).await;
    black.accept(&room, 5, json!({"type": "play", "action": "g8f6"})).await;
    first_player.push(white.event(5).await);
    black.accept(&room, 6, json!({"type": "chat", "text": "well"})).await;
    let key = nodes.app(0).store.signing_key().await.expect("the key");
    let seal = Seal::new(&key);
    let recorded = bus.recorded();
    let subject_end = format!(".{}.tell", nodes.nodes[1].id);
    let names = [
        (room.clone(), "ROOM"),
        (white.user.id.clone(), "WHITE"),
        (black.user.id.clone(), "BLACK"),
        (white.user.name.clone(), "White"),
        (black.user.name.clone(), "Black"),
    ];
    let opened =
        recorded.iter().filter(|message| message.subject.ends_with(&subject_end)).flat_map(|message| {
            let text = seal.open(&message.subject, &message.payload).expect("it is sealed");
            let text = String::from_utf8(text).expect("text");
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        });
    let parcels = opened.map(|line| normalized(&line, &names)).collect();
    let first_player = first_player.iter().map(|message| normalized(&message.to_string(), &names)).collect();
    let sealed = recorded.iter().map(|message| message.payload.to_vec()).collect();
    nodes.close().await;
    Recording { parcels, first_player, sealed, room }
}

/// Parses a line and removes what differs between two runs.
fn normalized(line: &str, names: &[(String, &str)]) -> Value {
    let line =
        names.iter().fold(line.to_owned(), |line, (name, replacement)| line.replace(name, replacement));
    let mut value: Value = serde_json::from_str(&line).expect("JSON");
    match value.get("link") {
        Some(_) => {
            if let Value::Object(fields) = &mut value {
                fields.retain(|name, _| !VOLATILE_IN_HEADER.contains(&name.as_str()));
            }
        }
        None => remove_volatile(&mut value),
    }
    value
}

fn remove_volatile(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !VOLATILE.contains(&name.as_str()));
            fields.values_mut().for_each(remove_volatile);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_volatile),
        _ => {}
    }
}

#[tokio::test]
async fn twin_games_give_the_node_of_one_viewer_the_same_plaintext() {
    let (one, other) = (record("secret-one", "b1c3").await, record("secret-two", "b1a3").await);
    assert_ne!(one.first_player, other.first_player, "the games differ");
    let events = one.parcels.iter().filter(|line| line["type"] == "event").count();
    assert!(events >= 5, "{events}");
    assert_eq!(one.parcels, other.parcels);
}

#[tokio::test]
async fn the_bus_shows_nothing_without_the_key() {
    let recording = record("sealed", "b1c3").await;
    assert!(recording.sealed.len() > 20, "{}", recording.sealed.len());
    for secret in [recording.room.as_str(), "b1c3", "g8f6", "well", "type", "event"] {
        let contains =
            |payload: &Vec<u8>| payload.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!recording.sealed.iter().any(contains), "{secret}");
    }
}
