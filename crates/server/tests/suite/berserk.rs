//! Players of an arena who give up half of their time.

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, generous_limits};
use crate::tournament_bots::{create, join, new_tournament, request, wait_for};

/// Sits down and returns the room, which has started.
async fn sit(clients: &mut [Client; 2], room: &str) -> Value {
    let sit = json!({"type": "sit", "contribution": "01".repeat(32)});
    for client in &mut *clients {
        client.join(room).await;
    }
    for client in &mut *clients {
        client.command_ok(room, sit.clone()).await;
    }
    clients[0].join(room).await
}

#[tokio::test]
async fn a_win_after_berserk_earns_half_a_point_if_it_took_seven_moves() {
    let dir = TestDir::new("berserk");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut clients =
        [Client::connect_account(address, "Ada").await, Client::connect_account(address, "Bob").await];
    let cookies = clients.each_ref().map(|client| client.cookie.clone());
    let format = json!({"type": "arena", "seconds": 60, "berserk": true});
    let byoyomi = json!({"format": format, "min_players": 2, "room": {"game": "chess", "clock": "5/10x3"}});
    let (status, answer) = request(address, &cookies[0], "POST", "", &new_tournament(&byoyomi)).await;
    assert_eq!((status, &answer["code"]), (422, &json!("bad-tournament")), "{answer}");

    let change = json!({"format": format, "min_players": 2, "room": {"game": "chess", "clock": "3+2"}});
    let code = create(address, &cookies[0], &change).await;
    for cookie in &cookies {
        join(address, cookie, &code).await;
    }
    let running = wait_for(address, &cookies[0], &code, |state| state["me"]["room"].is_string()).await;
    let room = running["me"]["room"].as_str().expect("a code").to_owned();
    let state = sit(&mut clients, &room).await;
    assert_eq!((&state["phase"], &state["config"]["berserk"]), (&json!("playing"), &json!(true)));
    // The host has the first side.
    let first = usize::from(state["host"]["id"] != clients[0].id.as_str());
    clients[first].command_ok(&room, json!({"type": "berserk"})).await;
    let state = clients[1 - first].join(&room).await;
    assert_eq!(state["berserked"], json!(["first"]), "both see it");
    assert_eq!(state["clocks"]["time_left"][0]["main"], 90_000);
    let again = clients[first].command(&room, 1 << 40, json!({"type": "berserk"})).await;
    assert_eq!(again["error"]["code"], "too-late-to-berserk", "{again}");
    for file in "abcdefg".chars() {
        for (client, action) in [(first, format!("{file}2{file}3")), (1 - first, format!("{file}7{file}6"))] {
            clients[client].join(&room).await;
            clients[client].command_ok(&room, json!({"type": "play", "action": action})).await;
        }
    }
    clients[1 - first].command_ok(&room, json!({"type": "resign"})).await;
    let is_counted = |state: &Value| state["standings"][0]["wins"] == 1;
    let standings = wait_for(address, &cookies[0], &code, is_counted).await;
    assert_eq!(standings["standings"][0]["half_points"], 3, "{standings}");

    // The same opponent again, after a short wait. A win without enough moves has no bonus.
    let has_next = |state: &Value| state["me"]["room"].as_str().is_some_and(|next| next != room);
    let running = wait_for(address, &cookies[0], &code, has_next).await;
    let next = running["me"]["room"].as_str().expect("a code").to_owned();
    let state = sit(&mut clients, &next).await;
    let first = usize::from(state["host"]["id"] != clients[0].id.as_str());
    clients[first].command_ok(&next, json!({"type": "berserk"})).await;
    clients[1 - first].command_ok(&next, json!({"type": "resign"})).await;
    let total = |state: &Value| {
        let rows = state["standings"].as_array().into_iter().flatten();
        rows.map(|row| row["wins"].as_u64().unwrap_or(0)).sum::<u64>()
    };
    let standings = wait_for(address, &cookies[0], &code, |state| total(state) == 2).await;
    let rows = standings["standings"].as_array().expect("rows");
    let half_points: u64 = rows.iter().map(|row| row["half_points"].as_u64().unwrap_or(0)).sum();
    assert_eq!(half_points, 3 + 2, "{standings}");
    server.close().await;
}
