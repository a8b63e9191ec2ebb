//! Everything about an account as JSON.

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, generous_limits, http, start_game_of};
use crate::tournament_bots::{create, join};

async fn export(server: &TestServer, cookie: &str) -> (u16, Value) {
    let reply = http(server.address, "GET", "/api/account/export", &[("Cookie", cookie)], "").await;
    (reply.status, reply.json())
}

#[tokio::test]
async fn an_account_is_exported_with_its_games_and_without_secrets() {
    let dir = TestDir::new("export");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let guest = Client::connect_guest(address).await.cookie;
    assert_eq!(export(&server, &guest).await.1["code"], "account-required");
    let (status, empty) = export(&server, &ada.cookie).await;
    assert_eq!((status, &empty["name"], &empty["games"]), (200, &json!("Ada"), &json!([])), "{empty}");

    let cookie = [("Cookie", ada.cookie.as_str())];
    http(address, "PUT", &format!("/api/users/{}/follow", bob.id), &cookie, "").await;
    http(address, "PUT", "/api/me/settings", &cookie, r#"{"theme": "dark"}"#).await;
    let challenge = json!({"user": bob.id, "config": {"game": "chess"}}).to_string();
    assert_eq!(http(address, "POST", "/api/challenges", &cookie, &challenge).await.status, 201);
    let report = json!({"user": bob.id, "reason": "other", "text": "a test"}).to_string();
    assert_eq!(http(address, "POST", "/api/reports", &cookie, &report).await.status, 204);
    let study = http(address, "POST", "/api/studies", &cookie, r#"{"title": "Endings"}"#).await.json();
    let chapters = format!("/api/studies/{}/chapters", study["id"].as_str().expect("an id"));
    let chapter = json!({"title": "Rook", "bottom": "first", "tree": "a tree"}).to_string();
    assert_eq!(http(address, "POST", &chapters, &cookie, &chapter).await.status, 201);
    let cup = json!({"format": {"type": "swiss", "rounds": 3}, "min_players": 3});
    let [made, entered] =
        [create(address, &ada.cookie, &cup).await, create(address, &bob.cookie, &cup).await];
    join(address, &ada.cookie, &entered).await;
    join(address, &bob.cookie, &made).await;
    let over = start_game_of(address, &mut ada, &mut bob, &json!({"game": "chess"})).await;
    bob.command_ok(&over, json!({"type": "resign"})).await;
    let fog = json!({"game": "chess", "modes": ["fog"], "host_side": "first"});
    let running = start_game_of(address, &mut ada, &mut bob, &fog).await;
    ada.command_ok(&running, json!({"type": "play", "action": "e2e4"})).await;
    bob.join(&running).await;
    bob.command_ok(&running, json!({"type": "play", "action": "a7a6"})).await;

    let (status, data) = export(&server, &ada.cookie).await;
    assert_eq!(status, 200);
    assert_eq!(data["relations"]["followed"][0]["name"], "Bob", "{data}");
    assert_eq!(data["settings"], json!({"theme": "dark"}));
    assert_eq!(data["challenges"][0]["challenged"]["name"], "Bob");
    assert_eq!(data["reports"][0]["text"], "a test");
    assert_eq!(data["credentials"][0]["kind"], "session");
    assert_eq!((&empty["studies"], &empty["rating_history"]), (&json!([]), &json!({})));
    assert_eq!(data["studies"][0]["title"], "Endings");
    assert_eq!(data["studies"][0]["chapters"][0]["tree"], "a tree");
    assert_eq!(empty["entered_tournaments"], json!([]));
    let codes =
        |key: &str| data[key].as_array().into_iter().flatten().map(|cup| &cup["code"]).collect::<Vec<_>>();
    assert_eq!(codes("created_tournaments"), [&json!(made)]);
    assert_eq!(codes("entered_tournaments"), [&json!(entered)]);
    assert_eq!(data["entered_tournaments"][0]["creator"]["name"], "Bob");
    let rooms: Vec<&Value> =
        data["games"].as_array().into_iter().flatten().map(|game| &game["room"]).collect();
    assert_eq!(rooms, [&json!(running), &json!(over)], "the latest first");
    let events = |game: usize| data["games"][game]["events"].as_array().expect("events").clone();
    let played = |event: &&Value| event["event"]["type"] == "played";
    let moves: Vec<Value> =
        events(0).iter().filter(played).map(|event| event["event"]["entry"]["action"].clone()).collect();
    assert_eq!(moves, [json!("e2e4"), json!(null)], "the other side's move is hidden in fog");
    assert_eq!(events(1).last().expect("an end")["event"]["type"], "ended");
    let text = data.to_string();
    let secret = ada.cookie.split('=').next_back().expect("a value");
    assert!(!text.contains("password") && !text.contains(secret), "no secrets");
    // Another account is named and nothing more.
    assert!(!text.contains("a7a6"), "{text}");
    server.close().await;
}

#[tokio::test]
async fn an_export_contains_the_rating_after_each_game() {
    let dir = TestDir::new("export-ratings");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_account(server.address, "Ada").await;
    let mut bob = Client::connect_account(server.address, "Bob").await;
    let config = json!({"game": "chess", "clock": "3+2", "rated": true});
    let room = start_game_of(server.address, &mut ada, &mut bob, &config).await;
    let is_ada_first = bob.join(&room).await["host_side"] == "first";
    let (first, second) = if is_ada_first { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    first.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
    second.command_ok(&room, json!({"type": "play", "action": "e7e5"})).await;
    bob.command_ok(&room, json!({"type": "resign"})).await;
    let games = loop {
        let (_, data) = export(&server, &ada.cookie).await;
        if let Some(games) = data["rating_history"]["chess.blitz"].as_array() {
            break games.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!((games.len(), &games[0]["room"]), (1, &json!(room)));
    assert!(games[0]["after"].as_i64() > games[0]["before"].as_i64(), "{games:?}");
    server.close().await;
}
