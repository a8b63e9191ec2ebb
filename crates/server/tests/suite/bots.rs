//! Accounts that are marked as bots.

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, generous_limits, http};
use crate::tournament_bots::{create, join, new_tournament, play_game, request, wait_for};

async fn mark(server: &TestServer, cookie: &str) -> (u16, Value) {
    let reply = http(server.address, "PUT", "/api/account/bot", &[("Cookie", cookie)], "").await;
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn get(server: &TestServer, cookie: &str, path: &str) -> Value {
    http(server.address, "GET", path, &[("Cookie", cookie)], "").await.json()
}

#[tokio::test]
async fn a_bot_plays_in_tournaments_that_allow_it_and_never_for_a_rating() {
    let dir = TestDir::new("bots");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut robot = Client::connect_account(address, "Robot").await;
    let guest = Client::connect_guest(address).await.cookie;
    assert_eq!(mark(&server, &guest).await.1["code"], "account-required");
    assert_eq!(mark(&server, &robot.cookie).await.0, 204);
    assert_eq!(mark(&server, &robot.cookie).await.0, 204, "again");
    assert_eq!(get(&server, &robot.cookie, "/api/me").await["is_bot"], true);
    assert_eq!(get(&server, &ada.cookie, "/api/me").await.get("is_bot"), None);
    let profile = get(&server, &ada.cookie, &format!("/api/users/{}", robot.id)).await;
    assert_eq!(profile["is_bot"], true);
    assert_eq!(get(&server, &ada.cookie, "/api/users?name=rob").await[0]["is_bot"], true);

    let rated = json!({"game": "chess", "clock": "3+2", "rated": true}).to_string();
    let reply = http(address, "POST", "/api/rooms", &[("Cookie", &robot.cookie)], &rated).await;
    assert_eq!(reply.status, 422, "{}", reply.body);
    assert!(reply.body.contains("bots play unrated games only"), "{}", reply.body);

    let format = json!({"type": "round-robin"});
    let humans = create(address, &ada.cookie, &json!({"format": format, "min_players": 2})).await;
    let (status, answer) =
        request(address, &robot.cookie, "PUT", &format!("/{humans}/player"), &json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("bots-not-allowed")));
    let change = json!({
        "format": format, "min_players": 2, "allows_bots": true,
        "room": {"game": "chess", "clock": "3+2", "rated": true},
    });
    let (status, answer) = request(address, &ada.cookie, "POST", "", &new_tournament(&change)).await;
    assert_eq!((status, &answer["code"]), (422, &json!("bad-tournament")), "{answer}");
    let open = json!({"format": format, "min_players": 2, "allows_bots": true});
    let code = create(address, &ada.cookie, &open).await;
    join(address, &robot.cookie, &code).await;
    let closed = new_tournament(&json!({"format": format, "min_players": 2}));
    let (status, answer) = request(address, &ada.cookie, "PUT", &format!("/{code}"), &closed).await;
    assert_eq!((status, &answer["code"]), (422, &json!("bad-tournament")), "a bot plays: {answer}");
    join(address, &ada.cookie, &code).await;
    let running = wait_for(address, &ada.cookie, &code, |state| state["me"]["room"].is_string()).await;
    let room = running["me"]["room"].as_str().expect("a code").to_owned();
    let row =
        running["standings"].as_array().into_iter().flatten().find(|row| row["user"]["name"] == "Robot");
    assert_eq!(row.expect("a row")["user"]["is_bot"], true);
    tokio::join!(play_game(&mut ada, &room), play_game(&mut robot, &room));
    let last = wait_for(address, &ada.cookie, &code, |state| state["summary"]["stage"] == "finished").await;
    assert_eq!(last["games"][0]["room"], json!(room), "{last}");
    let state = ada.join(&room).await;
    let is_bot = |player: &Value| player["is_bot"] == true;
    assert!(is_bot(&state["host"]) != is_bot(&state["guest"]), "one of both is the bot: {state}");
    server.close().await;
}

