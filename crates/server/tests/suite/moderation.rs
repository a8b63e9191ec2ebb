//! Reports and moderation over real sockets.

use std::net::SocketAddr;

use serde_json::{Value, json};
use yipan_server::{StoreLocation, set_role};
use yipan_wire::{ModerationAction, Role};

use crate::net::{Client, TestDir, TestServer, generous_limits, http, start_game_of};
use crate::tournament_bots;

async fn request(address: SocketAddr, cookie: &str, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let headers = [("Cookie", cookie)];
    let reply = http(address, method, &format!("/api{path}"), &headers, &body.to_string()).await;
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn act(address: SocketAddr, moderator: &str, action: Value) -> (u16, Value) {
    let body = json!({"action": action, "reason": "insults in the chat"});
    request(address, moderator, "POST", "/moderation/actions", &body).await
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["code"].as_str().unwrap_or_default())
}

/// Starts a server with a moderator `mia`, an operator `otto` and two players. Returns the cookies of the first two.
async fn open(dir: &TestDir) -> (TestServer, [String; 2], [Client; 2]) {
    let server = TestServer::open(dir, generous_limits()).await;
    let mia = Client::connect_account(server.address, "mia").await.cookie;
    let otto = Client::connect_account(server.address, "otto").await.cookie;
    server.close().await;
    let location: StoreLocation = dir.location();
    for (name, role) in [("mia", Role::Moderator), ("Otto", Role::Operator)] {
        assert!(set_role(&location, name, Some(role)).await.expect("an account"));
    }
    let unknown = set_role(&location, "nonexistent", None).await.expect_err("there is no such account");
    assert!(unknown.to_string().contains("nonexistent"), "{unknown}");
    let server = TestServer::open(dir, generous_limits()).await;
    let address = server.address;
    let players =
        [Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await];
    (server, [mia, otto], players)
}

#[tokio::test]
async fn a_report_keeps_the_chat_and_is_handled_by_a_moderator() {
    let dir = TestDir::new("moderation");
    let (server, [mia, _], [mut ada, mut bob]) = open(&dir).await;
    let address = server.address;
    let room = start_game_of(address, &mut ada, &mut bob, &json!({"game": "chess"})).await;
    bob.command_ok(&room, json!({"type": "chat", "text": "you fool"})).await;
    let report = json!({"user": bob.id, "reason": "chat", "text": "insults", "room": room});
    assert_eq!(request(address, &ada.cookie, "POST", "/reports", &report).await.0, 204);
    let (status, reports) = request(address, &mia, "GET", "/moderation/reports", &json!(null)).await;
    assert_eq!(status, 200, "{reports}");
    assert_eq!(reports[0]["reported"]["name"], "bob");
    assert_eq!(reports[0]["chat"], json!([{"user_id": bob.id, "name": "bob", "text": "you fool"}]));

    // A warning is a notification.
    assert_eq!(act(address, &mia, json!({"type": "warn", "user": bob.id})).await.0, 204);
    let (_, list) = request(address, &bob.cookie, "GET", "/me/notifications", &json!(null)).await;
    let warning = json!({"type": "warning", "text": "insults in the chat"});
    assert_eq!(list["notifications"][0]["event"], warning, "{list}");

    // A mute ends with its time, or before.
    assert_eq!(act(address, &mia, json!({"type": "mute", "user": bob.id, "minutes": 5})).await.0, 204);
    let rejected = bob.command(&room, 1 << 40, json!({"type": "chat", "text": "again"})).await;
    assert_eq!(rejected["error"]["code"], "muted", "{rejected}");
    ada.command_ok(&room, json!({"type": "chat", "text": "others may"})).await;
    assert_eq!(act(address, &mia, json!({"type": "mute", "user": bob.id, "minutes": 0})).await.0, 204);
    bob.command_ok(&room, json!({"type": "chat", "text": "sorry"})).await;

    // A closed account is signed out and learns why.
    assert_eq!(act(address, &mia, json!({"type": "close-account", "user": bob.id})).await.0, 204);
    while bob.next().await.is_some() {}
    let (_, me) = request(address, &bob.cookie, "GET", "/me", &json!(null)).await;
    assert_ne!(me["id"], json!(bob.id), "the session has ended");
    let credentials = json!({"name": "bob", "password": "correct horse"});
    let signed_in = request(address, "", "POST", "/session", &credentials).await;
    assert_eq!(code(&signed_in), (403, "account-closed"));
    assert!(signed_in.1["message"].as_str().is_some_and(|text| text.contains("insults in the chat")));
    let wrong = json!({"name": "bob", "password": "wrong horse"});
    assert_eq!(code(&request(address, "", "POST", "/session", &wrong).await), (401, "bad-credentials"));
    assert_eq!(act(address, &mia, json!({"type": "reopen-account", "user": bob.id})).await.0, 204);
    assert_eq!(request(address, "", "POST", "/session", &credentials).await.0, 204);

    let resolve = json!({"type": "resolve-report", "report": reports[0]["id"]});
    assert_eq!(act(address, &mia, resolve.clone()).await.0, 204);
    assert_eq!(code(&act(address, &mia, resolve).await), (404, "report-not-found"));
    let (_, reports) = request(address, &mia, "GET", "/moderation/reports", &json!(null)).await;
    assert_eq!(reports, json!([]));
    let (_, log) = request(address, &mia, "GET", "/moderation/log", &json!(null)).await;
    let types: Vec<_> =
        log.as_array().into_iter().flatten().map(|entry| entry["action"]["type"].clone()).collect();
    let expected =
        ["resolve-report", "reopen-account", "close-account", "mute", "mute", "warn", "promote", "promote"];
    assert_eq!(types, expected.map(Value::from));
    assert_eq!(log[1]["moderator"]["name"], "mia");
    assert_eq!(log[1]["target"]["name"], "bob");
    server.close().await;
}

