//! Whole games over real connections: acknowledged moves are stored, and missed events are replayed.

use serde_json::json;
use yipan_server::{ArchiveRow, export, import};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, start_game};

#[tokio::test]
async fn two_users_play_a_game_and_anyone_may_read_it_afterwards() {
    let dir = TestDir::new("game");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "clock": "5+3", "host_side": "first"});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    for (number, act) in ["f3", "e5", "g4"].into_iter().enumerate() {
        let mover = if number % 2 == 0 { &mut ada } else { &mut bob };
        mover.command_ok(&code, json!({"type": "play", "action": act})).await;
    }
    let early = http(server.address, "GET", &format!("/api/games/{code}/record"), &[], "").await;
    assert_eq!(early.status, 409, "a record holds every secret: {}", early.body);
    bob.command_ok(&code, json!({"type": "play", "action": "Qh4#"})).await;
    let ended = ada.receive_event("ended").await;
    assert_eq!(ended["event"]["game_end"]["reason"], "checkmate");
    assert_eq!(ended["event"]["game_end"]["winner"], "second");
    let read = async |form: &str| {
        http(server.address, "GET", &format!("/api/games/{code}/{form}?lang=en"), &[], "").await
    };
    let pgn = read("pgn").await.body;
    assert!(pgn.contains("1. f3 { [%clk 0:05:") && pgn.ends_with(" 0-1\n"), "{pgn}");
    let mut reader = yipan_chess::pgn::Reader::new();
    let games: Vec<_> = reader.feed(pgn.as_bytes()).collect();
    let games = games.into_iter().chain(reader.finish()).collect::<Result<Vec<_>, _>>().expect("good PGN");
    let [game] = &games[..] else { panic!("{games:?}") };
    assert_eq!(game.moves().count(), 4);
    for node in &game.main_line.nodes {
        let left = node.clock().expect("a clock after every move").as_secs();
        assert!(0 < left && left <= 5 * 60 + 2 * 3, "{pgn}");
    }
    assert!(pgn.contains("[Date \"20") && pgn.contains("[Termination \"checkmate\"]"), "{pgn}");
    let text = read("text").await.body;
    let winner = format!("Black ({}) wins: checkmate\n", name_of(&bob));
    assert!(text.contains("2... Qh4#") && text.ends_with(&winner), "{text}");
    let chinese =
        http(server.address, "GET", &format!("/api/games/{code}/text?lang=zh-Hant"), &[], "").await.body;
    assert!(chinese.ends_with("獲勝：將死\n"), "{chinese}");
    let record = read("record").await.body;
    let log: yipan_record::GameRecord<yipan_chess::Chess> = record.parse().expect("a record");
    assert_eq!(log.verify().expect("the record is intact").steps, 4);
    let no_form = read("doc").await;
    assert_eq!((no_form.status, &no_form.json()["code"]), (404, &json!("unknown-format")));
    server.close().await;
}

/// Returns the name of a new guest.
fn name_of(client: &Client) -> String {
    format!("guest-{}", &client.id[..4])
}

#[tokio::test]
async fn exports_include_dice_rolls_and_aborted_games() {
    let dir = TestDir::new("exports");
    let server = TestServer::open(&dir, generous_limits()).await;
    let read = async |code: &str, form: &str| {
        http(server.address, "GET", &format!("/api/games/{code}/{form}"), &[], "").await
    };
    let config = json!({"game": "chess", "modes": ["dice-a"], "host_side": "first"});
    let (code, mut ada, _bob) = start_game(server.address, &config).await;
    let state = ada.join(&code).await;
    let faces: Vec<String> = state["view"]["dice"]["dice"]
        .as_array()
        .expect("dice")
        .iter()
        .map(|die| die["face"].as_str().expect("a letter").to_uppercase())
        .collect();
    ada.command_ok(&code, json!({"type": "abort"})).await;
    let text = read(&code, "text?lang=en").await.body;
    let rolled = format!("White rolls {}\n", faces.join(" "));
    assert!(text.contains(&rolled) && text.ends_with("The game was aborted\n"), "{rolled}{text}");
    assert!(read(&code, "text?lang=zh-Hans").await.body.contains("掷骰："));
    assert_eq!(read(&code, "pgn").await.json()["code"], "pgn-unavailable");
    let record = read(&code, "record").await.body;
    assert!(record.contains("tag Result *\n") && record.contains("tag Termination aborted\n"), "{record}");
    let log: yipan_record::GameRecord<yipan_chess::Chess> = record.parse().expect("a record");
    log.verify().expect("it can be verified as well");
    // A room that was closed before its game began.
    let mut host = Client::connect_guest(server.address).await;
    let empty = create_room(server.address, &host, &json!({"game": "xiangqi"})).await;
    assert_eq!(read(&empty, "record").await.json()["code"], "game-not-over");
    host.join(&empty).await;
    host.command_ok(&empty, json!({"type": "leave"})).await;
    for form in ["record", "pgn", "text"] {
        let reply = read(&empty, form).await;
        assert_eq!((reply.status, &reply.json()["code"]), (404, &json!("game-not-played")), "{form}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_lost_connection_loses_nothing_and_a_repeated_command_is_executed_once() {
    let dir = TestDir::new("resume");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "xiangqi", "host_side": "first"})).await;
    let state = bob.join(&code).await;
    let seen = state["seq"].as_u64().expect("a number");
    ada.command_ok(&code, json!({"type": "play", "action": "h2e2"})).await;
    let cookie = bob.cookie.clone();
    drop(bob);
    ada.receive_event("disconnected").await;
    let mut bob = Client::connect_with_cookie(server.address, &cookie).await;
    bob.send(&json!({"type": "join", "room": code, "from": seen})).await;
    let mut numbers = Vec::new();
    for _ in 0..3 {
        let event = bob.receive("event").await;
        numbers.push((event["seq"].as_u64().expect("a number"), event["event"]["type"].clone()));
    }
    assert_eq!(
        numbers,
        [(seen, json!("played")), (seen + 1, json!("disconnected")), (seen + 2, json!("reconnected"))]
    );
    let command = json!({"type": "command", "room": code, "id": "twice", "seen": seen + 3, "command": {"type": "play", "action": "h9g7"}});
    bob.send(&command).await;
    let first = bob.receive("ack").await;
    bob.send(&command).await;
    assert_eq!(bob.receive("ack").await, first);
    let after = bob.join(&code).await;
    assert_eq!(after["moves"].as_array().map(Vec::len), Some(2));
    server.close().await;
}

