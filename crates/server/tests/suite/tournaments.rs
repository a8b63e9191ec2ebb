//! Tournaments over real sockets: arena, Swiss, round robin, restarts, players who do not come, and bad requests.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use yipan_clock::Millis;
use yipan_server::{RoomLimits, Settings};

use crate::net::{Client, TestDir, TestServer, generous_limits, http, settings};
use crate::tournament_bots::{
    accounts, check_log, create, join, new_tournament, play_game, request, start_bots, state, wait_for,
};

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    u64::try_from(since.as_millis()).expect("a near time")
}

fn is_over(state: &Value) -> bool {
    state["summary"]["stage"] == "finished"
}

#[tokio::test]
async fn an_arena_of_eight_goes_on_after_a_restart_and_its_standings_follow_from_the_games() {
    let dir = TestDir::new("arena");
    let server = TestServer::open(&dir, generous_limits()).await;
    let cookies = accounts(server.address, 8).await;
    let format = json!({"type": "arena", "seconds": 12});
    let code = create(server.address, &cookies[0], &json!({"format": format, "min_players": 8})).await;
    for cookie in &cookies {
        join(server.address, cookie, &code).await;
    }
    let mut bots = start_bots(server.address, &cookies, &code);
    tokio::time::sleep(Duration::from_secs(3)).await;
    bots.shutdown().await;
    server.close().await;

    let server = TestServer::open(&dir, generous_limits()).await;
    let bots = start_bots(server.address, &cookies, &code);
    bots.join_all().await;
    let last = wait_for(server.address, &cookies[0], &code, is_over).await;
    server.close().await;

    let played = check_log(&dir.location(), &code).await;
    assert!(played.games.len() >= 8, "{} games", played.games.len());
    let (mut wins, mut losses) = (BTreeMap::new(), BTreeMap::new());
    for ([first, second], winner) in &played.games {
        match winner {
            Some("first") => {
                *wins.entry(*first).or_insert(0) += 1;
                *losses.entry(*second).or_insert(0) += 1;
            }
            Some(other) => panic!("the second side resigns: {other}"),
            // It was still played at the end.
            None => {}
        }
    }
    for row in last["standings"].as_array().expect("standings") {
        let player = row["player"].as_u64().expect("a number");
        let expected = json!([wins.get(&player).unwrap_or(&0), 0, losses.get(&player).unwrap_or(&0)]);
        assert_eq!(json!([row["wins"], row["draws"], row["losses"]]), expected, "player {player}");
        assert_eq!(row["is_active"], true, "everyone came to their games");
    }
    let points: Vec<_> =
        last["standings"].as_array().into_iter().flatten().map(|row| row["half_points"].as_u64()).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
}

#[tokio::test]
async fn a_swiss_of_five_has_byes_and_goes_on_without_a_player_who_withdraws() {
    let dir = TestDir::new("swiss");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookies = accounts(address, 5).await;
    let format = json!({"type": "swiss", "rounds": 3});
    let code = create(address, &cookies[0], &json!({"format": format, "min_players": 5})).await;
    for cookie in &cookies {
        join(address, cookie, &code).await;
    }
    let first = wait_for(address, &cookies[0], &code, |state| state["round"] == 1).await;
    assert_eq!(first["games"].as_array().map(Vec::len), Some(2), "{first}");
    assert_eq!(first["byes"][0].as_array().map(Vec::len), Some(1), "{first}");
    // The player with the bye withdraws, so that the next rounds have none.
    let bye = first["byes"][0][0].as_u64().expect("a player") as usize;
    let (status, withdrawn) =
        request(address, &cookies[bye], "DELETE", &format!("/{code}/player"), &json!(null)).await;
    assert_eq!((status, &withdrawn["me"]["is_active"]), (200, &json!(false)), "{withdrawn}");
    let (status, again) =
        request(address, &cookies[bye], "DELETE", &format!("/{code}/player"), &json!(null)).await;
    assert_eq!((status, &again["code"]), (409, &json!("not-joined")));
    let others: Vec<String> = cookies
        .iter()
        .enumerate()
        .filter(|(number, _)| *number != bye)
        .map(|(_, cookie)| cookie.clone())
        .collect();
    start_bots(address, &others, &code).join_all().await;
    let last = wait_for(address, &cookies[0], &code, is_over).await;
    assert_eq!((&last["round"], &last["rounds"]), (&json!(3), &json!(3)));
    for (format, expected) in [("trf", "012 Cup"), ("csv", "rank,name,rating")] {
        let reply = http(address, "GET", &format!("/api/tournaments/{code}/{format}"), &[], "").await;
        assert!(reply.status == 200 && reply.body.starts_with(expected), "{}", reply.body);
        assert!(reply.body.contains("bot-3"), "{}", reply.body);
    }
    let reply = http(address, "GET", &format!("/api/tournaments/{code}/pgn"), &[], "").await;
    assert!(
        reply.status == 200 && !reply.body.contains('['),
        "PGN cannot express liuzichong: {}",
        reply.body
    );
    server.close().await;

    let played = check_log(&dir.location(), &code).await;
    let mut met: Vec<[u64; 2]> = played.games.iter().map(|(players, _)| *players).collect();
    met.iter_mut().for_each(|players| players.sort_unstable());
    met.sort_unstable();
    assert!(met.windows(2).all(|pair| pair[0] != pair[1]), "no two meet twice: {met:?}");
    assert_eq!((played.rounds, met.len()), (3, 6));
    assert_eq!(played.byes.concat(), [bye as u64]);
}

