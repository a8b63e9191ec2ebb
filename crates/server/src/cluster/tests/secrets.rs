use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};
use yipan_bus_seal::Seal;
use yipan_clock::Millis;
use yipan_record::Bytes32;
use yipan_room::{CommandContext, Room, RoomEvent};
use yipan_wire::{Command, Player, RoomConfig, SidePreference};

use super::client::Client;
use super::game::contribution;
use super::nodes::TestNodes;
use crate::cluster::bus::memory::MemoryBus;
use crate::cluster::bus::transport::BusMessage;
use crate::rooms::task::append_entries::create_entries;

/// Parts of messages to clients that differ between two runs of the same game: times and random bytes.
const VOLATILE: [&str; 4] = ["at", "clocks", "commitment", "disconnected_since"];

/// Parts of the header of a parcel that differ between two runs: numbers of links and sockets.
const VOLATILE_IN_HEADER: [&str; 4] = ["from", "link", "number", "to"];

/// Parts of requests, answers and announcements that differ between two runs: times, and numbers of links and sockets.
const VOLATILE_ELSEWHERE: [&str; 7] = ["until", "sent", "hears", "version", "count", "wait", "socket"];

/// The code of the room in every game.
const ROOM: &str = "K4T7QX";

/// A game between a player of each node.
#[derive(Clone, Copy)]
struct Script {
    modes: &'static [&'static str],
    rules: &'static [&'static str],
    /// The seed of its chance events.
    seed: Bytes32,
    /// The moves of both players, or none.
    moves: Option<[&'static str; 2]>,
}

/// The messages of a game on the bus.
struct Recording {
    /// The opened parcels for the node of the second player.
    parcels: Vec<Value>,
    /// The other opened messages that reached this node: requests, announcements, and answers that carry something.
    others: BTreeSet<String>,
    /// The messages that the first player received.
    first_player: Vec<Value>,
    /// The log of the room.
    log: Vec<String>,
    /// Every message as it was on the bus.
    sealed: Vec<BusMessage>,
    /// The ids and names of the players.
    players: Vec<String>,
}

impl Script {
    fn config(&self) -> RoomConfig {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        RoomConfig {
            modes: texts(self.modes),
            rules: texts(self.rules),
            host_side: SidePreference::First,
            auto_start: false,
            ..RoomConfig::default_for("chess")
        }
    }

    fn room(&self, host: &Player, now: Millis) -> Room {
        let opened = Room::opening_entry(ROOM, self.config(), self.seed, host.clone(), now);
        Room::new(opened.expect("the configuration is valid")).expect("a room")
    }

    /// Returns the chance events before the first move.
    fn chance_events(&self) -> Vec<String> {
        let [ada, bob] = ["ada", "bob"].map(|id| Player {
            id: id.to_owned(),
            name: id.to_owned(),
            level: None,
            rating: None,
            is_bot: false,
        });
        let mut room = self.room(&ada, Millis(0));
        let sit = || Command::Sit { contribution: contribution() };
        for (id, user, command) in [("1", &ada, sit()), ("2", &bob, sit()), ("3", &ada, Command::Start)] {
            let entries = room.decide(&CommandContext::new(user, id, Millis(0)), &command);
            for entry in entries.expect("the command is allowed") {
                room.apply(entry).expect("it was decided");
            }
        }
        let started = room.log().iter().find_map(|entry| match &entry.event {
            RoomEvent::Started { chance_events, .. } => Some(chance_events.clone()),
            _ => None,
        });
        started.expect("it has started")
    }