#[tokio::test]
async fn a_restarted_server_resumes_every_game() {
    let dir = TestDir::new("restart");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, bob) =
        start_game(server.address, &json!({"game": "chess", "clock": "5+0", "host_side": "first"})).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    let cookie = bob.cookie.clone();
    server.close().await;
    let left = ada.receive("shutting-down").await;
    assert_eq!(left["type"], "shutting-down");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut bob = Client::connect_with_cookie(server.address, &cookie).await;
    let state = bob.join(&code).await;
    assert_eq!(state["moves"], json!([{"side": "first", "action": "e2e4"}]));
    assert_eq!(state["phase"], "playing");
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    server.close().await;
}

#[tokio::test]
async fn a_rematch_has_its_own_room() {
    let dir = TestDir::new("rematch");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    ada.command_ok(&code, json!({"type": "resign"})).await;
    ada.command_ok(&code, json!({"type": "offer", "offer": "rematch"})).await;
    bob.command_ok(&code, json!({"type": "accept", "offer": "rematch"})).await;
    let next = ada.receive_event("rematch-room").await["event"]["room"].as_str().expect("a code").to_owned();
    let state = ada.join(&next).await;
    assert_eq!(
        (state["config"]["host_side"].as_str(), state["phase"].as_str()),
        (Some("second"), Some("waiting"))
    );
    assert_eq!(state["guest"]["id"], bob.id.as_str(), "the other seat is the opponent's");
    let mut eve = Client::connect_guest(server.address).await;
    eve.join(&next).await;
    let sit = json!({"type": "sit", "contribution": "03".repeat(32)});
    let rejected = eve.command(&next, 1 << 40, sit.clone()).await;
    assert_eq!(rejected["error"]["code"], "seat-taken");
    bob.join(&next).await;
    ada.command_ok(&next, sit.clone()).await;
    let early = ada.command(&next, 1 << 40, json!({"type": "start"})).await;
    assert_eq!(early["error"]["code"], "opponent-missing", "a reserved seat is not occupied yet");
    bob.command_ok(&next, sit).await;
    ada.command_ok(&next, json!({"type": "start"})).await;
    bob.command_ok(&next, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
}

#[tokio::test]
async fn an_agreed_rematch_survives_a_restart() {
    let (from, to) = (TestDir::new("rematch-killed"), TestDir::new("rematch-risen"));
    let server = TestServer::open(&from, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "xiangqi", "host_side": "first"})).await;
    ada.command_ok(&code, json!({"type": "resign"})).await;
    bob.command_ok(&code, json!({"type": "offer", "offer": "rematch-same"})).await;
    ada.command_ok(&code, json!({"type": "accept", "offer": "rematch-same"})).await;
    let received = bob.receive_event("rematch-room").await;
    let (seq, orphan) = (received["seq"].as_u64().expect("a number"), received["event"]["room"].clone());
    server.close().await;
    // The state on disk when both have agreed and the rematch has not been created yet.
    let mut lines = Vec::new();
    let location = from.location();
    let exported = export(&location, |row: ArchiveRow| {
        let is_later = match &row {
            ArchiveRow::Entry { room, seq: at, .. } => orphan == room.as_str() || *room == code && *at >= seq,
            ArchiveRow::Room { code, .. } => orphan == code.as_str(),
            ArchiveRow::Seat { room, .. } => orphan == room.as_str(),
            _ => false,
        };
        if !is_later {
            lines.push(serde_json::to_string(&row)?);
        }
        Ok(())
    });
    exported.await.expect("a server");
    import(&to.location(), lines.into_iter().map(Ok)).await.expect("a server");
    let server = TestServer::open(&to, generous_limits()).await;
    let mut bob = Client::connect_with_cookie(server.address, &bob.cookie).await;
    bob.send(&json!({"type": "join", "room": code, "from": seq})).await;
    let next = bob.receive_event("rematch-room").await["event"]["room"].as_str().expect("a code").to_owned();
    let state = bob.join(&next).await;
    assert_eq!((&state["host"]["id"], &state["guest"]["id"]), (&json!(ada.id), &json!(bob.id)));
    assert_eq!(state["config"]["host_side"], "first");
    server.close().await;
}

