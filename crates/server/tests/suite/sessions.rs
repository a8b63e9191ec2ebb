//! Credentials, and the effect of ending them on open connections.

use std::net::SocketAddr;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// Creates an account with its own session, like a browser.
async fn sign_in(address: SocketAddr, name: &str, headers: &[(&str, &str)]) -> String {
    let secret = json!({"name": name, "password": "correct horse"}).to_string();
    let reply = http(address, "POST", "/api/session", headers, &secret).await;
    assert_eq!(reply.status, 204, "{}", reply.body);
    reply.cookie.expect("a session")
}

/// Turns a guest into an account and returns its new cookie.
async fn sign_up(address: SocketAddr, cookie: &str, name: &str) -> String {
    let secret = json!({"name": name, "password": "correct horse"}).to_string();
    let reply = http(address, "POST", "/api/account", &[("Cookie", cookie)], &secret).await;
    assert_eq!(reply.status, 204, "{}", reply.body);
    reply.cookie.expect("a session")
}

/// Connects a client that has an account.
async fn account(address: SocketAddr, name: &str) -> Client {
    let guest = http(address, "GET", "/api/me", &[], "").await.cookie.expect("a cookie");
    Client::connect_with_cookie(address, &sign_up(address, &guest, name).await).await
}

/// Whether a connection gets the error that its session has ended, and is closed.
async fn is_ended(client: &mut Client) -> bool {
    let received = client.receive("error").await;
    assert_eq!(received["error"]["code"], "session-ended");
    client.next().await.is_none()
}

/// Whether a connection is still served.
async fn can_send(client: &mut Client) -> bool {
    client.send(&json!({"type": "ping", "at": 5})).await;
    client.receive("pong").await["at"] == 5
}

