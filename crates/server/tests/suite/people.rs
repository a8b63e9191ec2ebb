//! Challenges, relations and notifications over real sockets.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, generous_limits, http};
use crate::tournament_bots::{create, join, play_game};

/// Sends a request of a user and returns its status and answer.
async fn request(address: SocketAddr, user: &Client, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let headers = [("Cookie", user.cookie.as_str())];
    let reply = http(address, method, &format!("/api{path}"), &headers, &body.to_string()).await;
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn challenge(address: SocketAddr, from: &Client, to: &Client, config: &Value) -> (u16, Value) {
    request(address, from, "POST", "/challenges", &json!({"user": to.id, "config": config})).await
}

async fn notifications(address: SocketAddr, user: &Client) -> Value {
    let (status, list) = request(address, user, "GET", "/me/notifications", &json!(null)).await;
    assert_eq!(status, 200, "{list}");
    list
}

/// Returns the id of a new challenge.
async fn challenge_id(address: SocketAddr, from: &Client, to: &Client) -> String {
    let (status, made) = challenge(address, from, to, &json!({"game": "liuzichong", "clock": "3+2"})).await;
    assert_eq!(status, 201, "{made}");
    made["id"].as_str().expect("an id").to_owned()
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["code"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn an_accepted_challenge_is_a_rated_game_of_both_players() {
    let dir = TestDir::new("challenge");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (mut ada, mut bob) =
        (Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await);
    let eve = Client::connect_account(address, "eve").await;
    let config = json!({"game": "chess", "clock": "5+3", "rated": true, "public": true});
    let (status, made) = challenge(address, &ada, &bob, &config).await;
    assert_eq!((status, &made["state"]["type"]), (201, &json!("open")), "{made}");
    let list = notifications(address, &bob).await;
    assert_eq!(list["challenges"][0]["challenger"]["name"], "ada", "{list}");
    assert_eq!(list["challenges"][0]["config"]["clock"], "5+3", "{list}");
    let id = made["id"].as_str().expect("an id");
    let accept = format!("/challenges/{id}/accept");
    for other in [&ada, &eve] {
        let answer = request(address, other, "POST", &accept, &json!(null)).await;
        assert_eq!(code(&answer), (404, "challenge-not-found"), "only the challenged account accepts");
    }
    let (status, accepted) = request(address, &bob, "POST", &accept, &json!(null)).await;
    assert_eq!(status, 200, "{accepted}");
    let room = accepted["state"]["room"].as_str().expect("a room").to_owned();
    let again = request(address, &bob, "POST", &accept, &json!(null)).await;
    assert_eq!(code(&again), (409, "challenge-decided"));
    let seen = notifications(address, &ada).await;
    assert_eq!(seen["challenges"][0]["state"], json!({"type": "accepted", "room": room}));

    let mut eve = Client::connect_with_cookie(address, &eve.cookie).await;
    eve.join(&room).await;
    let sit = json!({"type": "sit", "contribution": "03".repeat(32)});
    assert_eq!(eve.command(&room, 1 << 40, sit).await["error"]["code"], "seat-taken");
    let waiting = ada.join(&room).await;
    assert_eq!((&waiting["host"]["id"], &waiting["guest"]["id"]), (&json!(ada.id), &json!(bob.id)));
    tokio::join!(play_game(&mut ada, &room), play_game(&mut bob, &room));
    server.close().await;
}

#[tokio::test]
async fn a_waiting_request_returns_when_a_challenge_arrives_and_when_it_is_withdrawn() {
    let dir = TestDir::new("challenge-wait");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (ada, bob) =
        (Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await);
    let before = notifications(address, &bob).await;
    let path = format!("/me/notifications?seen={}", before["version"]);
    let started = Instant::now();
    let nothing = json!(null);
    let (waited, id) = tokio::join!(request(address, &bob, "GET", &path, &nothing), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        challenge_id(address, &ada, &bob).await
    });
    assert!(started.elapsed() < Duration::from_secs(8), "it does not wait for its end");
    assert_eq!(waited.1["challenges"][0]["id"], json!(id), "{}", waited.1);
    let path = format!("/challenges/{id}");
    let theirs = request(address, &bob, "DELETE", &path, &json!(null)).await;
    assert_eq!(code(&theirs), (404, "challenge-not-found"), "only the challenger withdraws");
    let (status, withdrawn) = request(address, &ada, "DELETE", &path, &json!(null)).await;
    assert_eq!((status, &withdrawn["state"]["type"]), (200, &json!("withdrawn")));
    assert_eq!(notifications(address, &bob).await["challenges"], json!([]));
    server.close().await;
}

#[tokio::test]
async fn a_declined_challenge_has_a_reason() {
    let dir = TestDir::new("challenge-decline");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (ada, bob) =
        (Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await);
    let path = format!("/challenges/{}/decline", challenge_id(address, &ada, &bob).await);
    let unknown = request(address, &bob, "POST", &path, &json!({"reason": "weather"})).await;
    assert_eq!(code(&unknown), (422, "bad-message"), "{}", unknown.1);
    let (status, declined) = request(address, &bob, "POST", &path, &json!({"reason": "other-clock"})).await;
    assert_eq!(status, 200, "{declined}");
    let list = notifications(address, &ada).await;
    assert_eq!(list["challenges"][0]["state"], json!({"type": "declined", "reason": "other-clock"}));
    assert_eq!(notifications(address, &bob).await["challenges"], json!([]));
    server.close().await;
}

#[tokio::test]
async fn impossible_challenges_are_rejected_with_a_reason() {
    let dir = TestDir::new("challenge-bad");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let ada = Client::connect_account(address, "ada").await;
    let guest = Client::connect_guest(address).await;
    let config = json!({"game": "chess"});
    assert_eq!(code(&challenge(address, &guest, &ada, &config).await), (403, "account-required"));
    assert_eq!(code(&challenge(address, &ada, &guest, &config).await), (404, "user-not-found"));
    assert_eq!(code(&challenge(address, &ada, &ada, &config).await), (422, "own-account"));
    let bob = Client::connect_account(address, "bob").await;
    for bad in [
        json!({"game": "go"}),
        json!({"game": "chess", "rated": true}),
        json!({"game": "chess", "tournament": "AAAAAA"}),
    ] {
        assert_eq!(code(&challenge(address, &ada, &bob, &bad).await), (422, "bad-room-config"), "{bad}");
    }
    challenge_id(address, &ada, &bob).await;
    assert_eq!(code(&challenge(address, &ada, &bob, &config).await), (409, "too-many-challenges"));
    for number in 0..4 {
        challenge_id(address, &ada, &Client::connect_account(address, &format!("other-{number}")).await)
            .await;
    }
    let sixth = Client::connect_account(address, "sixth").await;
    assert_eq!(code(&challenge(address, &ada, &sixth, &config).await), (409, "too-many-challenges"));
    let list = http(address, "GET", "/api/me/notifications", &[("Cookie", &guest.cookie)], "").await;
    assert_eq!(list.status, 403, "{}", list.body);
    let odd = request(address, &ada, "POST", "/challenges/%00/accept", &json!(null)).await;
    assert_eq!(code(&odd), (404, "challenge-not-found"));
    server.close().await;
}

#[tokio::test]
async fn a_blocked_account_can_neither_challenge_nor_follow() {
    let dir = TestDir::new("block");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (ada, bob) =
        (Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await);
    let relate = async |user: &Client, method: &str, other: &Client, kind: &str| {
        request(address, user, method, &format!("/users/{}/{kind}", other.id), &json!(null)).await
    };
    let followed = json!([{"id": ada.id, "name": "ada"}]);
    assert_eq!(relate(&bob, "PUT", &ada, "follow").await.1["followed"], followed);
    let (status, relations) = relate(&ada, "PUT", &bob, "block").await;
    assert_eq!((status, &relations["blocked"][0]["id"]), (200, &json!(bob.id)), "{relations}");
    assert_eq!(notifications(address, &ada).await["blocked"][0]["id"], json!(bob.id));
    let (_, theirs) = request(address, &bob, "GET", "/me/relations", &json!(null)).await;
    assert_eq!(theirs, json!({"followed": [], "blocked": []}));
    assert_eq!(code(&relate(&bob, "PUT", &ada, "follow").await), (403, "blocked"));
    assert_eq!(code(&challenge(address, &bob, &ada, &json!({"game": "chess"})).await), (403, "blocked"));
    assert_eq!(code(&relate(&ada, "PUT", &ada, "block").await), (422, "own-account"));
    let guest = Client::connect_guest(address).await;
    assert_eq!(code(&relate(&guest, "PUT", &ada, "follow").await), (403, "account-required"));
    assert_eq!(code(&relate(&ada, "PUT", &guest, "follow").await), (404, "user-not-found"));
    assert_eq!(relate(&ada, "DELETE", &bob, "block").await.1, json!({"followed": [], "blocked": []}));
    assert_eq!(challenge(address, &bob, &ada, &json!({"game": "chess"})).await.0, 201);
    server.close().await;
}

#[tokio::test]
async fn the_players_of_a_tournament_are_notified_of_its_start_once() {
    let dir = TestDir::new("tournament-notification");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (ada, bob) =
        (Client::connect_account(address, "ada").await, Client::connect_account(address, "bob").await);
    let format = json!({"type": "arena", "seconds": 60});
    let tournament = create(address, &ada.cookie, &json!({"format": format, "min_players": 2})).await;
    join(address, &ada.cookie, &tournament).await;
    let before = notifications(address, &bob).await;
    assert_eq!(before["notifications"], json!([]), "it has not started");
    let path = format!("/me/notifications?seen={}", before["version"]);
    let (started, nothing) = (Instant::now(), json!(null));
    let ((_, list), _) = tokio::join!(request(address, &bob, "GET", &path, &nothing), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        join(address, &bob.cookie, &tournament).await
    });
    assert!(started.elapsed() < Duration::from_secs(8), "the start ends the wait");
    let event = json!({"type": "tournament-started", "tournament": tournament, "name": "Cup"});
    assert_eq!(list["notifications"][0]["event"], event);
    assert_eq!(list["notifications"][0]["is_read"], json!(null), "it is unread");
    let until = json!({"until": list["notifications"][0]["at"]});
    assert_eq!(request(address, &bob, "PUT", "/me/notifications", &until).await.0, 204);
    let list = notifications(address, &bob).await;
    assert_eq!(list["notifications"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["notifications"][0]["is_read"], true);
    server.close().await;
}