#[tokio::test]
async fn a_player_who_does_not_come_loses_and_is_no_longer_paired() {
    let dir = TestDir::new("no-show");
    let timeouts = RoomLimits { first_move_timeout: Millis(1_500), ..RoomLimits::default() };
    let server = TestServer::open_with(Settings { timeouts, ..settings(&dir) }).await;
    let address = server.address;
    let cookies = accounts(address, 3).await;
    let format = json!({"type": "round-robin"});
    let code = create(address, &cookies[0], &json!({"format": format, "min_players": 3})).await;
    for cookie in &cookies {
        join(address, cookie, &code).await;
    }
    start_bots(address, &cookies[..2], &code).join_all().await;
    let last = wait_for(address, &cookies[0], &code, is_over).await;
    let absent = last["standings"].as_array().into_iter().flatten().find(|row| row["player"] == 2);
    let absent = absent.expect("a row");
    assert_eq!(json!([absent["is_active"], absent["wins"]]), json!([false, 0]), "{last}");
    assert_eq!(absent["losses"], 1, "after the first game they are no longer paired: {last}");
    server.close().await;
    check_log(&dir.location(), &code).await;
}

#[tokio::test]
async fn a_game_of_a_tournament_is_played_out() {
    let dir = TestDir::new("tournament-game");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let mut guest = Client::connect_guest(address).await;
    let change = json!({
        "format": {"type": "round-robin"}, "min_players": 2,
        "room": {"game": "chess", "clock": "3+2", "rated": true},
    });
    let code = create(address, &ada.cookie, &change).await;
    join(address, &ada.cookie, &code).await;
    join(address, &bob.cookie, &code).await;
    let running = wait_for(address, &ada.cookie, &code, |state| state["leading_room"].is_string()).await;
    let room = running["me"]["room"].as_str().expect("a code").to_owned();
    assert_eq!(running["leading_room"], json!(room));
    let state = guest.join(&room).await;
    assert_eq!(state["config"]["tournament"], json!(code));
    let sit = json!({"type": "sit", "contribution": "01".repeat(32)});
    for client in [&mut guest, &mut ada] {
        client.join(&room).await;
    }
    let rejected = guest.command(&room, 1 << 40, sit.clone()).await;
    assert_eq!(rejected["type"], "rejected", "the seats are reserved: {rejected}");
    let rejected = ada.command(&room, 1 << 40, json!({"type": "leave"})).await;
    assert_eq!(rejected["error"]["code"], "in-tournament", "{rejected}");
    bob.join(&room).await;
    ada.command_ok(&room, sit.clone()).await;
    bob.command_ok(&room, sit).await;
    let state = guest.join(&room).await;
    assert_eq!((&state["phase"], &state["host_side"]), (&json!("playing"), &json!("first")));
    let rejected = ada.command(&room, 1 << 40, json!({"type": "abort"})).await;
    assert_eq!(rejected["error"]["code"], "in-tournament", "{rejected}");
    bob.command_ok(&room, json!({"type": "resign"})).await;
    let rejected = ada.command(&room, 1 << 40, json!({"type": "offer", "offer": "rematch"})).await;
    assert_eq!(rejected["error"]["code"], "in-tournament", "{rejected}");
    let last = wait_for(address, &ada.cookie, &code, is_over).await;
    assert_eq!(last["games"][0]["room"], json!(room));
    let reply = http(address, "GET", &format!("/api/tournaments/{code}/pgn"), &[], "").await;
    assert!(reply.body.contains("[Event \"Cup\"]") && reply.body.contains("[Round \"1\"]"), "{}", reply.body);
    server.close().await;
}

