//! A guest who signs in or up during a game continues to play it.

use std::net::SocketAddr;

use serde_json::{Value, json};
use yipan_server::{ArchiveRow, export, import};

use crate::net::two_nodes::check_answer;
use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// Turns a guest into an account and returns its cookie.
async fn sign_up(address: SocketAddr, guest: &str, name: &str) -> String {
    let request = credentials(name).to_string();
    let reply = http(address, "POST", "/api/account", &[("Cookie", guest)], &request).await;
    assert_eq!(reply.status, 204, "{}", reply.body);
    reply.cookie.expect("a cookie")
}

fn credentials(name: &str) -> Value {
    json!({"name": name, "password": "correct horse"})
}

/// Signs a guest in and returns the cookie of the account.
async fn sign_in(address: SocketAddr, guest: &str, name: &str) -> String {
    let request = credentials(name).to_string();
    let reply = http(address, "POST", "/api/session", &[("Cookie", guest)], &request).await;
    assert_eq!(reply.status, 204, "{}", reply.body);
    reply.cookie.expect("a cookie")
}

fn action(act: &str) -> Value {
    json!({"type": "play", "action": act})
}

#[tokio::test]
async fn a_game_is_not_listed_for_a_user_who_left_the_seat_before_it_began() {
    let dir = TestDir::new("got-up");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (mut host, mut left, mut came) = (
        Client::connect_guest(address).await,
        Client::connect_guest(address).await,
        Client::connect_guest(address).await,
    );
    let code = create_room(address, &host, &json!({"game": "chess", "host_side": "first"})).await;
    for client in [&mut host, &mut left, &mut came] {
        client.join(&code).await;
    }
    let sit = |number: &str| json!({"type": "sit", "contribution": number.repeat(32)});
    host.command_ok(&code, sit("01")).await;
    left.command_ok(&code, sit("02")).await;
    left.command_ok(&code, json!({"type": "leave"})).await;
    came.command_ok(&code, sit("03")).await;
    host.command_ok(&code, json!({"type": "start"})).await;
    let games = async |client: &Client| {
        let list = http(address, "GET", "/api/games", &[("Cookie", &client.cookie)], "").await.json();
        list.as_array().map_or(0, Vec::len)
    };
    assert_eq!((games(&host).await, games(&came).await, games(&left).await), (1, 1, 0));
    server.close().await;
}

#[tokio::test]
async fn a_guest_who_signs_in_during_a_game_continues_as_the_account() {
    let dir = TestDir::new("sign-in");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let ann = Client::connect_account(address, "Ann").await.id;
    let (code, mut ada, mut bob) =
        start_game(address, &json!({"game": "chess", "clock": "5+3", "host_side": "first"})).await;
    let mut eve = Client::connect_guest(address).await;
    ada.command_ok(&code, action("e2e4")).await;
    bob.command_ok(&code, action("e7e5")).await;
    bob.command_ok(&code, json!({"type": "offer", "offer": "draw"})).await;
    let before = eve.join(&code).await;
    let (old_cookie, guest_id) = (ada.cookie.clone(), ada.id.clone());
    let cookie = sign_in(address, &old_cookie, "Ann").await;

    // The guest's connection ends, and the account continues over a new one.
    assert_eq!(ada.receive("error").await["error"]["code"], "session-ended");
    while ada.next().await.is_some() {}
    let mut ada = Client::connect_with_cookie(address, &cookie).await;
    assert_eq!(ada.id, ann);
    ada.join(&code).await;

    // The others are notified, and only the name has changed.
    let became = bob.receive_event("account-linked").await;
    assert_eq!(
        (&became["event"]["is_host"], &became["event"]["player"]["name"]),
        (&json!(true), &json!("Ann"))
    );
    assert_eq!(eve.receive_event("account-linked").await["seq"], became["seq"]);
    let after = eve.join(&code).await;
    assert_eq!(after["clocks"]["running"], before["clocks"]["running"]);
    for what in ["offers", "disconnected", "moves", "phase", "view", "guest", "contributions"] {
        assert_eq!(after[what], before[what], "{what}");
    }

    ada.command_ok(&code, action("g1f3")).await;
    assert_eq!(bob.receive_event("played").await["event"]["entry"]["action"], "g1f3");
    bob.command_ok(&code, action("b8c6")).await;

    // The guest's cookie is no longer valid.
    let mut old = Client::connect_with_cookie(address, &old_cookie).await;
    assert!(old.id != guest_id && old.id != ann, "a client with that cookie is a new guest");
    old.join(&code).await;
    let rejected = old.command(&code, 1 << 40, action("f1b5")).await;
    assert_eq!(rejected["error"]["code"], "not-seated");
    let away = bob.join(&code).await["disconnected"].clone();
    drop(ada);
    assert_eq!(
        (away, bob.receive_event("disconnected").await["event"]["side"].clone()),
        (json!([]), json!("first"))
    );

    // The account's cookie is, on a new connection and after a restart.
    let mut again = Client::connect_with_cookie(address, &cookie).await;
    assert_eq!(again.join(&code).await["host"]["id"], ann.as_str());
    bob.receive_event("reconnected").await;
    again.command_ok(&code, action("f1b5")).await;
    bob.command_ok(&code, action("a7a6")).await;
    server.close().await;
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut again = Client::connect_with_cookie(server.address, &cookie).await;
    again.join(&code).await;
    again.command_ok(&code, action("b5a4")).await;
    let games = http(server.address, "GET", "/api/games", &[("Cookie", &cookie)], "").await.json();
    assert_eq!((&games[0]["room"], &games[0]["players"][0]["id"]), (&json!(code), &json!(ann)));
    server.close().await;
}