    /// Returns two seeds for which the second player learns the same at the start, and the rest differs.
    fn twin_seeds(self, known_to_second: impl Fn(&[String]) -> Vec<String>) -> [Script; 2] {
        // Nothing happens on the squares of the moves.
        let touches_no_move = |events: &[String]| {
            events.iter().all(|event| ["e2", "e3", "e4", "f6", "g8"].iter().all(|at| !event.ends_with(at)))
        };
        let mut known: HashMap<Vec<String>, (Bytes32, Vec<String>)> = HashMap::new();
        for number in 0..100_000_u32 {
            let mut seed = [7; 32];
            seed[..4].copy_from_slice(&number.to_be_bytes());
            let seed = Bytes32(seed);
            let script = Script { seed, ..self };
            let events = script.chance_events();
            if self.moves.is_some() && !touches_no_move(&events) {
                continue;
            }
            let (first, first_events) =
                known.entry(known_to_second(&events)).or_insert((seed, events.clone()));
            if *first != seed && (*first_events != events || self.moves.is_none()) {
                return [Script { seed: *first, ..self }, script];
            }
        }
        panic!("no two seeds agree in what the second player sees");
    }
}

/// Plays a game. The second player is on another node.
async fn record(name: &str, script: &Script) -> Recording {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open(name, &bus).await;
    let mut white = Client::connect(nodes.nodes[0].address).await;
    let mut black = Client::connect(nodes.nodes[1].address).await;
    let room = script.room(&white.user, nodes.app(0).rooms.services.clock.millis());
    nodes.app(0).store.append(create_entries(&room, 1).expect("entries")).await.expect("a room");
    let sit = json!({"type": "sit", "contribution": contribution()});
    white.join_state(ROOM).await;
    white.accept(ROOM, 1, sit.clone()).await;
    black.join_state(ROOM).await;
    black.accept(ROOM, 2, sit).await;
    let mut first_player = white.accept(ROOM, 3, json!({"type": "start"})).await;
    black.event(3).await;
    let mut seq = 4;
    if let Some([first, second]) = script.moves {
        first_player.extend(white.accept(ROOM, 4, json!({"type": "play", "action": first})).await);
        black.event(4).await;
        black.accept(ROOM, 5, json!({"type": "play", "action": second})).await;
        first_player.push(white.event(5).await);
        seq = 6;
    }
    black.accept(ROOM, seq, json!({"type": "chat", "text": "well"})).await;
    let handle = nodes.app(1).rooms.room_handle(ROOM).await.expect("the store works");
    handle.expect("the room exists").state(black.user.id.clone()).await.expect("a state");
    let key = nodes.app(0).store.signing_key().await.expect("the key");
    let [own_node, other_node] = [1, 0].map(|node: usize| nodes.nodes[node].id.to_string());
    let names = [
        (white.user.id.clone(), "WHITE"),
        (black.user.id.clone(), "BLACK"),
        (white.user.name.clone(), "White"),
        (black.user.name.clone(), "Black"),
        (own_node.clone(), "TWO"),
        (other_node, "ONE"),
    ];
    let sealed = bus.recorded();
    let (parcels, others) = opened_for(&own_node, &sealed, &Seal::new(&key), &names);
    let first_player = first_player.iter().map(|message| normalized(&message.to_string(), &names)).collect();
    let log = nodes.app(0).store.log(ROOM, 0).await.expect("a log");
    let players =
        [&white.user, &black.user].into_iter().flat_map(|user| [user.id.clone(), user.name.clone()]);
    let players = players.collect();
    nodes.close().await;
    Recording { parcels, others, first_player, log, sealed, players }
}

/// Opens what other nodes sent to a node: the lines of parcels in order, and all other messages.
fn opened_for(
    node: &str,
    messages: &[BusMessage],
    seal: &Seal,
    names: &[(String, &str)],
) -> (Vec<Value>, BTreeSet<String>) {
    let [ask, tell] = ["ask", "tell"].map(|kind| format!(".{node}.{kind}"));
    let (mut parcels, mut others, mut expected) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for message in messages {
        let text = seal.open(&message.subject, &message.payload).expect("it is sealed");
        let text = String::from_utf8(text).expect("text");
        if message.subject.ends_with(&tell) {
            parcels.extend(text.lines().map(|line| normalized(line, names)));
            continue;
        }
        let content: Value = serde_json::from_str(&text).expect("JSON");
        if content["from"] == node {
            // It knows what it says itself, and waits for the answer.
            expected.extend(message.reply.clone());
            continue;
        }
        let is_to_all = message.subject.ends_with(".all") || message.subject.ends_with(&ask);
        // An answer that is a word says how far a request came.
        let is_answer = expected.contains(&message.subject) && content.is_object();
        if is_to_all || is_answer {
            let mut content = normalized(&text, names);
            remove(&mut content, &VOLATILE_ELSEWHERE);
            others.insert(content.to_string());
        }
    }
    (parcels, others)
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
        None => remove(&mut value, &VOLATILE),
    }
    value
}