#[tokio::test]
async fn bad_requests_are_rejected_with_a_reason_and_change_nothing() {
    let dir = TestDir::new("tournament-bad");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookies = accounts(address, 3).await;
    let (ada, bob) = (&cookies[0], &cookies[1]);
    let guest = Client::connect_guest(address).await.cookie;
    let swiss = json!({"type": "swiss", "rounds": 3});
    let check = async |cookie: &str, method: &str, path: &str, body: &Value, expected: (u16, &str)| {
        let (status, answer) = request(address, cookie, method, path, body).await;
        assert_eq!(
            (status, answer["code"].as_str()),
            (expected.0, Some(expected.1)),
            "{method} {path} {body}: {answer}"
        );
    };
    let timed = json!({"format": swiss, "starts_at": now() + 600_000});
    check(&guest, "POST", "", &new_tournament(&timed), (403, "account-required")).await;
    for change in [
        json!({"format": {"type": "swiss", "rounds": 0}, "min_players": 2}),
        json!({"format": {"type": "arena", "seconds": 1}, "min_players": 2}),
        json!({"format": swiss}),
        json!({"format": swiss, "min_players": 1}),
        json!({"format": swiss, "starts_at": 1}),
        json!({"format": swiss, "min_players": 2, "name": " "}),
        json!({"format": swiss, "min_players": 2, "room": {"game": "chess"}}),
        json!({"format": swiss, "min_players": 2, "room": {"game": "chess", "clock": "3+2", "tournament": "AAAAAA"}}),
        json!({"format": swiss, "min_players": 2, "room": {"game": "ludo", "clock": "3+2"}}),
    ] {
        check(ada, "POST", "", &new_tournament(&change), (422, "bad-tournament")).await;
    }
    check(ada, "GET", "/AAAAAA", &json!(null), (404, "tournament-not-found")).await;
    check(ada, "PUT", "/nonsense/player", &json!({}), (404, "tournament-not-found")).await;

    let mut protected = new_tournament(&timed);
    protected["password"] = json!("open sesame");
    let (status, created) = request(address, ada, "POST", "", &protected).await;
    assert_eq!((status, &created["summary"]["has_password"]), (201, &json!(true)), "{created}");
    assert!(!created.to_string().contains("sesame") && !created.to_string().contains("argon2"), "{created}");
    let code = created["summary"]["code"].as_str().expect("a code").to_owned();
    let player = format!("/{code}/player");
    check(&guest, "PUT", &player, &json!({"password": "open sesame"}), (403, "account-required")).await;
    check(ada, "PUT", &player, &json!({}), (403, "wrong-password")).await;
    check(ada, "PUT", &player, &json!({"password": "open barley"}), (403, "wrong-password")).await;
    check(ada, "DELETE", &player, &json!(null), (409, "not-joined")).await;
    let (status, joined) = request(address, ada, "PUT", &player, &json!({"password": "open sesame"})).await;
    assert_eq!((status, &joined["me"]["player"]), (200, &json!(0)), "{joined}");
    check(ada, "PUT", &player, &json!({}), (409, "already-joined")).await;
    check(bob, "PUT", &format!("/{code}"), &new_tournament(&timed), (403, "not-creator")).await;

    // Its creator may change it before the start. It is canceled, because one player has joined.
    let soon = json!({"format": {"type": "round-robin"}, "starts_at": now() + 200});
    let (status, changed) = request(address, ada, "PUT", &format!("/{code}"), &new_tournament(&soon)).await;
    assert_eq!((status, &changed["summary"]["players"]), (200, &json!(1)), "{changed}");
    let cancelled = wait_for(address, ada, &code, |state| state["summary"]["stage"] == "cancelled").await;
    assert_eq!(cancelled["started_at"], json!(null));
    check(bob, "PUT", &player, &json!({}), (409, "tournament-over")).await;
    check(ada, "PUT", &format!("/{code}"), &new_tournament(&timed), (409, "tournament-started")).await;

    // So may they cancel it; another account may not.
    let code = create(address, ada, &timed).await;
    check(bob, "DELETE", &format!("/{code}"), &json!(null), (403, "not-creator")).await;
    let (status, cancelled) = request(address, ada, "DELETE", &format!("/{code}"), &json!(null)).await;
    assert_eq!((status, &cancelled["summary"]["stage"]), (200, &json!("cancelled")), "{cancelled}");
    check(ada, "DELETE", &format!("/{code}"), &json!(null), (409, "tournament-over")).await;

    // A round robin cannot be joined late, nor changed, nor canceled.
    let code = create(address, ada, &json!({"format": {"type": "round-robin"}, "min_players": 2})).await;
    join(address, ada, &code).await;
    join(address, bob, &code).await;
    wait_for(address, ada, &code, |state| state["summary"]["stage"] == "running").await;
    check(&cookies[2], "PUT", &format!("/{code}/player"), &json!({}), (409, "tournament-started")).await;
    check(ada, "PUT", &format!("/{code}"), &new_tournament(&timed), (409, "tournament-started")).await;
    check(ada, "DELETE", &format!("/{code}"), &json!(null), (409, "tournament-started")).await;
    check(ada, "GET", &format!("/{code}/xml"), &json!(null), (404, "unknown-format")).await;
    check(ada, "GET", "?stage=done", &json!(null), (422, "bad-filter")).await;
    check(ada, "GET", "?after=yesterday", &json!(null), (422, "bad-filter")).await;
    for _ in 0..4 {
        create(address, ada, &timed).await;
    }
    check(ada, "POST", "", &new_tournament(&timed), (409, "too-many-tournaments")).await;
    for (stage, count) in [("upcoming", 4), ("running", 1), ("finished", 0), ("cancelled", 2)] {
        let (_, page) = request(address, &guest, "GET", &format!("?stage={stage}"), &json!(null)).await;
        assert_eq!(page["tournaments"].as_array().map(Vec::len), Some(count), "{stage}: {page}");
    }
    assert_eq!(state(address, bob, &code, None).await["summary"]["players"], 2);
    server.close().await;
}

