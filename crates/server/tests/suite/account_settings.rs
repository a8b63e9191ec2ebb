//! The settings of an account are shared by its devices.

use std::net::SocketAddr;

use serde_json::{Value, json};
use yipan_server::{export, import};

use crate::net::{Client, Reply, TestDir, TestServer, generous_limits, http};

const PATH: &str = "/api/me/settings";

async fn put_settings(address: SocketAddr, cookie: &str, settings: &Value) -> Reply {
    http(address, "PUT", PATH, &[("Cookie", cookie)], &settings.to_string()).await
}

async fn get_settings(address: SocketAddr, cookie: &str) -> Value {
    http(address, "GET", PATH, &[("Cookie", cookie)], "").await.json()
}

/// Creates an account, and returns its cookie and that of a second device.
async fn two_devices(address: SocketAddr) -> (String, String) {
    let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let ada = http(address, "POST", "/api/account", &[], &secret).await.cookie.expect("a cookie");
    let there = http(address, "POST", "/api/session", &[], &secret).await.cookie.expect("a cookie");
    (ada, there)
}

#[tokio::test]
async fn settings_follow_an_account_and_the_last_write_wins() {
    let (dir, moved) = (TestDir::new("likes"), TestDir::new("likes-moved"));
    let server = TestServer::open(&dir, generous_limits()).await;
    let (here, there) = two_devices(server.address).await;
    assert_eq!(get_settings(server.address, &here).await, Value::Null, "nothing was stored yet");
    let dark = json!({"theme": "dark", "words": "<b>'; DROP TABLE user_settings"});
    assert_eq!(put_settings(server.address, &here, &dark).await.status, 204);
    assert_eq!(get_settings(server.address, &there).await, dark);
    let light = json!({"theme": "light"});
    assert_eq!(put_settings(server.address, &there, &light).await.status, 204);
    assert_eq!(
        get_settings(server.address, &here).await,
        light,
        "it is the later one, and nothing of the first is left"
    );
    server.close().await;
    // They survive a restart, and an export and import.
    let mut lines = Vec::new();
    let location = dir.location();
    let received = export(&location, |row| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    received.await.expect("a server");
    import(&moved.location(), lines.into_iter().map(Ok)).await.expect("a server");
    for dir in [&dir, &moved] {
        let server = TestServer::open(dir, generous_limits()).await;
        assert_eq!(get_settings(server.address, &there).await, light);
        server.close().await;
    }
}

#[tokio::test]
async fn only_accounts_store_settings_and_only_a_few_bytes() {
    let dir = TestDir::new("likes-few");
    let server = TestServer::open(&dir, generous_limits()).await;
    let guest = Client::connect_guest(server.address).await.cookie;
    let rejected = put_settings(server.address, &guest, &json!({"theme": "dark"})).await;
    assert_eq!((rejected.status, rejected.json()["code"].clone()), (403, json!("account-required")));
    assert_eq!(get_settings(server.address, &guest).await, Value::Null);
    assert_eq!(http(server.address, "GET", PATH, &[], "").await.json(), Value::Null, "a stranger has none");
    let (here, _) = two_devices(server.address).await;
    let long = put_settings(server.address, &here, &json!({"theme": "x".repeat(2_000)})).await;
    assert_eq!((long.status, long.json()["code"].clone()), (413, json!("bad-settings")));
    for wrong in [json!([1]), json!("dark"), json!(null)] {
        assert_eq!(put_settings(server.address, &here, &wrong).await.status, 422, "{wrong}");
    }
    assert_eq!(get_settings(server.address, &here).await, Value::Null);
    server.close().await;
}