fn remove(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(fields) => {
            // The `at` of an effect is a cell, not a time.
            fields.retain(|name, value| !names.contains(&name.as_str()) || name == "at" && value.is_string());
            fields.values_mut().for_each(|value| remove(value, names));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| remove(value, names)),
        _ => {}
    }
}

const FOG: Script =
    Script { modes: &["fog"], rules: &[], seed: Bytes32([7; 32]), moves: Some(["b1c3", "g8f6"]) };

/// Asserts that the node of the second player cannot tell two games apart.
async fn assert_twins(name: &str, [one, other]: [Script; 2]) -> [Recording; 2] {
    let one = record(&format!("{name}-one"), &one).await;
    let other = record(&format!("{name}-two"), &other).await;
    assert_ne!(one.log, other.log, "the games differ");
    let events = one.parcels.iter().filter(|line| line["type"] == "event").count();
    assert!(events >= 3, "{events}");
    assert!(one.others.iter().any(|message| message.contains("\"state\"")), "{:?}", one.others);
    assert!(one.others.iter().any(|message| message.contains("\"alive\"")), "{:?}", one.others);
    assert_eq!(one.parcels, other.parcels);
    assert_eq!(one.others, other.others);
    [one, other]
}

#[tokio::test]
async fn twin_games_in_fog_give_the_node_of_one_viewer_the_same_plaintext() {
    let [one, other] = assert_twins("fog", [FOG, Script { moves: Some(["b1a3", "g8f6"]), ..FOG }]).await;
    assert_ne!(one.first_player, other.first_player, "the games differ");
}

#[tokio::test]
async fn twin_games_with_other_private_portals_give_the_same_plaintext() {
    let script =
        Script { modes: &["portals"], rules: &["portals=private"], moves: Some(["e2e4", "g8f6"]), ..FOG };
    // Those of the first player are placed first.
    let [one, other] = assert_twins("portals", script.twin_seeds(|events| events[2..].to_vec())).await;
    assert_ne!(one.first_player, other.first_player, "the first player sees them");
}

#[tokio::test]
async fn twin_games_with_other_mines_give_the_same_plaintext() {
    let script = Script { modes: &["mines"], moves: Some(["e2e4", "g8f6"]), ..FOG };
    let [one, other] = assert_twins("mines", script.twin_seeds(|_| Vec::new())).await;
    assert_eq!(one.first_player, other.first_player, "neither player sees them");
}

#[tokio::test]
async fn twin_games_with_another_seed_of_the_dice_to_come_give_the_same_plaintext() {
    for mode in [&["dice-a"], &["dice-b"]] {
        let script = Script { modes: mode, moves: None, ..FOG };
        assert_twins(mode[0], script.twin_seeds(<[String]>::to_vec)).await;
    }
}

#[tokio::test]
async fn the_bus_shows_nothing_without_the_key() {
    let recording = record("sealed", &FOG).await;
    assert!(recording.sealed.len() > 20, "{}", recording.sealed.len());
    let secrets = [ROOM, "b1c3", "g8f6", "well", "type", "event"].into_iter();
    for secret in secrets.chain(recording.players.iter().map(String::as_str)) {
        let is_shown = |text: &[u8]| text.windows(secret.len()).any(|window| window == secret.as_bytes());
        for message in &recording.sealed {
            assert!(!is_shown(&message.payload), "{secret}");
            assert!(!is_shown(message.subject.as_bytes()), "{secret}: {}", message.subject);
            assert!(!message.reply.as_ref().is_some_and(|reply| is_shown(reply.as_bytes())), "{secret}");
        }
    }
}