#[tokio::test]
async fn an_account_works_on_another_device_and_through_a_token() {
    let dir = TestDir::new("account");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (ada, address) = (Client::connect_guest(server.address).await, server.address);
    let cookie = [("Cookie", ada.cookie.as_str())];
    let secret = json!({"name": "Ada_L", "password": "correct horse"}).to_string();
    assert_eq!(http(address, "POST", "/api/tokens", &cookie, r#"{"name":"bot"}"#).await.status, 403);
    assert_eq!(
        http(address, "POST", "/api/account", &cookie, r#"{"name":"<b>","password":"correct horse"}"#)
            .await
            .status,
        422
    );
    let made = http(address, "POST", "/api/account", &cookie, &secret).await;
    assert_eq!(made.status, 204);
    let session = made.cookie.expect("a session");
    let cookie = [("Cookie", session.as_str())];
    let other = Client::connect_guest(address).await;
    let taken = http(address, "POST", "/api/account", &[("Cookie", &other.cookie)], &secret).await;
    assert_eq!(taken.status, 422, "the name is taken");
    let wrong = json!({"name": "ada_l", "password": "incorrect horse"}).to_string();
    assert_eq!(http(address, "POST", "/api/session", &[], &wrong).await.status, 401);
    let signed_in = http(address, "POST", "/api/session", &[], &secret).await;
    let elsewhere = Client::connect_with_cookie(address, &signed_in.cookie.expect("a cookie")).await;
    assert_eq!(elsewhere.id, ada.id);
    let token =
        http(address, "POST", "/api/tokens", &cookie, r#"{"name":"bot"}"#).await.json()["token"].clone();
    let bearer = format!("Bearer {}", token.as_str().expect("a token"));
    let me = http(address, "GET", "/api/me", &[("Authorization", &bearer)], "").await.json();
    assert_eq!(me["id"], ada.id.as_str());
    let credentials = http(address, "GET", "/api/credentials", &cookie, "").await.json();
    assert_eq!(credentials.as_array().map(Vec::len), Some(3), "two sessions and a token");
    let bot = credentials
        .as_array()
        .and_then(|credentials| credentials.iter().find(|credential| credential["kind"] == "token"))
        .expect("the token");
    let path = format!("/api/credentials/{}", bot["id"].as_str().expect("an id"));
    assert_eq!(http(address, "DELETE", &path, &cookie, "").await.status, 204);
    let me = http(address, "GET", "/api/me", &[("Authorization", &bearer)], "").await.json();
    assert_ne!(me["id"], ada.id.as_str(), "an ended token is invalid");
    let out = http(address, "DELETE", "/api/session", &cookie, "").await;
    assert_eq!((out.status, out.cookie.as_deref()), (204, Some("yipan=")));
    let me = http(address, "GET", "/api/me", &cookie, "").await.json();
    assert_ne!(me["id"], ada.id.as_str(), "a client that has signed out is a new guest");
    server.close().await;
}

#[tokio::test]
async fn games_are_listed_and_a_guests_games_become_the_accounts() {
    let dir = TestDir::new("games");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let games =
        async |cookie: &str| http(address, "GET", "/api/games", &[("Cookie", cookie)], "").await.json();
    let (code, mut ada, bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    assert_eq!(games(&ada.cookie).await[0]["phase"], "playing");
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    ada.command_ok(&code, json!({"type": "resign"})).await;
    let listed = games(&bob.cookie).await;
    assert_eq!(
        (&listed[0]["room"], &listed[0]["winner"], &listed[0]["reason"], &listed[0]["plies"]),
        (&json!(code), &json!("second"), &json!("resignation"), &json!(1))
    );
    let eve = Client::connect_guest(address).await;
    assert_eq!(games(&eve.cookie).await, json!([]));
    let secret = json!({"name": "Eve", "password": "correct horse"}).to_string();
    assert_eq!(http(address, "POST", "/api/account", &[("Cookie", &eve.cookie)], &secret).await.status, 204);
    let signed_in = http(address, "POST", "/api/session", &[("Cookie", &bob.cookie)], &secret).await;
    let mut adopted = listed.clone();
    adopted[0]["players"][1] = json!({"id": eve.id, "name": "Eve"});
    assert_eq!(games(&signed_in.cookie.expect("a cookie")).await, adopted);
    server.close().await;
}