#[tokio::test]
async fn a_bot_joins_and_plays_a_tournament_with_a_token() {
    let dir = TestDir::new("bot-token");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let owner = Client::connect_account(address, "Robot").await;
    assert_eq!(mark(&server, &owner.cookie).await.0, 204);
    let token = async |request: &Value| {
        let cookie = [("Cookie", owner.cookie.as_str())];
        let made = http(address, "POST", "/api/tokens", &cookie, &request.to_string()).await;
        assert_eq!(made.status, 201, "{}", made.body);
        format!("Bearer {}", made.json()["token"].as_str().expect("a token"))
    };
    let bearer = token(&json!({"name": "bot"})).await;
    let reader = token(&json!({"name": "reader", "scopes": ["read"]})).await;
    let change = json!({"format": {"type": "round-robin"}, "min_players": 2, "allows_bots": true});
    let code = create(address, &ada.cookie, &change).await;
    let player = format!("/api/tournaments/{code}/player");
    let rejected = http(address, "PUT", &player, &[("Authorization", &reader)], "{}").await;
    assert_eq!((rejected.status, &rejected.json()["code"]), (403, &json!("missing-scope")));
    let joined = http(address, "PUT", &player, &[("Authorization", &bearer)], "{}").await;
    assert_eq!((joined.status, &joined.json()["me"]["is_active"]), (200, &json!(true)), "{}", joined.body);
    join(address, &ada.cookie, &code).await;

    // A program asks for changes of the tournament until it has a game.
    let (mut path, mut room) = (format!("/api/tournaments/{code}"), None);
    while room.is_none() {
        let state = http(address, "GET", &path, &[("Authorization", &bearer)], "").await.json();
        room = state["me"]["room"].as_str().map(str::to_owned);
        path = format!("/api/tournaments/{code}?seen={}", state["version"]);
    }
    let room = room.expect("a code");
    let mut robot = Client::connect_with_header(address, "authorization", &bearer).await;
    assert_eq!(robot.id, owner.id);
    tokio::join!(play_game(&mut ada, &room), play_game(&mut robot, &room));
    let last = wait_for(address, &ada.cookie, &code, |state| state["summary"]["stage"] == "finished").await;
    let rows = last["standings"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["user"]["id"] == owner.id.as_str()).expect("a row");
    assert_eq!(row["wins"].as_u64().zip(row["losses"].as_u64()).map(|(wins, losses)| wins + losses), Some(1));
    server.close().await;
}

#[tokio::test]
async fn an_account_with_a_rated_game_is_marked_by_moderators_only() {
    let dir = TestDir::new("rated-bot");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_account(server.address, "Ada").await;
    let mut bob = Client::connect_account(server.address, "Bob").await;
    let config = json!({"game": "chess", "clock": "3+2", "rated": true});
    // The game would be rated, also one that waits for an opponent.
    let eve = Client::connect_account(server.address, "Eve").await;
    crate::net::create_room(server.address, &eve, &config).await;
    let answer = mark(&server, &eve.cookie).await;
    assert_eq!((answer.0, &answer.1["code"]), (409, &json!("has-rated-games")), "a room waits");
    let room = crate::net::start_game_of(server.address, &mut ada, &mut bob, &config).await;
    let answer = mark(&server, &bob.cookie).await;
    assert_eq!((answer.0, &answer.1["code"]), (409, &json!("has-rated-games")), "a game is played");
    bob.command_ok(&room, json!({"type": "resign"})).await;
    let answer = mark(&server, &ada.cookie).await;
    assert_eq!((answer.0, &answer.1["code"]), (409, &json!("has-rated-games")));
    server.close().await;
    let location = dir.location();
    assert!(yipan_server::set_bot(&location, "ada", true).await.expect("an account"));
    assert!(!yipan_server::set_bot(&location, "ada", true).await.expect("an account"), "it is one already");
    let server = TestServer::open(&dir, generous_limits()).await;
    assert_eq!(get(&server, &ada.cookie, "/api/me").await["is_bot"], true);
    let rejected = http(
        server.address,
        "POST",
        "/api/pair",
        &[("Cookie", &ada.cookie)],
        &json!({"game": "chess", "clock": "3+2", "rated": true}).to_string(),
    )
    .await;
    assert_eq!(rejected.status, 422, "{}", rejected.body);
    server.close().await;
}