#[tokio::test]
async fn players_cannot_moderate_and_moderators_cannot_act_on_each_other() {
    let dir = TestDir::new("moderation-access");
    let (server, [mia, otto], [ada, bob]) = open(&dir).await;
    let address = server.address;
    let guest = Client::connect_guest(address).await;
    let warn = json!({"action": {"type": "warn", "user": bob.id}, "reason": "x"});
    for (method, path, body) in [
        ("GET", "/moderation/reports", json!(null)),
        ("GET", "/moderation/log", json!(null)),
        ("POST", "/moderation/actions", warn.clone()),
    ] {
        for cookie in ["", guest.cookie.as_str()] {
            let answer = request(address, cookie, method, path, &body).await;
            assert_eq!(code(&answer), (401, "account-required"), "{path}");
        }
        let answer = request(address, &ada.cookie, method, path, &body).await;
        assert_eq!(code(&answer), (403, "moderator-required"), "{path}");
    }
    let (_, me) = request(address, &mia, "GET", "/me", &json!(null)).await;
    assert_eq!(me["role"], "moderator");
    let (_, operator) = request(address, &otto, "GET", "/me", &json!(null)).await;
    let close = |id: &Value| json!({"type": "close-account", "user": id});
    assert_eq!(code(&act(address, &mia, close(&operator["id"])).await), (403, "operator-required"));
    let promote = json!({"type": "promote", "user": bob.id, "role": "moderator"});
    assert_eq!(code(&act(address, &mia, promote.clone()).await), (403, "operator-required"));
    assert_eq!(act(address, &otto, promote.clone()).await.0, 204);
    assert_eq!(code(&act(address, &otto, promote).await), (409, "nothing-to-change"));
    let (status, _) = request(address, &bob.cookie, "GET", "/moderation/reports", &json!(null)).await;
    assert_eq!(status, 200, "bob moderates now");
    assert_eq!(act(address, &otto, json!({"type": "demote", "user": bob.id})).await.0, 204);
    let (status, _) = request(address, &bob.cookie, "GET", "/moderation/reports", &json!(null)).await;
    assert_eq!(status, 403, "and no longer");
    assert_eq!(code(&act(address, &mia, close(&me["id"])).await), (422, "own-account"));
    server.close().await;
}