#[tokio::test]
async fn signing_out_closes_open_websockets() {
    let dir = TestDir::new("sign-out");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (code, ada, mut bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let mut ada = Client::connect_with_cookie(address, &sign_up(address, &ada.cookie, "Ada").await).await;
    ada.join(&code).await;
    let elsewhere = sign_in(address, "Ada", &[]).await;
    let mut device = Client::connect_with_cookie(address, &elsewhere).await;
    device.join(&code).await;
    let signed_out = http(address, "DELETE", "/api/session", &[("Cookie", &ada.cookie)], "").await;
    assert_eq!(signed_out.status, 204);
    assert!(is_ended(&mut ada).await);
    assert!(can_send(&mut device).await, "the other session continues");
    device.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    // The other session is ended from a third device.
    let third = sign_in(address, "Ada", &[]).await;
    let credentials = http(address, "GET", "/api/credentials", &[("Cookie", &third)], "").await.json();
    let others =
        credentials.as_array().expect("a list").iter().filter(|credential| credential["is_current"] == false);
    for credential in others {
        let path = format!("/api/credentials/{}", credential["id"].as_str().expect("an id"));
        assert_eq!(http(address, "DELETE", &path, &[("Cookie", &third)], "").await.status, 204);
    }
    assert!(is_ended(&mut device).await);
    assert_eq!(
        bob.receive_event("disconnected").await["event"]["side"],
        "first",
        "and a disconnected player is away"
    );
    server.close().await;
}

#[tokio::test]
async fn ending_other_sessions_closes_their_websockets_and_keeps_tokens() {
    let dir = TestDir::new("others");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut here = account(address, "Ada").await;
    let there = sign_in(address, "Ada", &[]).await;
    let mut device = Client::connect_with_cookie(address, &there).await;
    let mut stranger = Client::connect_guest(address).await;
    let account = async |header: (&str, &str)| {
        http(address, "GET", "/api/me", &[header], "").await.json()["account"].clone()
    };
    let token = http(address, "POST", "/api/tokens", &[("Cookie", &there)], r#"{"name":"bot"}"#).await.json();
    let bearer = format!("Bearer {}", token["token"].as_str().expect("a token"));
    assert_eq!(
        http(address, "DELETE", "/api/credentials", &[("Cookie", &here.cookie)], "").await.status,
        204
    );
    assert!(is_ended(&mut device).await);
    assert!(can_send(&mut here).await && can_send(&mut stranger).await, "no other session is ended");
    assert_eq!(account(("Cookie", &here.cookie)).await, "ada");
    assert_eq!(account(("Authorization", &bearer)).await, "ada");
    assert_eq!(account(("Cookie", &there)).await, Value::Null, "the other device is signed out");
    server.close().await;
}

#[tokio::test]
async fn signing_in_or_up_replaces_the_cookie_and_closes_old_websockets() {
    let dir = TestDir::new("fixation");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    account(address, "Ada").await;
    let me = async |cookie: &str| http(address, "GET", "/api/me", &[("Cookie", cookie)], "").await.json();
    for path in ["/api/account", "/api/session"] {
        // The attacker has planted a cookie in the victim's browser, and has a connection open with it.
        let mut attacker = Client::connect_guest(address).await;
        let planted = attacker.cookie.clone();
        let name = if path == "/api/session" { "Ada" } else { "Bob" };
        let secret = json!({"name": name, "password": "correct horse"}).to_string();
        let reply = http(address, "POST", path, &[("Cookie", &planted)], &secret).await;
        let session = reply.cookie.expect("a new cookie");
        assert_ne!(session, planted, "{path}");
        assert!(is_ended(&mut attacker).await, "{path}");
        assert_eq!(me(&session).await["account"], name.to_lowercase(), "{path}");
        let stranger = me(&planted).await;
        assert_eq!(stranger["account"], Value::Null, "{path}");
        assert_ne!(stranger["id"], attacker.id.as_str(), "{path}");
    }
    server.close().await;
}

#[tokio::test]
async fn signing_in_again_ends_the_previous_session() {
    let dir = TestDir::new("sign-in-again");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = account(address, "Ada").await;
    let mut elsewhere = Client::connect_with_cookie(address, &sign_in(address, "Ada", &[]).await).await;
    let session = sign_in(address, "Ada", &[("Cookie", &ada.cookie)]).await;
    assert!(is_ended(&mut ada).await);
    assert!(can_send(&mut elsewhere).await, "another device is not concerned");
    let credentials = http(address, "GET", "/api/credentials", &[("Cookie", &session)], "").await.json();
    assert_eq!(credentials.as_array().map(Vec::len), Some(2));
    server.close().await;
}

#[tokio::test]
async fn a_new_name_is_used_at_every_open_socket() {
    let dir = TestDir::new("rename");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_guest(address).await;
    let code = create_room(address, &ada, &json!({"game": "chess"})).await;
    ada.join(&code).await;
    let mut same = Client::connect_with_cookie(address, &ada.cookie).await;
    let mut bob = Client::connect_guest(address).await;
    bob.join(&code).await;
    let named = json!({"name": "Countess"}).to_string();
    assert_eq!(http(address, "PUT", "/api/me", &[("Cookie", &ada.cookie)], &named).await.status, 204);
    for client in [&mut ada, &mut same] {
        assert_eq!(client.receive("welcome").await["you"], json!({"id": client.id, "name": "Countess"}));
    }
    ada.command_ok(&code, json!({"type": "chat", "text": "it is I"})).await;
    assert_eq!(bob.receive_event("chat-message").await["event"]["message"]["name"], "Countess");
    let again = Client::connect_with_cookie(address, &sign_up(address, &ada.cookie, "Ada").await).await;
    assert!(is_ended(&mut same).await);
    let me = http(address, "GET", "/api/me", &[("Cookie", &again.cookie)], "").await.json();
    assert_eq!((&me["id"], &me["name"]), (&json!(ada.id), &json!("Ada")), "an account has a name as well");
    server.close().await;
}

#[tokio::test]
async fn an_invalid_token_is_rejected_and_creates_no_guest() {
    let dir = TestDir::new("token");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let ada = account(address, "Ada").await;
    let cookie = [("Cookie", ada.cookie.as_str())];
    let made = http(address, "POST", "/api/tokens", &cookie, r#"{"name":"bot"}"#).await.json();
    let token = made["token"].as_str().expect("a token").to_owned();
    let secret = ada.cookie.split(['=', '.']).nth(1).expect("a secret").to_owned();
    let dialled = async |bearer: &str| {
        let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("authorization", bearer.parse().expect("a header"));
        match tokio_tungstenite::connect_async(request).await {
            Err(tungstenite::Error::Http(rejected)) => rejected.status().as_u16(),
            other => other.map(|_| 101).expect("an answer"),
        }
    };
    let long = "9".repeat(6_000);
    for bearer in ["", "x", &"0".repeat(64), &secret, "' OR 1=1 --", &token[1..], &long] {
        let header = format!("Bearer {bearer}");
        // A valid cookie does not replace an invalid token.
        let headers = [("Authorization", header.as_str()), cookie[0]];
        for (method, path) in [("GET", "/api/me"), ("GET", "/api/games"), ("DELETE", "/api/session")] {
            let reply = http(address, method, path, &headers, "").await;
            assert_eq!((reply.status, reply.cookie.is_some()), (401, false), "{bearer}: {}", reply.body);
            assert_eq!(reply.json()["code"], "bad-token");
        }
        let opened = http(address, "POST", "/api/rooms", &headers, r#"{"game":"chess"}"#).await;
        assert_eq!(opened.status, 401);
        assert_eq!(dialled(&header).await, 401);
    }
    let good = format!("Bearer {token}");
    let me = http(address, "GET", "/api/me", &[("Authorization", &good)], "").await;
    assert_eq!(me.json()["id"], ada.id.as_str());
    assert_eq!(dialled(&good).await, 101);
    // Other schemes are left to proxies.
    let basic = http(address, "GET", "/api/me", &[("Authorization", "Basic YTpi"), cookie[0]], "").await;
    assert_eq!(basic.json()["id"], ada.id.as_str());
    let credentials = http(address, "GET", "/api/credentials", &cookie, "").await.json();
    let is_token = |credential: &&Value| credential["kind"] == "token";
    let id = credentials
        .as_array()
        .and_then(|credentials| credentials.iter().find(is_token))
        .expect("a token")["id"]
        .clone();
    let path = format!("/api/credentials/{}", id.as_str().expect("an id"));
    assert_eq!(http(address, "DELETE", &path, &cookie, "").await.status, 204);
    assert_eq!(http(address, "GET", "/api/me", &[("Authorization", &good)], "").await.status, 401);
    server.close().await;
}

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1_000;

/// Opens the database of a server, to change expiry times.
async fn open_database(dir: &TestDir) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(dir.0.join("yipan.sqlite"));
    options.connect().await.expect("the store")
}

/// Moves all times of the sessions into the past.
async fn age_sessions(dir: &TestDir, millis: i64) {
    let mut store = open_database(dir).await;
    let aged = sqlx::query(
        "UPDATE credentials SET created = created - $1, expires = expires - $1,
             secret_issued = secret_issued - $1, previous_expires = previous_expires - $1",
    );
    aged.bind(millis).execute(&mut store).await.expect("older sessions");
}

#[tokio::test]
async fn a_session_expires_thirty_days_after_its_last_use() {
    let dir = TestDir::new("expiry");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let ada = account(address, "Ada").await;
    let me = async |cookie: &str| {
        let reply = http(address, "GET", "/api/me", &[("Cookie", cookie)], "").await;
        (reply.json()["id"] == ada.id.as_str(), reply)
    };
    let (is_ada, reply) = me(&ada.cookie).await;
    assert!(is_ada && reply.cookie.is_none(), "its secret is new");
    age_sessions(&dir, 29 * DAY_MILLIS).await;
    let (is_ada, reply) = me(&ada.cookie).await;
    assert!(is_ada && reply.head.contains("; Max-Age=2592000"), "{}", reply.head);
    let renewed = reply.cookie.expect("a cookie for another thirty days");
    age_sessions(&dir, 29 * DAY_MILLIS).await;
    let (is_ada, reply) = me(&renewed).await;
    assert!(is_ada, "it was used meanwhile");
    let renewed = reply.cookie.expect("a third cookie");
    age_sessions(&dir, 31 * DAY_MILLIS).await;
    let (is_ada, reply) = me(&renewed).await;
    assert!(!is_ada && reply.cookie.is_some(), "an expired session is a new guest's");
    server.close().await;
}

#[tokio::test]
async fn a_secret_in_use_is_replaced_once_a_day_and_no_parallel_request_is_signed_out() {
    let dir = TestDir::new("rotation");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = account(address, "Ada").await;
    let first = ada.cookie.clone();
    let me = async |cookie: &str| {
        let reply = http(address, "GET", "/api/me", &[("Cookie", cookie)], "").await;
        (reply.json()["id"] == ada.id.as_str(), reply.cookie)
    };
    age_sessions(&dir, 2 * DAY_MILLIS).await;
    let replies = futures_util::future::join_all((0..8).map(|_| me(&first))).await;
    assert!(replies.iter().all(|(is_ada, _)| *is_ada), "all of them had the same cookie");
    let cookies: Vec<_> = replies.into_iter().filter_map(|(_, cookie)| cookie).collect();
    let [second] = &cookies[..] else { panic!("{} new secrets", cookies.len()) };
    assert_ne!(*second, first);
    // The response may have been lost, so the first secret is valid for as long as the second is not used.
    age_sessions(&dir, 10 * 60_000).await;
    assert_eq!(me(&first).await, (true, None));
    assert_eq!(me(second).await, (true, None));
    assert_eq!(me(&first).await, (true, None), "a request that was on its way");
    age_sessions(&dir, 61_000).await;
    assert_eq!(me(second).await, (true, None));
    assert!(!me(&first).await.0, "a copy of the old secret is worth nothing");
    assert!(can_send(&mut ada).await, "an open connection belongs to the session, not to its secret");
    let credentials = http(address, "GET", "/api/credentials", &[("Cookie", second)], "").await.json();
    assert_eq!(
        (credentials.as_array().map(Vec::len), &credentials[0]["is_current"]),
        (Some(1), &json!(true))
    );
    server.close().await;
}

#[tokio::test]
async fn signing_out_revokes_both_secrets_of_a_session() {
    let dir = TestDir::new("rotated-sign-out");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    account(address, "Ada").await;
    let account_of = async |cookie: &str| {
        http(address, "GET", "/api/me", &[("Cookie", cookie)], "").await.json()["account"].clone()
    };
    for is_out_with_new in [true, false] {
        let old = sign_in(address, "Ada", &[]).await;
        age_sessions(&dir, 2 * DAY_MILLIS).await;
        let new =
            http(address, "GET", "/api/me", &[("Cookie", &old)], "").await.cookie.expect("a new secret");
        let mut device = Client::connect_with_cookie(address, &new).await;
        assert_eq!([account_of(&old).await, account_of(&new).await], ["ada", "ada"]);
        let used = if is_out_with_new { &new } else { &old };
        assert_eq!(http(address, "DELETE", "/api/session", &[("Cookie", used)], "").await.status, 204);
        assert!(is_ended(&mut device).await);
        assert_eq!([account_of(&old).await, account_of(&new).await], [Value::Null, Value::Null]);
    }
    server.close().await;
}

#[tokio::test]
async fn a_session_that_cannot_be_renewed_is_still_good() {
    let dir = TestDir::new("not-renewed");
    let server = TestServer::open(&dir, generous_limits()).await;
    let ada = account(server.address, "Ada").await;
    age_sessions(&dir, 2 * DAY_MILLIS).await;
    let trigger =
        "CREATE TRIGGER refuse BEFORE UPDATE ON credentials BEGIN SELECT RAISE(ABORT, 'refused'); END";
    sqlx::query(trigger).execute(&mut open_database(&dir).await).await.expect("a trigger");
    let reply = http(server.address, "GET", "/api/me", &[("Cookie", &ada.cookie)], "").await;
    assert_eq!((reply.status, reply.cookie.as_ref()), (200, None), "{}", reply.body);
    assert_eq!(reply.json()["id"], ada.id.as_str());
    assert_eq!(Client::connect_with_cookie(server.address, &ada.cookie).await.id, ada.id, "and sockets open");
    server.close().await;
}

#[tokio::test]
async fn requests_that_need_a_session_create_no_guest() {
    let dir = TestDir::new("no-guest");
    let server = TestServer::open(&dir, generous_limits()).await;
    let users = async || {
        let mut store = open_database(&dir).await;
        sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM users")
            .fetch_one(&mut store)
            .await
            .expect("a number")
    };
    for (method, path, body, status) in [
        ("PUT", "/api/me/settings", "{}", 403),
        ("POST", "/api/tokens", r#"{"name":"bot"}"#, 403),
        ("PUT", "/api/account/password", r#"{"old":"correct horse","new":"battery staple"}"#, 403),
        ("DELETE", "/api/account", r#"{"password":"correct horse"}"#, 403),
        ("DELETE", "/api/credentials/x", "", 404),
        ("DELETE", "/api/credentials", "", 204),
        ("POST", "/api/account", r#"{"name":"no account's name","password":"correct horse"}"#, 422),
        ("POST", "/api/account", r#"{"name":"Yipan","password":"correct horse"}"#, 422),
        ("POST", "/api/account", r#"{"name":"Ada","password":"password"}"#, 422),
    ] {
        let reply = http(server.address, method, path, &[], body).await;
        assert_eq!((reply.status, reply.cookie), (status, None), "{method} {path}: {}", reply.body);
        if status == 403 {
            assert_eq!(
                serde_json::from_str::<Value>(&reply.body).expect("JSON")["code"],
                "account-required",
                "{path}"
            );
        }
        assert_eq!(users().await, 0, "{method} {path} {body}");
    }
    server.close().await;
}