#[tokio::test]
async fn a_change_keeps_the_password_only_if_it_says_so() {
    let dir = TestDir::new("tournament-password");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookies = accounts(address, 2).await;
    let (ada, bob) = (&cookies[0], &cookies[1]);
    let timed = json!({"format": {"type": "swiss", "rounds": 3}, "starts_at": now() + 600_000});
    let mut protected = new_tournament(&timed);
    protected["password"] = json!("open sesame");
    let (_, created) = request(address, ada, "POST", "", &protected).await;
    let code = created["summary"]["code"].as_str().expect("a code").to_owned();
    let (path, player) = (format!("/{code}"), format!("/{code}/player"));
    let mut kept = new_tournament(&timed);
    kept["config"]["name"] = json!("Renamed");
    kept["keep_password"] = json!(true);
    let (status, changed) = request(address, ada, "PUT", &path, &kept).await;
    assert_eq!((status, &changed["summary"]["config"]["name"]), (200, &json!("Renamed")), "{changed}");
    assert_eq!(changed["summary"]["has_password"], true);
    let (status, rejected) = request(address, bob, "PUT", &player, &json!({})).await;
    assert_eq!((status, &rejected["code"]), (403, &json!("wrong-password")));
    let (_, changed) = request(address, ada, "PUT", &path, &new_tournament(&timed)).await;
    assert_eq!(changed["summary"]["has_password"], json!(null));
    assert_eq!(request(address, bob, "PUT", &player, &json!({})).await.0, 200);
    server.close().await;
}