#[tokio::test]
async fn a_command_sent_by_the_guest_and_again_by_the_account_is_executed_once() {
    let dir = TestDir::new("sign-in-twice");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    Client::connect_account(address, "Ann").await;
    let (code, mut ada, _bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let said = json!({"type": "command", "room": code, "id": "once", "seen": 99, "command": action("e2e4")});
    ada.send(&said).await;
    let done = ada.receive("ack").await;
    let mut again = Client::connect_with_cookie(address, &sign_in(address, &ada.cookie, "Ann").await).await;
    again.join(&code).await;
    again.send(&said).await;
    assert_eq!(again.receive("ack").await, done);
    assert_eq!(again.join(&code).await["moves"].as_array().map(Vec::len), Some(1));
    server.close().await;
}

#[tokio::test]
async fn a_guest_who_signs_up_during_a_game_continues_on_every_device() {
    let dir = TestDir::new("sign-up");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (code, mut ada, mut bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    ada.command_ok(&code, action("e2e4")).await;
    let cookie = sign_up(address, &ada.cookie, "Ann").await;
    let mut ada = Client::connect_with_cookie(address, &cookie).await;
    ada.join(&code).await;
    bob.command_ok(&code, action("e7e5")).await;
    ada.command_ok(&code, action("g1f3")).await;
    bob.command_ok(&code, action("b8c6")).await;
    // A guest on another device signs in to it, and can continue the game of the first device.
    let stranger = Client::connect_guest(address).await;
    let mut elsewhere =
        Client::connect_with_cookie(address, &sign_in(address, &stranger.cookie, "Ann").await).await;
    elsewhere.join(&code).await;
    elsewhere.command_ok(&code, action("f1b5")).await;
    server.close().await;
}

#[tokio::test]
async fn a_host_who_signs_in_before_a_guest_joins_is_still_the_host() {
    let dir = TestDir::new("sign-in-host");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let ann = Client::connect_account(address, "Ann").await.id;
    let mut ada = Client::connect_guest(address).await;
    let code =
        create_room(address, &ada, &json!({"game": "xiangqi", "public": true, "host_side": "first"})).await;
    ada.join(&code).await;
    let cookie = sign_in(address, &ada.cookie, "Ann").await;
    let mut again = Client::connect_with_cookie(address, &cookie).await;
    again.join(&code).await;
    let host =
        async || http(address, "GET", "/api/rooms", &[], "").await.json()["open_rooms"][0]["host"].clone();
    check_answer(host, json!({"id": ann, "name": "Ann"})).await;
    again.command_ok(&code, json!({"type": "sit", "contribution": "05".repeat(32)})).await;
    again.command_ok(&code, json!({"type": "seat-computer", "level": 1})).await;
    again.command_ok(&code, json!({"type": "start"})).await;
    again.command_ok(&code, action("h2e2")).await;
    server.close().await;
}

#[tokio::test]
async fn a_spectator_with_the_account_becomes_a_viewer_of_its_seat() {
    let dir = TestDir::new("sign-in-viewer");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut device = Client::connect_account(address, "Ann").await;
    let config = json!({"game": "chess", "modes": ["fog"], "host_side": "first", "spectators": {"delay": 6}});
    let (code, mut ada, mut bob) = start_game(address, &config).await;
    ada.command_ok(&code, action("e2e4")).await;
    bob.command_ok(&code, action("e7e5")).await;
    let looking_on = device.join(&code).await;
    assert_eq!((&looking_on["moves"], &looking_on["view"]["actions"]), (&json!([]), &json!([])));
    let cookie = sign_in(address, &ada.cookie, "Ann").await;
    let seated = device.receive("state").await["state"].clone();
    assert_eq!(
        seated["moves"],
        json!([{"side": "first", "action": "e2e4"}, {"side": "second", "action": null}])
    );
    assert!(seated["view"]["actions"].as_array().is_some_and(|actions| !actions.is_empty()));
    device.command_ok(&code, action("g1f3")).await;
    bob.command_ok(&code, action("b8c6")).await;
    let next = device.join(&code).await;
    assert_eq!(next["moves"].as_array().map(Vec::len), Some(4));
    let mut again = Client::connect_with_cookie(address, &cookie).await;
    assert_eq!(again.join(&code).await, next, "another socket of the account sees the same");
    server.close().await;
}

#[tokio::test]
async fn a_disconnected_player_is_reconnected_where_the_account_spectated() {
    let dir = TestDir::new("sign-in-back");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut device = Client::connect_account(address, "Ann").await;
    let (code, ada, mut bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let cookie = ada.cookie.clone();
    drop(ada);
    bob.receive_event("disconnected").await;
    device.join(&code).await;
    sign_in(address, &cookie, "Ann").await;
    bob.receive_event("account-linked").await;
    assert_eq!(bob.receive_event("reconnected").await["event"]["side"], "first");
    device.command_ok(&code, action("e2e4")).await;
    server.close().await;
}

#[tokio::test]
async fn no_user_gets_both_seats_of_a_game() {
    let dir = TestDir::new("sign-in-both");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    Client::connect_account(address, "Ann").await;
    let (code, ada, bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let cookie = sign_in(address, &ada.cookie, "Ann").await;
    let guest = bob.id.clone();
    let mut bob = Client::connect_with_cookie(address, &sign_in(address, &bob.cookie, "Ann").await).await;
    let mut ada = Client::connect_with_cookie(address, &cookie).await;
    ada.join(&code).await;
    bob.join(&code).await;
    ada.command_ok(&code, action("e2e4")).await;
    let state = ada.join(&code).await;
    assert_eq!(state["guest"]["id"], guest.as_str(), "the second seat stays the guest's");
    let rejected = bob.command(&code, 1 << 40, action("e7e5")).await;
    assert_eq!(rejected["error"]["code"], "not-your-turn", "the account has the first seat");
    server.close().await;
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut again = Client::connect_with_cookie(server.address, &cookie).await;
    assert_eq!(again.join(&code).await["moves"], state["moves"], "the log holds together");
    server.close().await;
}

#[tokio::test]
async fn a_server_that_was_killed_during_a_sign_in_finishes_it() {
    let (from, to) = (TestDir::new("sign-in-killed"), TestDir::new("sign-in-restarted"));
    let server = TestServer::open(&from, generous_limits()).await;
    let device = Client::connect_account(server.address, "Ann").await;
    let (code, mut ada, _bob) =
        start_game(server.address, &json!({"game": "chess", "clock": "5+0", "host_side": "first"})).await;
    ada.command_ok(&code, action("e2e4")).await;
    server.close().await;
    // The state on disk when the guest is linked to the account and no room has applied it yet.
    let mut lines = Vec::new();
    let location = from.location();
    let exported = export(&location, |mut row: ArchiveRow| {
        if let ArchiveRow::User(user) = &mut row
            && user.id == ada.id
        {
            user.linked_account = Some(device.id.clone());
        }
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    exported.await.expect("a server");
    import(&to.location(), lines.into_iter().map(Ok)).await.expect("a server");
    for _ in 0..2 {
        let server = TestServer::open(&to, generous_limits()).await;
        let mut ann = Client::connect_with_cookie(server.address, &device.cookie).await;
        let state = ann.join(&code).await;
        assert_eq!((&state["host"]["id"], &state["host_side"]), (&json!(device.id), &json!("first")));
        server.close().await;
    }
    let mut became = 0;
    let location = to.location();
    let counted = export(&location, |row| {
        became +=
            usize::from(matches!(row, ArchiveRow::Entry { line, .. } if line.contains("account-linked")));
        Ok(())
    });
    counted.await.expect("a server");
    assert_eq!(became, 1, "it is written down once");
}

#[tokio::test]
async fn a_user_cannot_take_a_look_alike_name() {
    let dir = TestDir::new("names");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let victim = Client::connect_account(address, "victim1").await;
    let guest = Client::connect_guest(address).await;
    let rename = async |cookie: &str, name: &str| {
        let request = json!({"name": name}).to_string();
        let reply = http(address, "PUT", "/api/me", &[("Cookie", cookie)], &request).await;
        let key = if reply.status == 204 { Value::Null } else { reply.json()["code"].clone() };
        (reply.status, key)
    };
    for name in [
        "victim1",
        "VICTIM1",
        "victiml",
        "v\u{456}ctim1",
        "victim1\u{200b}",
        "\u{202e}x",
        "Yipan 3",
        "guest-zzzz",
    ] {
        let (status, key) = rename(&guest.cookie, name).await;
        assert_eq!(status, 422, "{name:?}");
        assert!(key == "bad-name" || key == "name-taken", "{name:?}: {key}");
    }
    for name in ["李小龙", &format!("guest-{}", &guest.id[..4])] {
        assert_eq!(rename(&guest.cookie, name).await.0, 204, "{name:?}");
    }
    assert_eq!(rename(&victim.cookie, "Victim1").await.0, 204, "one's own account name is always allowed");
    for name in ["victiml", "yipan", "guest-1234"] {
        let request = credentials(name).to_string();
        let reply = http(address, "POST", "/api/account", &[("Cookie", &guest.cookie)], &request).await;
        assert_eq!(reply.status, 422, "{name}");
    }
    rename(&guest.cookie, "Jose\u{301}").await;
    let me = http(address, "GET", "/api/me", &[("Cookie", &guest.cookie)], "").await.json();
    assert_eq!(me["name"], "Jos\u{e9}", "names are stored composed");
    server.close().await;
}
