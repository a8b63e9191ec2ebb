//! Rated games: who may play them, what they change, and the profile that shows it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yipan_server::rebuild_ratings;

use crate::net::{Client, TIMEOUT, TestDir, TestServer, create_room, generous_limits, http, start_game_of};

fn rated() -> Value {
    json!({"game": "chess", "clock": "3+2", "rated": true})
}

async fn get(address: SocketAddr, path: &str) -> Value {
    http(address, "GET", path, &[], "").await.json()
}

/// Returns what a game has changed, as soon as it is rated.
async fn changes(address: SocketAddr, room: &str) -> Value {
    let started = Instant::now();
    loop {
        let ratings = get(address, &format!("/api/rooms/{room}/ratings")).await;
        if !ratings["changes"].is_null() {
            return ratings;
        }
        assert!(started.elapsed() < TIMEOUT, "{ratings}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_rated_game_needs_a_clock_default_rules_random_sides_and_two_accounts() {
    let dir = TestDir::new("rated-needs");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut guest = Client::connect_guest(address).await;
    for (change, reason) in [
        (json!({"clock": "inf"}), "needs a clock"),
        (json!({"clock": "3+2 v 1+0"}), "the same clock"),
        (json!({"rules": ["draws=claimed"]}), "default rules"),
        (json!({"position": "8/8/8/8/8/4k3/8/4K2R w - - 0 1"}), "standard position"),
        (json!({"host_side": "first"}), "random sides"),
    ] {
        let mut config = rated();
        for (key, value) in change.as_object().expect("an object") {
            config[key] = value.clone();
        }
        let cookie = [("Cookie", ada.cookie.as_str())];
        let reply = http(address, "POST", "/api/rooms", &cookie, &config.to_string()).await;
        assert_eq!((reply.status, &reply.json()["code"]), (422, &json!("bad-room-config")), "{config}");
        assert!(reply.body.contains(reason), "{config}: {}", reply.body);
    }
    let cookie = [("Cookie", guest.cookie.as_str())];
    for path in ["/api/rooms", "/api/pair"] {
        let reply = http(address, "POST", path, &cookie, &rated().to_string()).await;
        assert!(reply.status == 422 && reply.body.contains("for accounts"), "{}", reply.body);
    }
    let room = create_room(address, &ada, &rated()).await;
    assert_eq!(ada.join(&room).await["host"]["rating"], json!({"points": 1500, "provisional": true}));
    guest.join(&room).await;
    let sit = json!({"type": "sit", "contribution": "02".repeat(32)});
    let rejected = guest.command(&room, 0, sit).await;
    assert_eq!(rejected["error"]["code"], "not-rated", "{rejected}");
    let rejected = ada.command(&room, 0, json!({"type": "seat-computer", "level": 1})).await;
    assert_eq!(rejected["error"]["code"], "not-rated", "{rejected}");
    server.close().await;
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_and_is_in_both_profiles() {
    let dir = TestDir::new("rated-game");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let room = start_game_of(address, &mut ada, &mut bob, &rated()).await;
    let is_ada_first = bob.join(&room).await["host_side"] == "first";
    let (first, second) = if is_ada_first { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    first.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
    second.command_ok(&room, json!({"type": "play", "action": "e7e5"})).await;
    let takeback = json!({"type": "offer", "offer": "takeback"});
    assert_eq!(first.command(&room, 1 << 40, takeback).await["error"]["code"], "takeback-disabled");
    let missing = get(address, &format!("/api/rooms/{room}/ratings")).await;
    assert_eq!(missing["code"], "not-rated");
    second.command_ok(&room, json!({"type": "resign"})).await;
    let expected = json!({
        "category": "chess.blitz",
        "changes": [
            {"before": 1500, "after": {"points": 1662, "provisional": true}},
            {"before": 1500, "after": {"points": 1338, "provisional": true}},
        ],
    });
    assert_eq!(changes(address, &room).await, expected);

    let (winner, loser) = (first.id.clone(), second.id.clone());
    let profile = get(address, &format!("/api/users/{winner}")).await;
    assert_eq!(profile["ratings"][0]["category"], "chess.blitz");
    assert_eq!(profile["ratings"][0]["rating"]["points"], 1662);
    assert_eq!((&profile["ratings"][0]["wins"], &profile["ratings"][0]["losses"]), (&json!(1), &json!(0)));
    let history = get(address, &format!("/api/users/{loser}/ratings/chess.blitz")).await;
    assert_eq!((&history["games"][0]["room"], &history["games"][0]["after"]), (&json!(room), &json!(1338)));
    for (query, count) in [
        (String::new(), 1),
        ("?result=loss&game=chess".to_owned(), 1),
        ("?result=win".to_owned(), 0),
        ("?mode=fog".to_owned(), 0),
        (format!("?opponent={winner}"), 1),
        ("?before=0-A".to_owned(), 0),
    ] {
        let page = get(address, &format!("/api/users/{loser}/games{query}")).await;
        assert_eq!(page["games"].as_array().map(Vec::len), Some(count), "{query}: {page}");
    }
    let page = get(address, &format!("/api/users/{loser}/games")).await;
    assert_eq!(page["games"][0]["players"][0]["rating"]["points"], 1500, "the rating before the game");
    let results = get(address, &format!("/api/users/{winner}/results")).await;
    let expected_results = json!({
        "results": [{"game": "chess", "wins": 1, "draws": 0, "losses": 0}],
        "current_win_streak": 1, "longest_win_streak": 1,
    });
    assert_eq!(results, expected_results);
    let results = get(address, &format!("/api/users/{loser}/results")).await;
    assert_eq!((&results["results"][0]["losses"], &results["longest_win_streak"]), (&json!(1), &json!(0)));
    let found = get(address, "/api/users?name=aD").await;
    assert_eq!(found, json!([{"id": ada.id, "name": "Ada"}]));

    // A rematch has random sides again, and the new ratings.
    ada.command_ok(&room, json!({"type": "offer", "offer": "rematch"})).await;
    bob.command_ok(&room, json!({"type": "accept", "offer": "rematch"})).await;
    let next = ada.receive_event("rematch-room").await["event"]["room"].as_str().expect("a code").to_owned();
    let state = bob.join(&next).await;
    assert_eq!(state["config"]["rated"], true);
    assert_eq!(state["config"]["host_side"], "random");
    assert_eq!(state["host"]["rating"]["points"], if is_ada_first { 1662 } else { 1338 });
    server.close().await;

    // The logs alone give the same ratings.
    assert_eq!(rebuild_ratings(&dir.location()).await.expect("it is rebuilt"), 1);
    let server = TestServer::open(&dir, generous_limits()).await;
    assert_eq!(changes(server.address, &room).await, expected);
    assert_eq!(get(server.address, &format!("/api/users/{winner}")).await, profile);
    server.close().await;
}

#[tokio::test]
async fn an_aborted_game_is_not_rated() {
    let dir = TestDir::new("rated-aborted");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_account(server.address, "Ada").await;
    let mut bob = Client::connect_account(server.address, "Bob").await;
    let room = start_game_of(server.address, &mut ada, &mut bob, &rated()).await;
    ada.command_ok(&room, json!({"type": "abort"})).await;
    let ratings = get(server.address, &format!("/api/rooms/{room}/ratings")).await;
    assert_eq!(ratings["code"], "not-rated");
    assert_eq!(get(server.address, &format!("/api/users/{}", ada.id)).await["ratings"], json!([]));
    server.close().await;
}

/// Agrees on a rematch and starts its game. Returns its code, or the reply that rejects the offer.
async fn rematch(room: &str, ada: &mut Client, bob: &mut Client) -> Result<String, Value> {
    let reply = ada.command(room, 0, json!({"type": "offer", "offer": "rematch"})).await;
    if reply["type"] != "ack" {
        return Err(reply);
    }
    bob.command_ok(room, json!({"type": "accept", "offer": "rematch"})).await;
    let next = ada.receive_event("rematch-room").await["event"]["room"].as_str().expect("a code").to_owned();
    for (client, byte) in [(&mut *ada, "01"), (&mut *bob, "02")] {
        client.join(&next).await;
        client.command_ok(&next, json!({"type": "sit", "contribution": byte.repeat(32)})).await;
    }
    ada.command_ok(&next, json!({"type": "start"})).await;
    Ok(next)
}

#[tokio::test]
async fn two_players_who_abort_twice_in_a_row_play_no_rated_rematch() {
    let dir = TestDir::new("rated-aborts");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let first = start_game_of(address, &mut ada, &mut bob, &rated()).await;
    ada.command_ok(&first, json!({"type": "abort"})).await;
    let second = rematch(&first, &mut ada, &mut bob).await.expect("the first game may be aborted");
    ada.command_ok(&second, json!({"type": "abort"})).await;
    for (client, offer) in [(&mut ada, "rematch"), (&mut bob, "rematch-same")] {
        let reply = client.command(&second, 0, json!({"type": "offer", "offer": offer})).await;
        assert_eq!(reply["error"]["code"], "not-rated", "{reply}");
        let message = reply["error"]["message"].as_str().expect("a message");
        assert!(message.contains("your last two games against each other were aborted"), "{message}");
    }
    // Another room is no rematch, and a game that is played ends the row.
    let third = start_game_of(address, &mut ada, &mut bob, &rated()).await;
    let is_ada_first = bob.join(&third).await["host_side"] == "first";
    let (white, black) = if is_ada_first { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    white.command_ok(&third, json!({"type": "play", "action": "e2e4"})).await;
    black.command_ok(&third, json!({"type": "play", "action": "e7e5"})).await;
    ada.command_ok(&third, json!({"type": "resign"})).await;
    let fourth = start_game_of(address, &mut ada, &mut bob, &rated()).await;
    bob.command_ok(&fourth, json!({"type": "abort"})).await;
    let reply = ada.command(&fourth, 0, json!({"type": "offer", "offer": "rematch"})).await;
    assert_eq!(reply["type"], "ack", "{reply}");
    server.close().await;
}

#[tokio::test]
async fn quick_pairing_keeps_rated_and_casual_games_apart() {
    let dir = TestDir::new("rated-pairing");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let pair = async |client: &Client, config: &Value| {
        let cookie = [("Cookie", client.cookie.as_str())];
        http(address, "POST", "/api/pair", &cookie, &config.to_string()).await.json()
    };
    let mut ada = Client::connect_account(address, "Ada").await;
    let bob = Client::connect_account(address, "Bob").await;
    let waiting = pair(&ada, &rated()).await;
    ada.join(waiting["room"].as_str().expect("a code")).await;
    let casual = pair(&bob, &json!({"game": "chess", "clock": "3+2"})).await;
    assert_ne!(casual["room"], waiting["room"]);
    assert_eq!(pair(&bob, &rated()).await, json!({"room": waiting["room"], "is_new": false}));
    server.close().await;
}

#[tokio::test]
async fn requests_about_unknown_users_and_filters_are_refused_with_a_reason() {
    let dir = TestDir::new("rated-bad");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let ada = Client::connect_account(address, "Ada").await.id;
    let guest = Client::connect_guest(address).await.id;
    for (path, status, code) in [
        ("/api/users/unknown".to_owned(), 404, "user-not-found"),
        (format!("/api/users/{guest}"), 404, "user-not-found"),
        ("/api/users/%00".to_owned(), 404, "user-not-found"),
        (format!("/api/users/{guest}/results"), 404, "user-not-found"),
        (format!("/api/users/{ada}/ratings/chess.warp"), 422, "bad-filter"),
        (format!("/api/users/{ada}/games?result=victory"), 422, "bad-filter"),
        (format!("/api/users/{ada}/games?before=yesterday"), 422, "bad-filter"),
    ] {
        let reply = http(address, "GET", &path, &[], "").await;
        assert_eq!((reply.status, &reply.json()["code"]), (status, &json!(code)), "{path}");
    }
    assert_eq!(get(address, "/api/users?name=").await, json!([]));
    assert_eq!(get(address, "/api/users?name=%00").await, json!([]));
    server.close().await;
}
