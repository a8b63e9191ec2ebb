//! A server is killed while an arena is played.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use yipan_server::StoreLocation;

use crate::Server;
use crate::net::{Client, TestDir};
use crate::tournament_bots::{check_log, create, join, start_bots, wait_for};

/// The players, unless `YIPAN_ARENA_BOTS` says another number. The long run is
/// `YIPAN_ARENA_BOTS=200 cargo test -p yipan-cli --test store_faults arena -- --nocapture`.
const BOTS: usize = 8;

const KILLS: u32 = 3;

/// The limits of an address that many bots exceed.
const LIMITS: [&str; 5] = [
    "YIPAN_RATE_READS",
    "YIPAN_RATE_JOINS",
    "YIPAN_RATE_NEW_SOCKETS",
    "YIPAN_MAX_WEBSOCKETS_PER_IP",
    "YIPAN_MAX_CONNECTIONS_PER_IP",
];

/// The time between two kills.
const UPTIME: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_whose_server_is_killed_three_times_goes_on_and_follows_from_the_game_logs() {
    let bots = std::env::var("YIPAN_ARENA_BOTS").ok().and_then(|text| text.parse().ok()).unwrap_or(BOTS);
    let directory = TestDir::new("killed-arena");
    let data = directory.0.join("data");
    let many = Path::new("100000");
    let limits = LIMITS.map(|name| (name, many));
    let mut server = Server::start_with(&data, &limits);
    let mut cookies = Vec::new();
    for number in 0..bots {
        cookies.push(Client::connect_account(server.address, &format!("Bot{number}")).await.cookie);
    }
    // Many bots need longer for their first games.
    let seconds = 20 + bots / 4;
    let format = json!({"type": "arena", "seconds": seconds});
    let code = create(server.address, &cookies[0], &json!({"format": format, "min_players": bots})).await;
    for cookie in &cookies {
        join(server.address, cookie, &code).await;
    }
    for _ in 0..KILLS {
        let mut players = start_bots(server.address, &cookies, &code);
        tokio::time::sleep(UPTIME).await;
        drop(server);
        players.shutdown().await;
        server = Server::start_with(&data, &limits);
    }
    start_bots(server.address, &cookies, &code).join_all().await;
    let is_over = |state: &serde_json::Value| state["summary"]["stage"] == "finished";
    let last = wait_for(server.address, &cookies[0], &code, is_over).await;
    drop(server);
    let played = check_log(&StoreLocation::DataDir(data), &code).await;
    let finished = played.games.iter().filter(|(_, winner)| winner.is_some()).count();
    println!("{bots} players, {KILLS} kills, {finished} games with a result of {}", played.games.len());
    assert!(finished >= bots, "{finished} games");
    for row in last["standings"].as_array().expect("standings") {
        let player = row["player"].as_u64().expect("a number");
        let count = |side: usize, result: &str| {
            let is_it = |([first, second], winner): &&([u64; 2], Option<&str>)| {
                [*first, *second][side] == player && *winner == Some(result)
            };
            played.games.iter().filter(is_it).count()
        };
        let wins = count(0, "first") + count(1, "second");
        let losses = count(0, "second") + count(1, "first");
        assert_eq!(json!([row["wins"], row["losses"]]), json!([wins, losses]), "player {player}");
    }
}
