//! API tokens: their scopes and their expiry.

use std::net::SocketAddr;

use serde_json::{Value, json};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http};

async fn account(address: SocketAddr) -> String {
    let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
    http(address, "POST", "/api/account", &[], &secret).await.cookie.expect("a session")
}

/// Creates a token and returns the header with it.
async fn token(address: SocketAddr, cookie: &str, request: &Value) -> String {
    let made = http(address, "POST", "/api/tokens", &[("Cookie", cookie)], &request.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    format!("Bearer {}", made.json()["token"].as_str().expect("a token"))
}

#[tokio::test]
async fn a_token_may_do_only_what_its_scopes_allow() {
    let dir = TestDir::new("scopes");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookie = account(address).await;
    let host = Client::connect_guest(address).await;
    let code = create_room(address, &host, &json!({"game": "chess"})).await;
    let config = json!({"game": "chess"});
    let requests = [
        ("read", "GET", "/api/games".to_owned(), Value::Null),
        ("read", "GET", "/api/me/settings".to_owned(), Value::Null),
        ("read", "GET", format!("/api/rooms/{code}"), Value::Null),
        ("read", "GET", format!("/api/games/{code}/record"), Value::Null),
        ("play", "POST", "/api/rooms".to_owned(), config.clone()),
        ("play", "POST", "/api/pair".to_owned(), config),
        ("account", "PUT", "/api/me".to_owned(), json!({"name": "Ada"})),
        ("account", "PUT", "/api/me/settings".to_owned(), json!({"theme": "dark"})),
        ("account", "GET", "/api/credentials".to_owned(), Value::Null),
        ("account", "POST", "/api/tokens".to_owned(), json!({"name": "another"})),
        ("account", "DELETE", "/api/credentials/x".to_owned(), Value::Null),
        ("account", "DELETE", "/api/credentials".to_owned(), Value::Null),
        ("account", "PUT", "/api/account/password".to_owned(), json!({"old": "x", "new": "y"})),
        ("account", "DELETE", "/api/account".to_owned(), json!({"password": "x"})),
    ];
    for scopes in [json!(["play"]), json!(["read"]), json!(["account"]), json!(["play", "read"]), Value::Null]
    {
        let cookie = if scopes == json!(["account"]) {
            // It ends every session, so it gets a separate token.
            let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
            http(address, "POST", "/api/session", &[], &secret).await.cookie.expect("a session")
        } else {
            cookie.clone()
        };
        let request =
            if scopes.is_null() { json!({"name": "bot"}) } else { json!({"name": "bot", "scopes": scopes}) };
        let bearer = token(address, &cookie, &request).await;
        let allowed = if scopes.is_null() { json!(["play", "read"]) } else { scopes };
        let allowed: Vec<&str> =
            allowed.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        for (scope, method, path, body) in &requests {
            if *scope == "account"
                && *method == "DELETE"
                && path == "/api/credentials"
                && allowed.contains(scope)
            {
                continue;
            }
            let body = if body.is_null() { String::new() } else { body.to_string() };
            let reply = http(address, method, path, &[("Authorization", &bearer)], &body).await;
            let is_refused = reply.status == 403 && reply.json()["code"] == "missing-scope";
            assert_eq!(is_refused, !allowed.contains(scope), "{allowed:?} {method} {path}: {}", reply.status);
        }
        let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("authorization", bearer.parse().expect("a header"));
        let status = match tokio_tungstenite::connect_async(request).await {
            Err(tungstenite::Error::Http(rejected)) => rejected.status().as_u16(),
            other => other.map(|_| 101).expect("an answer"),
        };
        assert_eq!(status, if allowed.contains(&"play") { 101 } else { 403 }, "{allowed:?}");
        let me = http(address, "GET", "/api/me", &[("Authorization", &bearer)], "").await;
        assert_eq!(me.json()["account"], "ada", "every token may ask whose it is");
    }
    server.close().await;
}

#[tokio::test]
async fn a_token_expires_when_its_owner_chose() {
    let dir = TestDir::new("token-expiry");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookie = account(address).await;
    for wrong in [
        json!({"name": "bot", "days": 0}),
        json!({"name": "bot", "days": 3651}),
        json!({"name": "bot", "scopes": []}),
        json!({"name": "", "days": 1}),
    ] {
        let reply = http(address, "POST", "/api/tokens", &[("Cookie", &cookie)], &wrong.to_string()).await;
        assert_eq!(
            (reply.status, reply.json()["code"].clone()),
            (422, json!("bad-token-request")),
            "{wrong}"
        );
    }
    let unknown = json!({"name": "bot", "scopes": ["everything"]}).to_string();
    assert_eq!(http(address, "POST", "/api/tokens", &[("Cookie", &cookie)], &unknown).await.status, 422);
    let lasting = token(address, &cookie, &json!({"name": "lasting"})).await;
    let short =
        token(address, &cookie, &json!({"name": "short", "days": 7, "scopes": ["read", "play"]})).await;
    let credentials = http(address, "GET", "/api/credentials", &[("Cookie", &cookie)], "").await.json();
    let listed = |label: &str| {
        credentials
            .as_array()
            .and_then(|credentials| credentials.iter().find(|credential| credential["label"] == label))
            .expect("a credential")
            .clone()
    };
    let week = listed("short")["expires_at"].as_u64().zip(listed("short")["created_at"].as_u64());
    assert_eq!(week.map(|(expires, created)| expires.abs_diff(created) / 60_000), Some(7 * 24 * 60));
    assert_eq!(
        (&listed("short")["scopes"], &listed("lasting")["expires_at"]),
        (&json!(["play", "read"]), &Value::Null)
    );
    let status =
        async |bearer: &str| http(address, "GET", "/api/me", &[("Authorization", bearer)], "").await.status;
    assert_eq!((status(&lasting).await, status(&short).await), (200, 200));
    let options = SqliteConnectOptions::new().filename(dir.0.join("yipan.sqlite"));
    let mut store = options.connect().await.expect("the store");
    let expired =
        sqlx::query("UPDATE credentials SET expires = 1 WHERE label = 'short'").execute(&mut store).await;
    expired.expect("another expiry");
    assert_eq!((status(&lasting).await, status(&short).await), (200, 401));
    server.close().await;
}
