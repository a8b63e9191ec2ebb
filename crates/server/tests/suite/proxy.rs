//! A server behind a proxy: the forwarding headers of a trusted proxy determine the client.

use serde_json::json;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_server::{Limits, Rate};

use crate::net::{Client, Reply, TestDir, TestServer, create_room, generous_limits, http};

const HTTPS: (&str, &str) = ("X-Forwarded-Proto", "https");

/// Two new guests per address, without a refill for an hour.
fn two_guests() -> Limits {
    Limits { new_guest_rate: Rate { burst: 2, rate: 0 }, ..generous_limits() }
}

fn is_secure(reply: &Reply) -> bool {
    let cookie = reply.head.lines().find(|line| line.starts_with("set-cookie: ")).expect("a cookie");
    assert!(cookie.contains("; HttpOnly; SameSite=Lax"), "{cookie}");
    cookie.ends_with("; Secure")
}

#[tokio::test]
async fn rate_limits_apply_to_the_client_a_trusted_proxy_names() {
    let dir = TestDir::new("proxy-budget");
    let server = TestServer::open_behind(&["10.0.0.0/8", "127.0.0.1"], &dir, two_guests()).await;
    let meet = async |name: &str, value: &str| {
        http(server.address, "GET", "/api/me", &[(name, value)], "").await.status
    };
    for client in ["192.0.2.1", "192.0.2.2, 10.1.2.3"] {
        let mut met = Vec::new();
        for _ in 0..3 {
            met.push(meet("X-Forwarded-For", client).await);
        }
        assert_eq!(met, [200, 200, 429], "{client}");
    }
    assert_eq!(
        meet("Forwarded", "for=192.0.2.1;proto=https").await,
        429,
        "the same address in another header"
    );
    assert_eq!(
        meet("X-Forwarded-For", "198.51.100.9, 192.0.2.1").await,
        429,
        "what the client adds is no help"
    );
    assert_eq!(meet("Forwarded", "for=\"[2001:db8::1]:80\"").await, 200);
    // The WebSocket counts as well.
    let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    request.headers_mut().insert("x-forwarded-for", "192.0.2.1".parse().expect("an address"));
    match tokio_tungstenite::connect_async(request).await {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 429),
        other => panic!("it was let in: {other:?}"),
    }
    server.close().await;
}

#[tokio::test]
async fn forwarding_headers_of_untrusted_proxies_are_ignored() {
    for proxies in [&[][..], &["10.0.0.0/8", "::1"]] {
        let dir = TestDir::new("proxy-none");
        let server = TestServer::open_behind(proxies, &dir, two_guests()).await;
        let mut met = Vec::new();
        for client in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
            let named = format!("for={client};proto=https");
            let headers = [("X-Forwarded-For", client), ("Forwarded", &named), HTTPS];
            let reply = http(server.address, "GET", "/api/me", &headers, "").await;
            assert!(reply.status == 429 || !is_secure(&reply));
            met.push(reply.status);
        }
        assert_eq!(met, [200, 200, 429], "all of them are one address");
        server.close().await;
    }
}

#[tokio::test]
async fn cookies_are_secure_if_a_trusted_proxy_uses_https() {
    let dir = TestDir::new("proxy-https");
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, generous_limits()).await;
    let address = server.address;
    let by = async |proto: &str| http(address, "GET", "/api/me", &[("X-Forwarded-Proto", proto)], "").await;
    assert!(!is_secure(&by("http").await));
    let met = by("https").await;
    assert!(is_secure(&met));
    let cookie = met.cookie.expect("a cookie");
    assert!(cookie.starts_with("__Host-yipan="), "{cookie}");
    let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let known = [("Cookie", cookie.as_str()), HTTPS];
    let made = http(address, "POST", "/api/account", &known, &secret).await;
    assert!(made.status == 204 && is_secure(&made));
    for (method, body) in [("POST", secret.as_str()), ("DELETE", "")] {
        let reply = http(address, method, "/api/session", &known, body).await;
        assert!(is_secure(&reply), "{method}");
    }
    let ada = Client::connect_guest(address).await;
    let code = create_room(address, &ada, &json!({"game": "chess"})).await;
    let picture = async |headers: &[(&str, &str)]| {
        http(address, "GET", &format!("/api/rooms/{code}/qr.svg"), headers, "").await.body
    };
    assert_ne!(picture(&[HTTPS]).await, picture(&[]).await, "the link in the picture is https as well");
    server.close().await;
}

#[tokio::test]
async fn only_a_cookie_that_the_host_has_set_counts_over_https() {
    let dir = TestDir::new("host-cookie");
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, generous_limits()).await;
    let met = async |headers: &[(&str, &str)]| {
        let reply = http(server.address, "GET", "/api/me", headers, "").await;
        (reply.cookie.clone(), reply.json()["id"].clone())
    };
    let (secure, owner) = met(&[HTTPS]).await;
    let (plain, other) = met(&[]).await;
    let (secure, plain) = (secure.expect("a cookie"), plain.expect("a cookie"));
    assert!(secure.starts_with("__Host-yipan=") && plain.starts_with("yipan="), "{secure} {plain}");
    for both in [format!("{plain}; {secure}"), format!("{secure}; {plain}")] {
        assert_eq!(met(&[("Cookie", &both), HTTPS]).await, (None, owner.clone()));
    }
    assert_eq!(met(&[("Cookie", &plain)]).await, (None, other.clone()));
    // A page of a sibling domain can set a cookie of the plain name.
    let (new, stranger) = met(&[("Cookie", &plain), HTTPS]).await;
    assert!(new.is_some_and(|new| new.starts_with("__Host-yipan=")) && stranger != other);
    let signed_out =
        http(server.address, "DELETE", "/api/session", &[("Cookie", &secure), HTTPS], "").await.head;
    for name in ["__Host-yipan", "yipan"] {
        let expired = format!("set-cookie: {name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
        assert!(signed_out.contains(&expired), "{signed_out}");
    }
    server.close().await;
}
