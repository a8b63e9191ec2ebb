//! The lobby, quick pairing and computer players.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::net::two_nodes::check_answer;
use crate::net::{Client, Reply, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// Waits for a list that is as wanted.
async fn received(eve: &mut Client, wanted: &dyn Fn(&Value) -> bool) -> Value {
    loop {
        let lobby = eve.receive("lobby").await;
        if wanted(&lobby) {
            return lobby;
        }
    }
}

#[tokio::test]
async fn the_lobby_lists_open_rooms_and_live_games() {
    let dir = TestDir::new("lobby");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut eve = Client::connect_guest(server.address).await;
    eve.send(&json!({"type": "lobby", "watch": true})).await;
    let nothing = eve.receive("lobby").await;
    assert_eq!((&nothing["open_rooms"], &nothing["live_games"]), (&json!([]), &json!([])));
    let config = json!({"game": "chess", "public": true, "host_side": "first"});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    let played = received(&mut eve, &|lobby| lobby["live_games"][0]["plies"] == 0).await;
    assert_eq!(played["live_games"][0]["room"], code.as_str());
    assert_eq!(played["live_games"][0]["players"][1]["id"], bob.id.as_str());
    assert_eq!(played["open_rooms"], json!([]), "the room is no longer open");
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    received(&mut eve, &|lobby| lobby["live_games"][0]["plies"] == 1).await;
    bob.command_ok(&code, json!({"type": "resign"})).await;
    received(&mut eve, &|lobby| lobby["live_games"] == json!([])).await;
    let listed = http(server.address, "GET", "/api/rooms", &[], "").await.json();
    assert_eq!(listed["type"], "lobby");
    server.close().await;
}

/// Joins a room and waits until that is published, since a room handles messages in order.
async fn arrive(client: &mut Client, code: &str) {
    client.join(code).await;
    client.join(code).await;
}

#[tokio::test]
async fn a_room_is_shown_while_its_host_is_there() {
    let dir = TestDir::new("deserted");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let config = json!({"game": "liuzichong", "public": true, "auto_start": true});
    let code = create_room(server.address, &ada, &config).await;
    let mut eve = Client::connect_guest(server.address).await;
    eve.send(&json!({"type": "lobby", "watch": true})).await;
    assert_eq!(eve.receive("lobby").await["open_rooms"], json!([]), "its host has not joined yet");
    ada.join(&code).await;
    assert_eq!(eve.receive("lobby").await["open_rooms"][0]["room"], code.as_str());
    let cookie = ada.cookie.clone();
    drop(ada);
    assert_eq!(eve.receive("lobby").await["open_rooms"], json!([]));
    let mut ada = Client::connect_with_cookie(server.address, &cookie).await;
    ada.join(&code).await;
    assert_eq!(eve.receive("lobby").await["open_rooms"][0]["room"], code.as_str(), "the host is back");
    server.close().await;
    let server = TestServer::open(&dir, generous_limits()).await;
    let listed =
        async || http(server.address, "GET", "/api/rooms", &[], "").await.json()["open_rooms"].clone();
    check_answer(listed, json!([])).await;
    let bob = Client::connect_guest(server.address).await;
    let pair = async || pair(server.address, &bob, &config).await.json();
    assert_eq!(pair().await["is_new"], true, "quick pairing does not use an empty room");
    let mut ada = Client::connect_with_cookie(server.address, &cookie).await;
    arrive(&mut ada, &code).await;
    check_answer(async || listed().await[0]["room"].clone(), json!(code)).await;
    assert_eq!(pair().await, json!({"room": code, "is_new": false}), "the other user's room is preferred");
    server.close().await;
}

#[tokio::test]
async fn everyone_in_a_room_is_sent_the_spectator_count() {
    let dir = TestDir::new("watching");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let code = create_room(server.address, &ada, &json!({"game": "chess", "host_side": "first"})).await;
    ada.join(&code).await;
    // On a busy machine the changes may be published one by one.
    let watching = async |client: &mut Client, count: u32| loop {
        let received = client.receive("spectator-count").await;
        assert_eq!(received["room"], json!(code));
        if received["count"] == count {
            break;
        }
    };
    let mut bob = Client::connect_guest(server.address).await;
    let mut eve = Client::connect_guest(server.address).await;
    for client in [&mut bob, &mut eve] {
        client.join(&code).await;
    }
    // Another page of the same user is not another spectator.
    let mut page = Client::connect_with_cookie(server.address, &eve.cookie).await;
    page.join(&code).await;
    for client in [&mut ada, &mut bob, &mut eve] {
        watching(client, 2).await;
    }
    bob.command_ok(&code, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    for client in [&mut ada, &mut bob, &mut eve] {
        watching(client, 1).await;
    }
    // A client that joins later gets the number at once.
    let mut again = Client::connect_with_cookie(server.address, &ada.cookie).await;
    again.join(&code).await;
    watching(&mut again, 1).await;
    drop((eve, page));
    watching(&mut ada, 0).await;
    server.close().await;
}

/// Sends a request for quick pairing.
async fn pair(address: SocketAddr, client: &Client, config: &Value) -> Reply {
    http(address, "POST", "/api/pair", &[("Cookie", &client.cookie)], &config.to_string()).await
}

#[tokio::test]
async fn quick_pairing_opens_a_room_or_joins_the_one_that_waits() {
    let dir = TestDir::new("pair");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let pair = async |client: &Client, config: Value| pair(server.address, client, &config).await;
    let config = json!({"game": "xiangqi", "clock": "5+3"});
    let opened = pair(&ada, config.clone()).await;
    assert_eq!((opened.status, &opened.json()["is_new"]), (201, &json!(true)));
    arrive(&mut ada, opened.json()["room"].as_str().expect("a code")).await;
    let again = pair(&ada, config.clone()).await;
    assert_eq!(
        (again.status, &again.json()["room"]),
        (200, &opened.json()["room"]),
        "a user is not paired with themselves"
    );
    let other = pair(&bob, json!({"game": "xiangqi", "clock": "3+0"})).await;
    assert_ne!(other.json()["room"], opened.json()["room"]);
    let joined = pair(&bob, config).await;
    assert_eq!((joined.status, &joined.json()["room"]), (200, &opened.json()["room"]));
    assert_eq!(pair(&bob, json!({"game": "go"})).await.status, 422);
    // Two requests at the same moment, before either client has joined a room.
    let config = json!({"game": "liuzichong", "clock": "inf"});
    let both = tokio::join!(pair(&ada, config.clone()), pair(&bob, config));
    assert_eq!(both.0.json()["room"], both.1.json()["room"]);
    server.close().await;
}

#[tokio::test]
async fn two_users_with_the_same_wish_play_at_once_whatever_side_they_prefer() {
    let dir = TestDir::new("pool");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, mut bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let wish = json!({"game": "chess", "clock": "3+2", "host_side": "first", "chat": false});
    let room = pair(server.address, &ada, &wish).await.json()["room"].as_str().expect("a code").to_owned();
    ada.join(&room).await;
    ada.command_ok(&room, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    let waiting = async || {
        let lobby = http(server.address, "GET", "/api/rooms", &[], "").await.json();
        let pools = lobby["pools"].as_array().expect("pools").clone();
        let blitz = |pool: &&Value| pool["game"] == "chess" && pool["clock"] == "3+2";
        pools.iter().find(blitz).expect("a well-known pool")["waiting"].clone()
    };
    check_answer(waiting, json!(1)).await;
    let found = pair(server.address, &bob, &wish).await.json();
    assert_eq!(found, json!({"room": room, "is_new": false}));
    let state = bob.join(&room).await;
    assert_eq!((&state["config"]["host_side"], &state["config"]["chat"]), (&json!("random"), &json!(true)));
    bob.command_ok(&room, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    ada.receive_event("started").await;
    assert_eq!(bob.join(&room).await["phase"], "playing", "no one has to start the game");
    check_answer(waiting, json!(0)).await;
    server.close().await;
}

#[tokio::test]
async fn a_user_waits_in_one_pool_at_a_time_and_only_while_connected() {
    let dir = TestDir::new("ticket");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let pair_ada = async |ada: &Client, clock: &str| {
        let config = json!({"game": "chess", "clock": clock});
        pair(server.address, ada, &config).await.json()["room"].as_str().expect("a code").to_owned()
    };
    let blitz = pair_ada(&ada, "3+2").await;
    arrive(&mut ada, &blitz).await;
    let rapid = pair_ada(&ada, "10+0").await;
    assert_eq!(ada.receive_event("ended").await["room"], blitz.as_str(), "the first room is closed");
    arrive(&mut ada, &rapid).await;
    let mut eve = Client::connect_guest(server.address).await;
    eve.send(&json!({"type": "lobby", "watch": true})).await;
    let total = |lobby: &Value| -> u64 {
        let pools = lobby["pools"].as_array().expect("pools");
        pools.iter().map(|pool| pool["waiting"].as_u64().expect("a number")).sum()
    };
    received(&mut eve, &|lobby| total(lobby) == 1).await;
    drop(ada);
    received(&mut eve, &|lobby| total(lobby) == 0).await;
    server.close().await;
}

#[tokio::test]
async fn a_game_that_starts_by_itself_waits_for_an_absent_host() {
    let dir = TestDir::new("invited");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, mut bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let code = create_room(server.address, &ada, &json!({"game": "chess", "auto_start": true})).await;
    ada.join(&code).await;
    ada.command_ok(&code, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    ada.send(&json!({"type": "unsubscribe", "room": code})).await;
    // The answer shows that the message before it was handled.
    ada.send(&json!({"type": "ping", "at": 1})).await;
    ada.receive("pong").await;
    bob.join(&code).await;
    bob.command_ok(&code, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    assert_eq!(bob.join(&code).await["phase"], "waiting", "the host is away");
    ada.join(&code).await;
    bob.receive_event("started").await;
    server.close().await;
}

#[tokio::test]
async fn a_rematch_starts_when_both_have_sat_down_again() {
    let dir = TestDir::new("again");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, mut bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let config = json!({"game": "chess", "auto_start": true, "public": true, "host_side": "first"});
    let code = create_room(server.address, &ada, &config).await;
    for client in [&mut ada, &mut bob] {
        client.join(&code).await;
        client.command_ok(&code, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    }
    bob.command_ok(&code, json!({"type": "chat", "text": "good luck"})).await;
    ada.command_ok(&code, json!({"type": "leave"})).await;
    ada.command_ok(&code, json!({"type": "offer", "offer": "rematch"})).await;
    bob.command_ok(&code, json!({"type": "accept", "offer": "rematch"})).await;
    let next = bob.join(&code).await["rematch_room"].as_str().expect("a code").to_owned();
    for client in [&mut ada, &mut bob] {
        client.join(&next).await;
        client.command_ok(&next, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    }
    let state = bob.join(&next).await;
    assert_eq!((&state["phase"], &state["host_side"]), (&json!("playing"), &json!("second")));
    assert_eq!((&state["config"]["public"], &state["chat"][0]["text"]), (&json!(true), &json!("good luck")));
    server.close().await;
}

/// Plays a game against the computer with the first legal action each time, until it is over or has this many moves.
async fn play_computer(
    address: SocketAddr,
    config: &Value,
    level: u8,
    most: usize,
) -> (Client, String, Value) {
    let mut ada = Client::connect_guest(address).await;
    let code = create_room(address, &ada, config).await;
    ada.join(&code).await;
    ada.command_ok(&code, json!({"type": "sit", "contribution": "07".repeat(32)})).await;
    ada.command_ok(&code, json!({"type": "seat-computer", "level": level})).await;
    ada.command_ok(&code, json!({"type": "start"})).await;
    let mut state = ada.join(&code).await;
    for number in 0..most {
        while state["phase"] == "playing" && state["view"]["turn"] != "first" {
            let event = ada.receive("event").await;
            assert_eq!(event["event"]["type"] == "ended", event["event"]["game_end"].is_object());
            if ["played", "ended"].map(Value::from).contains(&event["event"]["type"]) {
                state = ada.join(&code).await;
            }
        }
        let actions = state["view"]["actions"].as_array().cloned().unwrap_or_default();
        let Some(act) = actions.get(number * 7 % actions.len().max(1)) else { break };
        let answer = ada.command(&code, 1 << 40, json!({"type": "play", "action": act})).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        state = ada.join(&code).await;
    }
    (ada, code, state)
}

#[tokio::test]
async fn a_computer_plays_a_whole_game_of_every_kind() {
    let dir = TestDir::new("computer");
    let server = TestServer::open(&dir, generous_limits()).await;
    for (config, level) in [
        (json!({"game": "liuzichong", "host_side": "first"}), 5),
        (json!({"game": "chess", "host_side": "first", "clock": "5+0"}), 3),
        (json!({"game": "xiangqi", "host_side": "first"}), 3),
        (json!({"game": "chess", "modes": ["dice-a", "fog"], "host_side": "first"}), 2),
        (
            json!({"game": "chess", "modes": ["dice-b", "gravity", "portals", "mines"], "host_side": "first"}),
            1,
        ),
    ] {
        let (mut ada, code, state) = play_computer(server.address, &config, level, 150).await;
        let moves = state["moves"].as_array().expect("moves");
        let own = moves.iter().filter(|played| played["side"] == "second").count();
        assert!(own > 3 && moves.len() > 8, "the computer has moved {own} times in {config}");
        if state["phase"] == "playing" {
            ada.command_ok(&code, json!({"type": "resign"})).await;
        }
        let record = http(server.address, "GET", &format!("/api/games/{code}/record"), &[], "").await;
        assert_eq!(record.status, 200, "{config}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_computer_answers_offers_and_sits_down_again() {
    let dir = TestDir::new("courtesy");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (mut ada, code, state) =
        play_computer(server.address, &json!({"game": "chess", "host_side": "first"}), 1, 2).await;
    assert_eq!(state["phase"], "playing");
    ada.command_ok(&code, json!({"type": "offer", "offer": "draw"})).await;
    let declined = ada.join(&code).await;
    assert_eq!((&declined["offers"], &declined["phase"]), (&json!([]), &json!("playing")));
    ada.command_ok(&code, json!({"type": "offer", "offer": "takeback"})).await;
    let taken_back = ada.join(&code).await;
    assert_eq!(taken_back["view"]["turn"], "first");
    assert!(taken_back["moves"].as_array().map(Vec::len) < declined["moves"].as_array().map(Vec::len));
    ada.command_ok(&code, json!({"type": "resign"})).await;
    ada.command_ok(&code, json!({"type": "offer", "offer": "rematch-same"})).await;
    let next = ada.join(&code).await["rematch_room"].as_str().expect("a code").to_owned();
    let mut state = ada.join(&next).await;
    if state["guest"].is_null() {
        ada.receive_event("seated").await;
        state = ada.join(&next).await;
    }
    assert_eq!(state["guest"]["level"], 1);
    server.close().await;
}

#[tokio::test]
async fn house_rules_are_solved_before_the_computer_plays() {
    let dir = TestDir::new("house-rules");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "liuzichong", "rules": ["outer=any"], "host_side": "first"});
    let (_, _, state) = play_computer(server.address, &config, 5, 1).await;
    assert_eq!(state["config"]["rules"], json!(["outer=any"]));
    assert!(!state["moves"].as_array().expect("moves").is_empty());
    server.close().await;
}

#[tokio::test]
async fn the_link_to_a_room_is_available_as_a_qr_code() {
    let dir = TestDir::new("qr");
    let server = TestServer::open(&dir, generous_limits()).await;
    let picture = http(server.address, "GET", "/api/rooms/K4T7QX/qr.svg", &[], "").await;
    assert!(picture.head.contains("image/svg+xml") && picture.body.contains("<svg"));
    assert_eq!(http(server.address, "GET", "/api/rooms/x/qr.svg", &[], "").await.status, 404);
    server.close().await;
}

#[tokio::test]
async fn the_link_to_any_page_of_the_site_is_available_as_a_qr_code() {
    let dir = TestDir::new("page-qr");
    let server = TestServer::open(&dir, generous_limits()).await;
    let get = async |query: &str| http(server.address, "GET", &format!("/api/qr.svg{query}"), &[], "").await;
    let room = http(server.address, "GET", "/api/rooms/K4T7QX/qr.svg", &[], "").await;
    assert_eq!(get("?path=%2Froom%2FK4T7QX").await.body, room.body, "the same link");
    let line = get("?path=%2Fanalysis%2Fchess%3Fm%3De2e4%2Be7e5").await;
    assert!(line.head.contains("image/svg+xml") && line.body.contains("<svg") && line.body != room.body);
    let longest = format!("?path=/{}", "a".repeat(799));
    assert_eq!(get(&longest).await.status, 200);
    for query in ["", "?path=", "?path=room", "?path=//other.example", "?path=/a%20b", &format!("{longest}a")]
    {
        let reply = get(query).await;
        assert_eq!((reply.status, reply.json()["code"].as_str()), (422, Some("bad-link")), "{query}");
    }
    server.close().await;
}

#[tokio::test]
async fn every_path_answers_only_the_described_methods() {
    let dir = TestDir::new("described");
    let server = TestServer::open(&dir, generous_limits()).await;
    let description = http(server.address, "GET", "/api/openapi.json", &[], "").await.json();
    for (path, methods) in description["paths"].as_object().expect("paths") {
        let request = path.replace("{code}", "ZZZZZZ").replace("{form}", "pgn").replace("{id}", "x");
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let status = http(server.address, method, &request, &[], "").await.status;
            let is_described = methods.get(method.to_lowercase()).is_some();
            assert_eq!(status != 405, is_described, "{method} {path}: {status}");
        }
    }
    server.close().await;
}
