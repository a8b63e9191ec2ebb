//! Correspondence games over real sockets.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http};

fn config() -> Value {
    json!({"game": "chess", "clock": "3d", "host_side": "first", "public": true})
}

async fn get(address: SocketAddr, user: &Client, path: &str) -> Value {
    let reply = http(address, "GET", path, &[("Cookie", &user.cookie)], "").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn turn_notifications(address: SocketAddr, user: &Client) -> Vec<Value> {
    let list = get(address, user, "/api/me/notifications").await;
    let all = list["notifications"].as_array().expect("a list").clone();
    all.into_iter().filter(|notification| notification["event"]["type"] == "your-turn").collect()
}

/// Starts a game of two accounts, the second of which sits down when the first has left.
async fn start(address: SocketAddr) -> (String, Client, Client) {
    let (ada, mut bob) =
        (Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await);
    let room = create_room(address, &ada, &config()).await;
    let mut host = Client::connect_with_cookie(address, &ada.cookie).await;
    host.join(&room).await;
    host.command_ok(&room, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    drop(host);
    let lobby = http(address, "GET", "/api/rooms", &[], "").await.json();
    assert_eq!(lobby["open_rooms"][0]["room"], json!(room), "it is listed without its host: {lobby}");
    bob.join(&room).await;
    bob.command_ok(&room, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    (room, ada, bob)
}

async fn play(client: &mut Client, room: &str, action: &str) {
    client.command_ok(room, json!({"type": "play", "action": action})).await;
}

#[tokio::test]
async fn players_take_turns_without_meeting_and_are_notified_of_theirs() {
    let dir = TestDir::new("correspondence");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (room, mut ada, mut bob) = start(address).await;
    let games = get(address, &ada, "/api/me/correspondence").await;
    let game = &games["games"][0];
    assert_eq!(
        (&game["room"], &game["is_own_turn"], &game["side"]),
        (&json!(room), &json!(true), &json!("first"))
    );
    assert_eq!((&game["opponent"]["name"], &game["config"]["clock"]), (&json!("bob"), &json!("3d")));
    let left = game["deadline"].as_u64().expect("a time") - games["now"].as_u64().expect("a time");
    assert!((3 * 86_400_000 - 60_000..=3 * 86_400_000).contains(&left), "{left}");
    assert_eq!(get(address, &bob, "/api/me/correspondence").await["games"][0]["is_own_turn"], json!(false));
    let notified = turn_notifications(address, &ada).await;
    assert_eq!(
        (notified.len(), &notified[0]["event"]),
        (1, &json!({"type": "your-turn", "room": room, "opponent": "bob"}))
    );
    assert!(turn_notifications(address, &bob).await.is_empty());

    let seen = get(address, &bob, "/api/me/notifications").await["version"].clone();
    let path = format!("/api/me/notifications?seen={seen}");
    ada.join(&room).await;
    let (woken, ()) = tokio::join!(get(address, &bob, &path), play(&mut ada, &room, "e4"));
    assert_eq!(woken["notifications"][0]["event"]["type"], "your-turn", "{woken}");
    assert!(turn_notifications(address, &ada).await.is_empty());
    let read = json!({"until": woken["notifications"][0]["at"]}).to_string();
    http(address, "PUT", "/api/me/notifications", &[("Cookie", &bob.cookie)], &read).await;
    assert_eq!(turn_notifications(address, &bob).await[0]["is_read"], json!(true));
    play(&mut bob, &room, "e5").await;
    play(&mut ada, &room, "Nf3").await;
    let notified = turn_notifications(address, &bob).await;
    assert_eq!(notified.len(), 1, "one for each game");
    assert!(notified[0].get("is_read").is_none(), "another turn is unread again");
    bob.command_ok(&room, json!({"type": "resign"})).await;
    assert!(turn_notifications(address, &bob).await.is_empty());
    assert_eq!(get(address, &ada, "/api/me/correspondence").await["games"], json!([]));
    server.close().await;
}

#[tokio::test]
async fn only_accounts_play_for_days() {
    let dir = TestDir::new("correspondence-guests");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (ada, mut guest) =
        (Client::connect_account(address, "ada").await, Client::connect_guest(address).await);
    for path in ["/api/rooms", "/api/pair"] {
        let reply = http(address, "POST", path, &[("Cookie", &guest.cookie)], &config().to_string()).await;
        assert_eq!((reply.status, &reply.json()["code"]), (403, &json!("account-required")));
    }
    let room = create_room(address, &ada, &config()).await;
    guest.join(&room).await;
    let sit = json!({"type": "sit", "contribution": "02".repeat(32)});
    let answer = guest.command(&room, 1 << 40, sit).await;
    assert_eq!(answer["error"]["code"], "account-required", "{answer}");
    for _ in 1..20 {
        create_room(address, &ada, &config()).await;
    }
    let reply = http(address, "POST", "/api/rooms", &[("Cookie", &ada.cookie)], &config().to_string()).await;
    assert_eq!((reply.status, &reply.json()["code"]), (409, &json!("too-many-waiting-rooms")));
    let reply = http(address, "GET", "/api/me/correspondence", &[("Cookie", &guest.cookie)], "").await;
    assert_eq!(reply.status, 403);
    let tournament =
        json!({"name": "Cup", "format": {"type": "swiss", "rounds": 3}, "min_players": 2, "room": config()});
    let reply = http(
        address,
        "POST",
        "/api/tournaments",
        &[("Cookie", &ada.cookie)],
        &json!({"config": tournament}).to_string(),
    )
    .await;
    assert_eq!((reply.status, &reply.json()["code"]), (422, &json!("bad-tournament")), "{}", reply.body);
    server.close().await;
}

#[tokio::test]
async fn a_restart_neither_pauses_a_game_nor_costs_time_nor_loses_a_prepared_move() {
    let dir = TestDir::new("correspondence-restart");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (room, mut ada, mut bob) = start(server.address).await;
    ada.join(&room).await;
    play(&mut ada, &room, "e4").await;
    play(&mut bob, &room, "e5").await;
    play(&mut ada, &room, "Nf3").await;
    let lines = json!([["Nc6", "Bb5", "a6", "Ba4"]]);
    ada.command_ok(&room, json!({"type": "set-conditional-moves", "lines": lines})).await;
    let deadline = async |address, user: &Client| {
        get(address, user, "/api/me/correspondence").await["games"][0]["deadline"].as_u64().expect("a time")
    };
    let before = deadline(server.address, &bob).await;
    server.close().await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;

    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    assert!(deadline(address, &bob).await >= before + 300, "also before the game is loaded");
    let mut ada = Client::connect_with_cookie(address, &ada.cookie).await;
    let mut bob = Client::connect_with_cookie(address, &bob.cookie).await;
    let state = ada.join(&room).await;
    assert_eq!(state["conditional_moves"], json!([["b8c6", "f1b5", "a7a6", "b5a4"]]));
    assert_eq!(state["clocks"]["running"], json!("second"), "it was not paused: {}", state["clocks"]);
    assert!(deadline(address, &bob).await >= before + 300, "and after");
    let state = bob.join(&room).await;
    assert!(state.get("conditional_moves").is_none(), "{state}");
    play(&mut bob, &room, "Nc6").await;
    let moves = |state: &Value| state["moves"].as_array().expect("moves").len();
    assert_eq!(moves(&ada.join(&room).await), 5, "the reply was played with the move");
    assert!(turn_notifications(address, &ada).await.is_empty());
    assert_eq!(turn_notifications(address, &bob).await.len(), 1);
    server.close().await;
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut bob = Client::connect_with_cookie(server.address, &bob.cookie).await;
    assert_eq!(moves(&bob.join(&room).await), 5, "once");
    play(&mut bob, &room, "a6").await;
    assert_eq!(moves(&bob.join(&room).await), 7);
    server.close().await;
}

/// Returns all messages until one of this type or an event of this type, as text.
async fn frames_until(client: &mut Client, kind: &str) -> String {
    let mut frames = String::new();
    loop {
        let text = client.next_text().await.expect("a message");
        frames += &text;
        let message: Value = serde_json::from_str(&text).expect("JSON");
        if message["type"] == kind || message["event"]["type"] == kind {
            return frames;
        }
    }
}

#[tokio::test]
async fn neither_the_opponent_nor_a_spectator_ever_receives_a_prepared_line() {
    let dir = TestDir::new("conditional-secrecy");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (room, mut ada, mut bob) = start(address).await;
    let mut eve = Client::connect_guest(address).await;
    ada.join(&room).await;
    eve.join(&room).await;
    play(&mut ada, &room, "e4").await;
    let lines = json!([["e5", "Nf3", "Nc6", "Bb5"], ["c5", "Nf3", "d6", "d4"]]);
    ada.command_ok(&room, json!({"type": "set-conditional-moves", "lines": lines})).await;
    // A rejected command changes nothing, and its answer is for its player only.
    let illegal = json!({"type": "set-conditional-moves", "lines": [["e5", "Nf6"]]});
    let answer = ada.command(&room, 1 << 40, illegal).await;
    assert_eq!(answer["error"]["code"], "bad-conditional-moves");
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.starts_with("line 1, move 2 (`Nf6`)"), "{message}");
    assert_eq!(answer["state"]["conditional_moves"].as_array().map(Vec::len), Some(2));
    let command = |id: &str, command: Value| json!({"type": "command", "room": room, "id": id, "seen": 1_u64 << 40, "command": command});
    bob.send(&command("e5", json!({"type": "play", "action": "e5"}))).await;
    bob.send(&command("set", json!({"type": "set-conditional-moves", "lines": [["d4", "d5"]]}))).await;
    let mut late = Client::connect_guest(address).await;
    late.send(&json!({"type": "join", "room": room, "from": 0})).await;
    let mut again = Client::connect_with_cookie(address, &bob.cookie).await;
    again.send(&json!({"type": "join", "room": room, "from": 0})).await;
    let mut all_frames =
        vec![frames_until(&mut again, "joined").await, frames_until(&mut late, "joined").await];
    bob.send(&command("end", json!({"type": "resign"}))).await;
    for client in [&mut eve, &mut late, &mut again, &mut bob] {
        all_frames.push(frames_until(client, "ended").await);
    }
    let played = all_frames.last().cloned().unwrap_or_default();
    assert!(played.contains("your-turn"), "the reply was played at once: {played}");
    let room_path = format!("/api/rooms/{room}");
    all_frames.push(http(address, "GET", &room_path, &[("Cookie", &bob.cookie)], "").await.body);
    let pgn = http(address, "GET", &format!("/api/games/{room}/pgn"), &[], "").await;
    assert!(pgn.status == 200 && pgn.body.contains("Nf3"), "{}", pgn.body);
    all_frames.push(pgn.body);
    for frames in all_frames {
        for secret in [r#""b8c6","f1b5""#, r#""Nc6","Bb5""#, r#""d7d6","d2d4""#, "Bb5", "conditional"] {
            assert!(!frames.contains(secret), "{secret}: {frames}");
        }
    }
    server.close().await;
}
