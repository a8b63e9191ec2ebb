//! Changing the password of an account, and deleting one.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use crate::net::{Client, Reply, TestDir, TestServer, generous_limits, http, start_game};

/// The longest time for background work on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

async fn sign_up(address: SocketAddr, cookie: &str, name: &str, password: &str) -> Reply {
    let request = json!({"name": name, "password": password}).to_string();
    http(address, "POST", "/api/account", &[("Cookie", cookie)], &request).await
}

async fn sign_in(address: SocketAddr, name: &str, password: &str) -> Reply {
    let request = json!({"name": name, "password": password}).to_string();
    http(address, "POST", "/api/session", &[], &request).await
}

fn status_and_code(reply: &Reply) -> (u16, Value) {
    (reply.status, if reply.body.is_empty() { Value::Null } else { reply.json()["code"].clone() })
}

#[tokio::test]
async fn weak_passwords_are_rejected() {
    let dir = TestDir::new("weak");
    let server = TestServer::open(&dir, generous_limits()).await;
    let guest = Client::connect_guest(server.address).await;
    for password in ["password", "12345678", "        ", "aaaaaaaa", "lovelace", "short"] {
        let reply = sign_up(server.address, &guest.cookie, "Lovelace", password).await;
        assert_eq!(status_and_code(&reply), (422, json!("bad-password")), "{password:?}");
    }
    assert_eq!(sign_up(server.address, &guest.cookie, "Lovelace", "correct horse").await.status, 204);
    server.close().await;
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_every_token() {
    let dir = TestDir::new("new-password");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let guest = Client::connect_guest(address).await;
    let change = async |cookie: &str, old: &str, new: &str| {
        let request = json!({"old": old, "new": new}).to_string();
        http(address, "PUT", "/api/account/password", &[("Cookie", cookie)], &request).await
    };
    assert_eq!(
        status_and_code(&change(&guest.cookie, "x", "battery staple").await),
        (403, json!("account-required"))
    );
    let session = sign_up(address, &guest.cookie, "Ada", "correct horse").await.cookie.expect("a session");
    let mut elsewhere = Client::connect_with_cookie(
        address,
        &sign_in(address, "Ada", "correct horse").await.cookie.expect("a session"),
    )
    .await;
    let token =
        http(address, "POST", "/api/tokens", &[("Cookie", &session)], r#"{"name":"bot"}"#).await.json();
    let bearer = format!("Bearer {}", token["token"].as_str().expect("a token"));

    assert_eq!(
        status_and_code(&change(&session, "wrong horse", "battery staple").await),
        (401, json!("bad-credentials"))
    );
    assert_eq!(
        status_and_code(&change(&session, "correct horse", "password").await),
        (422, json!("bad-password"))
    );
    let changed = change(&session, "correct horse", "battery staple").await;
    assert_eq!(changed.status, 204, "{}", changed.body);
    let renewed = changed.cookie.expect("a new session");

    assert_eq!(elsewhere.receive("error").await["error"]["code"], "session-ended");
    let account = async |cookie: &str| {
        http(address, "GET", "/api/me", &[("Cookie", cookie)], "").await.json()["account"].clone()
    };
    assert_eq!(account(&renewed).await, "ada");
    assert_eq!((account(&session).await, account(&elsewhere.cookie).await), (Value::Null, Value::Null));
    assert_eq!(http(address, "GET", "/api/me", &[("Authorization", &bearer)], "").await.status, 401);
    assert_eq!(sign_in(address, "Ada", "correct horse").await.status, 401);
    assert_eq!(sign_in(address, "Ada", "battery staple").await.status, 204);
    server.close().await;
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_and_nothing_else() {
    let dir = TestDir::new("delete");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (code, ada, mut bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let session = sign_up(address, &ada.cookie, "Countess", "correct horse").await.cookie.expect("a session");
    let mut ada = Client::connect_with_cookie(address, &session).await;
    ada.join(&code).await;
    ada.command_ok(&code, json!({"type": "chat", "text": "hello"})).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    ada.command_ok(&code, json!({"type": "resign"})).await;
    bob.receive_event("ended").await;
    // A second game, in which the account itself takes a seat.
    let request = json!({"game": "chess", "host_side": "first"}).to_string();
    let opened = http(address, "POST", "/api/rooms", &[("Cookie", &session)], &request).await.json();
    let second = opened["room"].as_str().expect("a room").to_owned();
    for (number, player) in [(1, &mut ada), (2, &mut bob)] {
        player.join(&second).await;
        player
            .command_ok(&second, json!({"type": "sit", "contribution": format!("0{number}").repeat(32)}))
            .await;
    }
    ada.command_ok(&second, json!({"type": "start"})).await;
    ada.command_ok(&second, json!({"type": "play", "action": "e2e4"})).await;
    ada.command_ok(&second, json!({"type": "resign"})).await;
    bob.receive_event("ended").await;
    let settings =
        http(address, "PUT", "/api/me/settings", &[("Cookie", &session)], r#"{"theme":"dark"}"#).await;
    assert_eq!(settings.status, 204);
    let token =
        http(address, "POST", "/api/tokens", &[("Cookie", &session)], r#"{"name":"bot"}"#).await.json();
    let bearer = format!("Bearer {}", token["token"].as_str().expect("a token"));

    let delete = async |cookie: &str, password: &str| {
        let request = json!({"password": password}).to_string();
        http(address, "DELETE", "/api/account", &[("Cookie", cookie)], &request).await
    };
    assert_eq!(
        status_and_code(&delete(&bob.cookie, "correct horse").await),
        (403, json!("account-required"))
    );
    assert_eq!(status_and_code(&delete(&session, "wrong horse").await), (401, json!("bad-credentials")));
    let deleted = delete(&session, "correct horse").await;
    assert_eq!((deleted.status, deleted.cookie.as_deref()), (204, Some("yipan=")));
    assert_eq!(ada.receive("error").await["error"]["code"], "session-ended");

    assert_eq!(sign_in(address, "Countess", "correct horse").await.status, 401);
    assert_eq!(http(address, "GET", "/api/me", &[("Authorization", &bearer)], "").await.status, 401);
    let me = http(address, "GET", "/api/me", &[("Cookie", &session)], "").await.json();
    assert!(me["id"] != ada.id.as_str() && me["account"].is_null());
    // The names are removed from the games in the background.
    let record = async |room: &str| http(address, "GET", &format!("/api/games/{room}/record"), &[], "").await;
    for room in [&code, &second] {
        let anonymized = async {
            while record(room).await.body.contains("Countess") {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, anonymized).await.expect("no name is left");
        assert_eq!(record(room).await.status, 200);
    }
    assert!(record(&second).await.body.contains("deleted user"));
    let games = http(address, "GET", "/api/games", &[("Cookie", &bob.cookie)], "").await.json();
    let opponent = |room: &str| {
        let game = games.as_array().and_then(|games| games.iter().find(|game| game["room"] == room));
        game.expect("a game")["players"][0].clone()
    };
    assert_eq!(opponent(&second), json!({"id": ada.id, "name": "deleted user"}));
    server.close().await;
    // A restart replays every log.
    let server = TestServer::open(&dir, generous_limits()).await;
    let reply = http(server.address, "GET", &format!("/api/games/{second}/text"), &[], "").await;
    assert!(reply.status == 200 && !reply.body.contains("Countess"), "{}", reply.body);
    server.close().await;
}

async fn make_statement_fail(store: &mut SqliteConnection, statement: &str) {
    let trigger = format!(
        "CREATE TRIGGER refuse BEFORE {statement} ON credentials BEGIN SELECT RAISE(ABORT, 'refused'); END"
    );
    sqlx::query(sqlx::AssertSqlSafe(trigger)).execute(store).await.expect("a trigger");
}

async fn let_statements_succeed(store: &mut SqliteConnection) {
    sqlx::query("DROP TRIGGER refuse").execute(store).await.expect("no trigger");
}

#[tokio::test]
async fn a_change_of_an_account_that_cannot_be_written_changes_nothing() {
    let dir = TestDir::new("all-or-nothing");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let options = SqliteConnectOptions::new().filename(dir.0.join("yipan.sqlite"));
    let mut store = options.connect().await.expect("the store");
    let account = async |cookie: &str| {
        http(address, "GET", "/api/me", &[("Cookie", cookie)], "").await.json()["account"].clone()
    };
    for (statement, name) in [("INSERT", "Ada"), ("DELETE", "Bob")] {
        let guest = Client::connect_guest(address).await;
        make_statement_fail(&mut store, statement).await;
        assert_eq!(sign_up(address, &guest.cookie, name, "correct horse").await.status, 503, "{statement}");
        let_statements_succeed(&mut store).await;
        assert_eq!(
            account(&guest.cookie).await,
            Value::Null,
            "{statement}: the guest's cookie is no account's"
        );
        let session = sign_up(address, &guest.cookie, name, "correct horse").await.cookie.expect("a session");

        let request = json!({"old": "correct horse", "new": "battery staple"}).to_string();
        make_statement_fail(&mut store, statement).await;
        let change = http(address, "PUT", "/api/account/password", &[("Cookie", &session)], &request).await;
        assert_eq!(change.status, 503, "{statement}");
        let_statements_succeed(&mut store).await;
        assert_eq!(sign_in(address, name, "battery staple").await.status, 401, "{statement}");
        assert_eq!(sign_in(address, name, "correct horse").await.status, 204, "{statement}");
        assert_eq!(account(&session).await, name.to_lowercase(), "{statement}");
    }
    server.close().await;
}
