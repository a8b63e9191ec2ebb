//! Clients that play a tournament to its end, and checks of its log.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use yipan_server::StoreLocation;

use crate::net::{Client, http};

/// Sends a request about a tournament and returns its status and answer.
pub(crate) async fn request(
    address: SocketAddr,
    cookie: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> (u16, Value) {
    let path = format!("/api/tournaments{path}");
    let reply = http(address, method, &path, &[("Cookie", cookie)], &body.to_string()).await;
    (reply.status, reply.json())
}

/// Creates a tournament of liuzichong and returns its code.
pub(crate) async fn create(address: SocketAddr, cookie: &str, change: &Value) -> String {
    let (status, state) = request(address, cookie, "POST", "", &new_tournament(change)).await;
    assert_eq!(status, 201, "{state}");
    state["summary"]["code"].as_str().expect("a code").to_owned()
}

/// Returns the description of a tournament with changes.
pub(crate) fn new_tournament(change: &Value) -> Value {
    let mut config = json!({"name": "Cup", "room": {"game": "liuzichong", "clock": "3+2"}});
    for (key, value) in change.as_object().expect("an object") {
        config[key] = value.clone();
    }
    json!({"config": config})
}

pub(crate) async fn join(address: SocketAddr, cookie: &str, code: &str) -> Value {
    let (status, state) = request(address, cookie, "PUT", &format!("/{code}/player"), &json!({})).await;
    assert_eq!(status, 200, "{state}");
    state
}

pub(crate) async fn state(address: SocketAddr, cookie: &str, code: &str, seen: Option<u64>) -> Value {
    let query = seen.map(|seen| format!("?seen={seen}")).unwrap_or_default();
    let (status, state) = request(address, cookie, "GET", &format!("/{code}{query}"), &json!(null)).await;
    assert_eq!(status, 200, "{state}");
    state
}

/// Waits until a tournament is as a test wants it.
pub(crate) async fn wait_for(
    address: SocketAddr,
    cookie: &str,
    code: &str,
    is_reached: impl Fn(&Value) -> bool,
) -> Value {
    let started = std::time::Instant::now();
    let mut seen = None;
    loop {
        let state = state(address, cookie, code, seen).await;
        if is_reached(&state) {
            return state;
        }
        assert!(started.elapsed() < 2 * crate::net::TIMEOUT, "{state}");
        seen = state["version"].as_u64();
    }
}

/// Creates accounts and returns their cookies.
pub(crate) async fn accounts(address: SocketAddr, count: usize) -> Vec<String> {
    let mut cookies = Vec::new();
    for number in 0..count {
        cookies.push(Client::connect_account(address, &format!("bot-{number}")).await.cookie);
    }
    cookies
}

/// Starts a client for each session, which plays every game of a tournament until its end.
pub(crate) fn start_bots(address: SocketAddr, cookies: &[String], code: &str) -> JoinSet<()> {
    let mut bots = JoinSet::new();
    for cookie in cookies {
        bots.spawn(play_all(address, cookie.clone(), code.to_owned()));
    }
    bots
}

async fn play_all(address: SocketAddr, cookie: String, code: String) {
    let mut client = Client::connect_with_cookie(address, &cookie).await;
    let (mut seen, mut played) = (None, BTreeSet::new());
    loop {
        let state = state(address, &cookie, &code, seen).await;
        if state["summary"]["stage"] == "finished" {
            return;
        }
        seen = state["version"].as_u64();
        if let Some(room) = state["me"]["room"].as_str()
            && played.insert(room.to_owned())
        {
            // The opponent of a game that was paired at the end may not come.
            tokio::select! {
                () = play_game(&mut client, room) => {}
                () = wait_for_end(address, &cookie, &code) => return,
            }
        }
    }
}

async fn wait_for_end(address: SocketAddr, cookie: &str, code: &str) {
    let mut seen = None;
    loop {
        let state = state(address, cookie, code, seen).await;
        if state["summary"]["stage"] == "finished" {
            return;
        }
        seen = state["version"].as_u64();
    }
}

/// Sits down and plays: the second side resigns at once.
pub(crate) async fn play_game(client: &mut Client, room: &str) {
    let mut state = client.join(room).await;
    if state["phase"] == "waiting" {
        let sit = json!({"type": "sit", "contribution": "01".repeat(32)});
        let reply = client.command(room, 1 << 40, sit).await;
        // After a restart they may have sat down before.
        let is_seated = ["already-seated", "already-started"]
            .contains(&reply["error"]["code"].as_str().unwrap_or_default());
        assert!(reply["type"] == "ack" || is_seated, "{reply}");
        // The start may have been published before the answer.
        state = client.join(room).await;
        while state["phase"] == "waiting" {
            // The opponent may not come.
            match client.receive("event").await["event"]["type"].as_str() {
                Some("started") => state["phase"] = json!("playing"),
                Some("ended") => state["phase"] = json!("over"),
                _ => {}
            }
        }
    }
    if state["host"]["id"] != client.id.as_str() && state["phase"] != "over" {
        let reply = client.command(room, 1 << 40, json!({"type": "resign"})).await;
        assert!(reply["type"] == "ack" || reply["error"]["code"] == "game-over", "{reply}");
    }
}

/// The games of a log, with their players and winners.
pub(crate) struct PlayedTournament {
    /// The players of each game, and the winning side or `none` for a draw: no text if the game has no result.
    pub(crate) games: Vec<([u64; 2], Option<&'static str>)>,
    /// The players with a bye, by round.
    pub(crate) byes: Vec<Vec<u64>>,
    /// The rounds by their games.
    pub(crate) rounds: usize,
}

/// Reads the log of a tournament from a closed store. Checks that no player is ever in two games, that every game has a
/// room of its own, and that the result is that of the room's log.
pub(crate) async fn check_log(location: &StoreLocation, code: &str) -> PlayedTournament {
    let store = location.open().await.expect("a store");
    let mut played = PlayedTournament { games: Vec::new(), byes: Vec::new(), rounds: 0 };
    let mut busy = BTreeSet::new();
    let mut rooms: BTreeMap<String, usize> = BTreeMap::new();
    for line in store.tournament_log(code, 0).await.expect("a log") {
        let entry: Value = serde_json::from_str(&line).expect("JSON");
        let event = &entry["event"];
        match event["event"].as_str() {
            Some("paired") => {
                let games = event["games"].as_array().expect("games");
                // A round of byes alone has none.
                let codes = entry["rooms"].as_array().map_or(&[][..], Vec::as_slice);
                assert_eq!(games.len(), codes.len(), "every game has a room: {line}");
                for (game, room) in games.iter().zip(codes) {
                    let players = ["first", "second"].map(|side| game[side].as_u64().expect("a player"));
                    for player in players {
                        assert!(busy.insert(player), "player {player} is in two games: {line}");
                    }
                    let room = room.as_str().expect("a code").to_owned();
                    assert_eq!(rooms.insert(room, played.games.len()), None, "one room, one game: {line}");
                    played.games.push((players, None));
                }
                played.rounds += 1;
                let byes = event["byes"].as_array().expect("byes");
                played.byes.push(byes.iter().filter_map(Value::as_u64).collect());
            }
            Some(kind @ ("ended" | "voided")) => {
                let game = event["game"].as_u64().expect("a game") as usize;
                for player in played.games[game].0 {
                    assert!(busy.remove(&player), "player {player} was not playing: {line}");
                }
                played.games[game].1 = (kind == "ended").then(|| match event["winner"].as_str() {
                    Some("first") => "first",
                    Some("second") => "second",
                    _ => "none",
                });
            }
            _ => {}
        }
    }
    for (room, game) in &rooms {
        let Some(winner) = played.games[*game].1 else { continue };
        let log = store.log(room, 0).await.expect("a log");
        let events: Vec<Value> = log
            .iter()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["event"].clone())
            .collect();
        assert_eq!(result_of(&events), Some(winner), "room {room}");
    }
    store.close().await.expect("it closes");
    played
}

/// Returns the result of a game of a tournament by the log of its room; `None` if it counts for neither player.
///
/// One that was aborted is lost by the side that did not come, or did not make its first move.
fn result_of(events: &[Value]) -> Option<&str> {
    let of_type = |kind: &'static str| events.iter().filter(move |event| event["type"] == kind);
    let ends: Vec<_> = of_type("ended").collect();
    let [end] = ends[..] else { panic!("{} ends", ends.len()) };
    if end["reason"] != "aborted" {
        return Some(end["winner"].as_str().unwrap_or("none"));
    }
    if of_type("closed").next().is_some() {
        return None;
    }
    if of_type("started").next().is_some() {
        return Some(if of_type("played").count() == 0 { "second" } else { "first" });
    }
    let opened = of_type("opened").next().expect("the first entry");
    let has_come = |player: &Value| of_type("seated").any(|seated| seated["player"]["id"] == player["id"]);
    match [&opened["host"], &opened["guest"]].map(has_come) {
        [true, false] => Some("first"),
        [false, true] => Some("second"),
        [true, true] | [false, false] => None,
    }
}
