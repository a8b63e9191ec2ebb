//! A server is killed while an arena is played.

use std::cmp::Reverse;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use yipan_server::StoreLocation;

use crate::Server;
use crate::net::{Client, TestDir};
use crate::tournament_bots::{PlayedTournament, check_log, create, join, start_bots, wait_for};

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
    let expected = fold_standings(&played, bots);
    let shown = last["standings"].as_array().expect("standings");
    assert!(!shown.is_empty());
    for row in shown {
        let player = row["player"].as_u64().expect("a number") as usize;
        let shown = ["half_points", "wins", "draws", "losses", "streak"].map(|key| row[key].as_u64());
        assert_eq!(shown, expected[player].map(Some), "player {player}");
    }
    // The leader is first; the rest of the order follows from the same numbers.
    let order: Vec<_> = shown
        .iter()
        .map(|row| (Reverse((row["half_points"].as_u64(), row["wins"].as_u64())), row["player"].as_u64()))
        .collect();
    assert!(order.is_sorted(), "{order:?}");
}

/// Adds up the games as the rules of an arena say, independent of the server: points in halves, wins, draws, losses and
/// the wins in a row, by player. After two wins in a row points count twice.
fn fold_standings(played: &PlayedTournament, players: usize) -> Vec<[u64; 5]> {
    let mut rows = vec![[0; 5]; players];
    for (sides, winner) in &played.games {
        let Some(winner) = winner else { continue };
        for (side, player) in ["first", "second"].into_iter().zip(sides) {
            let [points, wins, draws, losses, streak] = &mut rows[*player as usize];
            let factor = if *streak >= 2 { 2 } else { 1 };
            if *winner == side {
                (*points, *wins, *streak) = (*points + 2 * factor, *wins + 1, *streak + 1);
            } else if *winner == "none" {
                (*points, *draws, *streak) = (*points + factor, *draws + 1, 0);
            } else {
                (*losses, *streak) = (*losses + 1, 0);
            }
        }
    }
    rows
}