#[tokio::test]
async fn the_game_of_a_tournament_changes_until_another_player_has_joined_for_it() {
    let dir = TestDir::new("tournament-change");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookies = accounts(address, 2).await;
    let (ada, bob) = (&cookies[0], &cookies[1]);
    let described = |room: Value, name: &str| {
        let format = json!({"type": "swiss", "rounds": 3});
        json!({"name": name, "format": format, "starts_at": now() + 600_000, "room": room})
    };
    let liuzichong = json!({"game": "liuzichong", "clock": "3+2"});
    let code = create(address, ada, &described(liuzichong, "Cup")).await;
    join(address, ada, &code).await;
    let path = format!("/{code}");
    let fog = json!({"game": "chess", "clock": "5+3", "modes": ["fog"], "rated": true, "spectators": "no"});
    let (status, changed) =
        request(address, ada, "PUT", &path, &new_tournament(&described(fog.clone(), "Fog cup"))).await;
    let room = &changed["summary"]["config"]["room"];
    assert_eq!((status, &room["game"], &room["clock"]), (200, &json!("chess"), &json!("5+3")), "{changed}");
    assert_eq!((&room["modes"], &room["rated"]), (&json!(["fog"]), &json!(true)));
    assert_eq!(json!([changed["summary"]["players"], changed["me"]["is_active"]]), json!([1, true]));

    join(address, bob, &code).await;
    for (key, value) in [
        ("game", json!("xiangqi")),
        ("clock", json!("3+2")),
        ("modes", json!(["fog", "mines"])),
        ("rated", json!(false)),
        ("rules", json!(["draws=claimed"])),
        ("spectators", json!("yes")),
    ] {
        let mut other = fog.clone();
        other[key] = value;
        if key == "game" || key == "rules" {
            other["modes"] = json!([]);
            other["rated"] = json!(false);
        }
        let (status, answer) =
            request(address, ada, "PUT", &path, &new_tournament(&described(other, "Other cup"))).await;
        assert_eq!((status, &answer["code"]), (422, &json!("bad-tournament")), "{key}: {answer}");
        assert!(answer.to_string().contains("players have joined"), "{key}: {answer}");
    }
    // The rest may change.
    let (status, changed) =
        request(address, ada, "PUT", &path, &new_tournament(&described(fog.clone(), "Late cup"))).await;
    assert_eq!((status, &changed["summary"]["config"]["name"]), (200, &json!("Late cup")), "{changed}");
    // When they have left, so may the game.
    assert_eq!(request(address, bob, "DELETE", &format!("{path}/player"), &json!(null)).await.0, 200);
    let xiangqi = json!({"game": "xiangqi", "clock": "10+0"});
    let (status, changed) =
        request(address, ada, "PUT", &path, &new_tournament(&described(xiangqi, "Late cup"))).await;
    assert_eq!(
        (status, &changed["summary"]["config"]["room"]["game"]),
        (200, &json!("xiangqi")),
        "{changed}"
    );
    server.close().await;
}

#[tokio::test]
async fn a_late_player_joins_an_arena_and_a_paused_one_comes_back() {
    let dir = TestDir::new("arena-late");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let cookies = accounts(address, 3).await;
    let format = json!({"type": "arena", "seconds": 60});
    let code = create(address, &cookies[0], &json!({"format": format, "min_players": 2})).await;
    for cookie in &cookies[..2] {
        join(address, cookie, &code).await;
    }
    let has_game = |state: &Value| state["me"]["room"].is_string();
    let room = wait_for(address, &cookies[0], &code, has_game).await["me"]["room"].clone();
    join(address, &cookies[2], &code).await;
    let player = format!("/{code}/player");
    let (status, paused) = request(address, &cookies[0], "DELETE", &player, &json!(null)).await;
    assert_eq!((status, &paused["me"]["room"]), (200, &room), "their game goes on");
    let room = room.as_str().expect("a code").to_owned();
    let play = |cookie: &String| {
        let (cookie, room) = (cookie.clone(), room.clone());
        async move { play_game(&mut Client::connect_with_cookie(address, &cookie).await, &room).await }
    };
    tokio::join!(play(&cookies[0]), play(&cookies[1]));
    // The one who paused is not paired; the other two are.
    let paired = wait_for(address, &cookies[1], &code, |state| state["round"] == 2).await;
    let mut players = paired["games"][1]["players"].as_array().expect("players").clone();
    players.sort_by_key(Value::as_u64);
    assert_eq!(players, [json!(1), json!(2)]);
    assert_eq!(join(address, &cookies[0], &code).await["me"]["is_active"], true);
    server.close().await;
}
