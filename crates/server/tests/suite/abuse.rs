//! Clients that follow the protocol with bad intent: guessing codes, growing logs, watching private games.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_server::{Limits, Rate};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// A burst without a refill.
const fn burst_of(burst: u32) -> Rate {
    Rate { burst, rate: 0 }
}

fn sit(byte: &str) -> Value {
    json!({"type": "sit", "contribution": byte.repeat(32)})
}

#[tokio::test]
async fn a_game_without_spectators_is_hidden_from_those_who_joined_before_it_began() {
    let dir = TestDir::new("private-game");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, mut bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let mut eve = Client::connect_guest(server.address).await;
    let code = create_room(
        server.address,
        &ada,
        &json!({"game": "chess", "host_side": "first", "spectators": "no"}),
    )
    .await;
    for client in [&mut ada, &mut bob, &mut eve] {
        client.join(&code).await;
    }
    ada.command_ok(&code, sit("01")).await;
    bob.command_ok(&code, sit("02")).await;
    ada.command_ok(&code, json!({"type": "start"})).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    eve.send(&json!({"type": "ping", "at": 7})).await;
    let mut received = Vec::new();
    loop {
        let message = eve.next().await.expect("the connection is open");
        if message["type"] == "pong" {
            break;
        }
        let what = if message["type"] == "event" { &message["event"]["type"] } else { &message["type"] };
        received.push(what.as_str().unwrap_or_default().to_owned());
        if message["type"] == "error" {
            assert_eq!(message["error"]["code"], "spectators-not-allowed");
        }
    }
    received.retain(|what| !matches!(what.as_str(), "spectator-count" | "joined"));
    assert_eq!(received, ["seated", "seated", "error"]);
    server.close().await;
}