#[tokio::test]
async fn moderators_neither_void_their_own_games_nor_resolve_reports_about_themselves() {
    let dir = TestDir::new("moderation-own");
    let (server, [mia, otto], [mut ada, mut bob]) = open(&dir).await;
    let address = server.address;
    let mut moderator = Client::connect_with_cookie(address, &mia).await;
    let operator = Client::connect_with_cookie(address, &otto).await;
    let rated = json!({"game": "chess", "clock": "3+2", "rated": true});
    let mut rooms = Vec::new();
    for opponent in [&mut moderator, &mut bob] {
        let room = start_game_of(address, &mut ada, opponent, &rated).await;
        let is_ada_first = ada.join(&room).await["host_side"] == "first";
        let (first, second) = if is_ada_first { (&mut ada, opponent) } else { (opponent, &mut ada) };
        first.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
        second.command_ok(&room, json!({"type": "play", "action": "e7e5"})).await;
        second.command_ok(&room, json!({"type": "resign"})).await;
        rooms.push(json!({"type": "void-game", "room": room}));
    }
    assert_eq!(code(&act(address, &mia, rooms[0].clone()).await), (422, "own-account"));
    assert_eq!(act(address, &mia, rooms[1].clone()).await.0, 204, "others may be voided");
    assert_eq!(act(address, &otto, rooms[0].clone()).await.0, 204, "an operator decides");

    for user in [&moderator.id, &operator.id] {
        let report = json!({"user": user, "reason": "other", "text": "unfair"});
        assert_eq!(request(address, &ada.cookie, "POST", "/reports", &report).await.0, 204);
    }
    let (_, reports) = request(address, &mia, "GET", "/moderation/reports", &json!(null)).await;
    let about = |user: &str| {
        let mut reports = reports.as_array().into_iter().flatten();
        let report = reports.find(|report| report["reported"]["id"] == user).expect("a report");
        json!({"type": "resolve-report", "report": report["id"]})
    };
    let (about_moderator, about_operator) = (about(&moderator.id), about(&operator.id));
    assert_eq!(code(&act(address, &mia, about_moderator.clone()).await), (422, "own-account"));
    assert_eq!(code(&act(address, &mia, about_operator.clone()).await), (403, "operator-required"));
    assert_eq!(code(&act(address, &otto, about_operator).await), (422, "own-account"));
    assert_eq!(act(address, &otto, about_moderator).await.0, 204);
    server.close().await;
}

#[tokio::test]
async fn a_voided_game_of_a_tournament_does_not_count_in_its_standings() {
    let dir = TestDir::new("moderation-tournament");
    let (server, [mia, _], [mut ada, mut bob]) = open(&dir).await;
    let address = server.address;
    let mut games = Vec::new();
    for _ in 0..2 {
        let room = json!({"game": "chess", "clock": "3+2", "rated": true});
        let config = json!({"format": {"type": "round-robin"}, "min_players": 2, "room": room});
        let cup = tournament_bots::create(address, &ada.cookie, &config).await;
        for player in [&ada, &bob] {
            tournament_bots::join(address, &player.cookie, &cup).await;
        }
        let running =
            tournament_bots::wait_for(address, &ada.cookie, &cup, |state| state["me"]["room"].is_string());
        let room = running.await["me"]["room"].as_str().expect("a code").to_owned();
        tokio::join!(
            tournament_bots::play_game(&mut ada, &room),
            tournament_bots::play_game(&mut bob, &room)
        );
        games.push((cup, room));
    }
    let points = async |cup: &str| {
        let is_over = |state: &Value| state["summary"]["stage"] == "finished";
        let state = tournament_bots::wait_for(address, &ada.cookie, cup, is_over).await;
        let rows = state["standings"].as_array().expect("standings").iter();
        rows.map(|row| row["half_points"].as_u64().expect("points")).sum::<u64>()
    };
    assert_eq!((points(&games[0].0).await, points(&games[1].0).await), (2, 2));
    let void = |room: &str| json!({"type": "void-game", "room": room});
    assert_eq!(act(address, &mia, void(&games[0].1)).await.0, 204);
    let (_, state) =
        request(address, &ada.cookie, "GET", &format!("/tournaments/{}", games[0].0), &json!(null)).await;
    assert_eq!(state["games"][0]["result"], "void", "{state}");
    assert_eq!(points(&games[0].0).await, 0);
    server.close().await;

    // The command line voids the other one while no server runs; the next one takes it out of the standings.
    let action = ModerationAction::VoidGame { room: games[1].1.clone() };
    assert!(yipan_server::moderate(&dir.location(), action, "arranged").await.expect("a rated game"));
    let server = TestServer::open(&dir, generous_limits()).await;
    let is_voided = |state: &Value| state["games"][0]["result"] == "void";
    tournament_bots::wait_for(server.address, &ada.cookie, &games[1].0, is_voided).await;
    server.close().await;
}