#[tokio::test]
async fn the_record_of_a_game_without_spectators_is_for_its_players() {
    let dir = TestDir::new("private-record");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first", "spectators": "no"});
    let (code, mut ada, bob) = start_game(server.address, &config).await;
    let eve = Client::connect_guest(server.address).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    let read = async |client: &Client, form: &str| {
        let path = format!("/api/games/{code}/{form}");
        http(server.address, "GET", &path, &[("Cookie", &client.cookie)], "").await.status
    };
    assert_eq!([read(&bob, "pgn").await, read(&eve, "pgn").await], [409, 404]);
    ada.command_ok(&code, json!({"type": "resign"})).await;
    for form in ["record", "pgn", "text"] {
        let found = [read(&ada, form).await, read(&bob, form).await, read(&eve, form).await];
        assert_eq!(found, [200, 200, 404], "{form}");
        let unauthenticated =
            http(server.address, "GET", &format!("/api/games/{code}/{form}"), &[], "").await;
        assert_eq!(unauthenticated.status, 404, "{form}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_player_who_signs_in_later_can_read_a_game_without_spectators() {
    let dir = TestDir::new("private-account");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first", "spectators": "no"});
    let (code, mut ada, bob) = start_game(server.address, &config).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    ada.command_ok(&code, json!({"type": "resign"})).await;
    let credentials = json!({"name": "barbara", "password": "a long password"}).to_string();
    let device = Client::connect_guest(server.address).await;
    let cookie = [("Cookie", device.cookie.as_str())];
    assert_eq!(http(server.address, "POST", "/api/account", &cookie, &credentials).await.status, 204);
    server.close().await;
    // The room is no longer in memory, so its log does not contain the link of Bob to an account.
    let server = TestServer::open(&dir, generous_limits()).await;
    let cookie = [("Cookie", bob.cookie.as_str())];
    let signed_in = http(server.address, "POST", "/api/session", &cookie, &credentials).await;
    assert_eq!(signed_in.status, 204);
    let cookie = signed_in.cookie.expect("a cookie");
    let path = format!("/api/games/{code}/record");
    assert_eq!(http(server.address, "GET", &path, &[("Cookie", &cookie)], "").await.status, 200);
    server.close().await;
}

#[tokio::test]
async fn once_bad_codes_are_rate_limited_good_ones_are_rejected_too() {
    let dir = TestDir::new("guesses");
    let server = TestServer::open(&dir, Limits { bad_code_rate: burst_of(4), ..generous_limits() }).await;
    let (code, mut ada, _bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    // Guesses over two WebSockets and HTTP count together.
    let [mut eve, mut mal] =
        [Client::connect_guest(server.address).await, Client::connect_guest(server.address).await];
    let mut codes = Vec::new();
    for client in [&mut eve, &mut mal] {
        client.send(&json!({"type": "join", "room": code})).await;
        client.receive("state").await;
        client.send(&json!({"type": "unsubscribe", "room": code})).await;
    }
    for guess in ["AAAAAA", "BBBBBB", "CCCCCC"] {
        eve.send(&json!({"type": "join", "room": guess})).await;
        codes.push(eve.receive("error").await["error"]["code"].as_str().expect("a code").to_owned());
    }
    assert_eq!(http(server.address, "GET", "/api/rooms/DDDDDD", &[], "").await.status, 404);
    mal.send(&json!({"type": "join", "room": "EEEEEE"})).await;
    codes.push(mal.receive("error").await["error"]["code"].as_str().expect("a code").to_owned());
    mal.send(&json!({"type": "join", "room": code})).await;
    codes.push(mal.receive("error").await["error"]["code"].as_str().expect("a code").to_owned());
    assert_eq!(codes, ["room-not-found", "room-not-found", "room-not-found", "rate-limited", "rate-limited"]);
    for path in [format!("/api/rooms/{code}"), format!("/api/games/{code}/record")] {
        let mal = [("Cookie", mal.cookie.as_str())];
        let rejected = http(server.address, "GET", &path, &mal, "").await;
        assert_eq!(rejected.status, 429, "{path}");
        assert!(rejected.head.contains("retry-after: "), "{}", rejected.head);
        let ada = [("Cookie", ada.cookie.as_str())];
        assert_ne!(http(server.address, "GET", &path, &ada, "").await.status, 429, "a player is let in");
    }
    ada.join(&code).await;
    let mut again = Client::connect_with_cookie(server.address, &ada.cookie).await;
    assert_eq!(again.join(&code).await["phase"], "playing", "a player comes back");
    server.close().await;
}

#[tokio::test]
async fn a_short_disconnect_is_not_logged() {
    let dir = TestDir::new("flicker");
    let server =
        TestServer::open(&dir, Limits { presence_delay: Duration::from_secs(1), ..generous_limits() }).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    for _ in 0..20 {
        let mut again = Client::connect_with_cookie(server.address, &bob.cookie).await;
        drop(std::mem::replace(&mut bob, {
            again.join(&code).await;
            again
        }));
        bob.send(&json!({"type": "unsubscribe", "room": code})).await;
        bob.join(&code).await;
    }
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    let state = ada.join(&code).await;
    // Opened, seated twice, started, one move.
    assert_eq!(state["seq"], 5);
    drop(bob);
    assert_eq!(
        ada.receive_event("disconnected").await["event"]["side"],
        "second",
        "a player who does not return is away"
    );
    server.close().await;
}

#[tokio::test]
async fn sitting_down_and_leaving_the_seat_is_limited() {
    let dir = TestDir::new("sit-leave");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, mut bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let code = create_room(server.address, &ada, &json!({"game": "chess"})).await;
    ada.join(&code).await;
    bob.join(&code).await;
    let mut rejected = None;
    for _ in 0..30 {
        let answer = bob.command(&code, 0, sit("02")).await;
        if answer["type"] == "rejected" {
            rejected = answer["error"]["code"].as_str().map(str::to_owned);
            break;
        }
        bob.command_ok(&code, json!({"type": "leave"})).await;
    }
    assert_eq!(rejected.as_deref(), Some("too-many-seatings"));
    let mut eve = Client::connect_guest(server.address).await;
    eve.join(&code).await;
    eve.command_ok(&code, sit("03")).await;
    server.close().await;
}

#[tokio::test]
async fn offering_and_withdrawing_a_rematch_is_limited() {
    let dir = TestDir::new("rematches");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    ada.command_ok(&code, json!({"type": "resign"})).await;
    let mut rejected = None;
    for round in 0..30 {
        let offer = if round % 2 == 0 { "rematch" } else { "rematch-same" };
        let answer = ada.command(&code, 0, json!({"type": "offer", "offer": offer})).await;
        if answer["type"] == "rejected" {
            rejected = Some((round, answer["error"]["code"].as_str().expect("a code").to_owned()));
            break;
        }
        ada.command_ok(&code, json!({"type": "withdraw", "offer": offer})).await;
    }
    assert_eq!(rejected, Some((10, "too-many-offers".to_owned())));
    bob.command_ok(&code, json!({"type": "offer", "offer": "rematch"})).await;
    ada.command_ok(&code, json!({"type": "accept", "offer": "rematch"})).await;
    server.close().await;
}

#[tokio::test]
async fn unsolicited_pongs_give_no_lag_compensation() {
    let dir = TestDir::new("forged-pongs");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first", "clock": "5+0"});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    // A clock measures real time, so the test has to sleep.
    tokio::time::sleep(Duration::from_millis(450)).await;
    ada.send_pong(&0u64.to_be_bytes()).await;
    ada.command_ok(&code, json!({"type": "play", "action": "g1f3"})).await;
    let state = bob.join(&code).await;
    let left = state["clocks"]["time_left"][0]["main"].as_u64().expect("a clock");
    assert!(left <= 300_000 - 400, "{left} ms left");
    server.close().await;
}

#[tokio::test]
async fn room_configs_are_short_and_normalized() {
    let dir = TestDir::new("terms");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let cookie = [("Cookie", ada.cookie.as_str())];
    for config in [
        json!({"game": "chess", "clock": format!("5+3{}", " ".repeat(15_000))}),
        json!({"game": "chess", "position": format!("8/8/8/8/8/8/8/K1k5 w - - 0 1{}", " ".repeat(4_000))}),
        json!({"game": "chess", "rules": ["x".repeat(3_000)]}),
    ] {
        let reply = http(server.address, "POST", "/api/rooms", &cookie, &config.to_string()).await;
        assert_eq!(
            (reply.status, reply.json()["code"].as_str()),
            (422, Some("bad-room-config")),
            "{}",
            reply.body
        );
    }
    let code = create_room(server.address, &ada, &json!({"game": "chess", "clock": "  5+3 v  5+3 "})).await;
    assert_eq!(ada.join(&code).await["config"]["clock"], "5+3");
    server.close().await;
}

#[tokio::test]
async fn concurrent_websockets_are_limited() {
    let dir = TestDir::new("socket-race");
    let server = TestServer::open(&dir, Limits { max_websockets: 3, ..generous_limits() }).await;
    let cookie = Client::connect_guest(server.address).await.cookie;
    let dials = (0..20).map(|_| async {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
        request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        tokio_tungstenite::connect_async(request).await
    });
    let dialed = futures_util::future::join_all(dials).await;
    let open = dialed.iter().filter(|dialed| dialed.is_ok()).count();
    // The connection of the first client may not be closed yet.
    assert!((2..=3).contains(&open), "{open} are open");
    for rejected in dialed.into_iter().filter_map(Result::err) {
        match rejected {
            tungstenite::Error::Http(rejected) => assert_eq!(rejected.status(), 503),
            other => panic!("{other}"),
        }
    }
    server.close().await;
}

#[tokio::test]
async fn new_websockets_per_address_and_minute_are_limited() {
    let dir = TestDir::new("socket-rate");
    let server =
        TestServer::open(&dir, Limits { new_websocket_rate: burst_of(3), ..generous_limits() }).await;
    let ada = Client::connect_guest(server.address).await;
    for _ in 0..2 {
        Client::connect_with_cookie(server.address, &ada.cookie).await;
    }
    let request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    match tokio_tungstenite::connect_async(request).await {
        Err(tungstenite::Error::Http(rejected)) => assert_eq!(rejected.status(), 429),
        other => panic!("a fourth got in: {:?}", other.map(drop)),
    }
    server.close().await;
}