#[tokio::test]
async fn impossible_reports_and_actions_are_rejected_with_a_reason() {
    let dir = TestDir::new("moderation-bad");
    let (server, [mia, _], [ada, bob]) = open(&dir).await;
    let address = server.address;
    let report = |user: &str, text: &str, room: Value| json!({"user": user, "reason": "other", "text": text, "room": room});
    let none = json!(null);
    for (body, expected) in [
        (report(&ada.id, "me", none.clone()), (422, "own-account")),
        (report("nonexistent", "x", none.clone()), (404, "user-not-found")),
        (report("\0", "x", none.clone()), (404, "user-not-found")),
        (report(&bob.id, " ", none.clone()), (422, "bad-text")),
        (report(&bob.id, &"x".repeat(1_001), none.clone()), (422, "bad-text")),
        (report(&bob.id, "x", json!("AAAAAA")), (404, "room-not-found")),
    ] {
        let answer = request(address, &ada.cookie, "POST", "/reports", &body).await;
        assert_eq!(code(&answer), expected, "{body}");
    }
    let guest = Client::connect_guest(address).await;
    let fine = report(&bob.id, "x", none);
    let answer = request(address, &guest.cookie, "POST", "/reports", &fine).await;
    assert_eq!(code(&answer), (403, "account-required"));
    for _ in 0..10 {
        assert_eq!(request(address, &ada.cookie, "POST", "/reports", &fine).await.0, 204);
    }
    let answer = request(address, &ada.cookie, "POST", "/reports", &fine).await;
    assert_eq!(code(&answer), (409, "too-many-reports"));
    for (action, expected) in [
        (json!({"type": "warn", "user": "nonexistent"}), (404, "user-not-found")),
        (json!({"type": "warn", "user": guest.id}), (404, "user-not-found")),
        (json!({"type": "mute", "user": bob.id, "minutes": 600_000}), (422, "bad-text")),
        (json!({"type": "void-game", "room": "AAAAAA"}), (404, "not-rated")),
        (json!({"type": "void-game", "room": "\0"}), (404, "not-rated")),
        (json!({"type": "reopen-account", "user": bob.id}), (409, "nothing-to-change")),
        (json!({"type": "dance"}), (422, "bad-message")),
    ] {
        assert_eq!(code(&act(address, &mia, action.clone()).await), expected, "{action}");
    }
    let empty = json!({"action": {"type": "warn", "user": bob.id}, "reason": ""});
    let answer = request(address, &mia, "POST", "/moderation/actions", &empty).await;
    assert_eq!(code(&answer), (422, "bad-text"));
    server.close().await;
}

#[tokio::test]
async fn a_moderator_closes_a_room_and_both_players_see_the_reason() {
    let dir = TestDir::new("close-room");
    let (server, [mia, _], [mut ada, mut bob]) = open(&dir).await;
    let address = server.address;
    let config = json!({"game": "chess", "clock": "3+2", "rated": true});
    let room = start_game_of(address, &mut ada, &mut bob, &config).await;
    let close = json!({"type": "close-room", "room": room});
    assert_eq!(code(&act(address, &ada.cookie, close.clone()).await), (403, "moderator-required"));
    assert_eq!(act(address, &mia, close.clone()).await.0, 204);
    for client in [&mut ada, &mut bob] {
        let state = client.join(&room).await;
        assert_eq!(
            (&state["phase"], &state["close_reason"]),
            (&json!("over"), &json!("insults in the chat"))
        );
        assert_eq!(state["game_end"]["reason"], "aborted");
    }
    assert_eq!(code(&act(address, &mia, close).await), (409, "nothing-to-change"), "it is over");
    // A game that has ended by itself is not closed, and the audit log does not say so.
    let ended = start_game_of(address, &mut ada, &mut bob, &json!({"game": "chess"})).await;
    ada.command_ok(&ended, json!({"type": "resign"})).await;
    let close_ended = json!({"type": "close-room", "room": ended});
    assert_eq!(code(&act(address, &mia, close_ended).await), (409, "nothing-to-change"));
    let missing = json!({"type": "close-room", "room": "ZZZZZZ"});
    assert_eq!(code(&act(address, &mia, missing).await), (404, "room-not-found"));
    let (_, log) = request(address, &mia, "GET", "/moderation/log", &json!(null)).await;
    assert_eq!(log[0]["action"], json!({"type": "close-room", "room": room}));
    let (status, ratings) =
        request(address, &ada.cookie, "GET", &format!("/rooms/{room}/ratings"), &json!(null)).await;
    assert_eq!((status, &ratings["code"]), (404, &json!("not-rated")), "it counts for no rating");

    // Moderators do not close their own games.
    let mut mia_client = Client::connect_with_cookie(address, &mia).await;
    let own = start_game_of(address, &mut mia_client, &mut bob, &json!({"game": "chess"})).await;
    let answer = act(address, &mia, json!({"type": "close-room", "room": own})).await;
    assert_eq!(code(&answer), (422, "own-account"));
    server.close().await;
}
