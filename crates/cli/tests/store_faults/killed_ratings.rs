//! A server is killed between the end of games and their rating.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use yipan_server::StoreLocation;

use crate::Server;
use crate::net::{Client, TIMEOUT, TestDir, http, start_game_of};

/// The games that end at once before a kill.
const PAIRS: usize = 4;

/// The kills, unless `YIPAN_KILLS` says another number. The long run is
/// `YIPAN_KILLS=200 cargo test -p yipan-cli --test store_faults killed -- --nocapture`.
const KILLS: usize = 4;

/// The kills from which on some must have hit the time between the end of a game and its rating.
const MANY_KILLS: usize = 50;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_between_the_end_of_a_game_and_its_rating_rates_it_exactly_once() {
    let kills = std::env::var("YIPAN_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let directory = TestDir::new("killed-ratings");
    let data = directory.0.join("data");
    let mut server = Server::start_with(&data, &[]);
    let mut cookies = Vec::new();
    for number in 0..2 * PAIRS {
        cookies.push(Client::connect_account(server.address, &format!("Player{number}")).await.cookie);
    }
    let (mut rooms, mut unrated) = (Vec::new(), 0);
    for kill in 0..kills {
        let mut games = Vec::new();
        for pair in cookies.chunks(2) {
            let mut host = Client::connect_with_cookie(server.address, &pair[0]).await;
            let mut guest = Client::connect_with_cookie(server.address, &pair[1]).await;
            let config = json!({"game": "liuzichong", "clock": "3+2", "rated": true});
            let room = start_game_of(server.address, &mut host, &mut guest, &config).await;
            games.push((room, host, guest));
        }
        let resign = games.iter_mut().map(|(room, host, _)| host.command_ok(room, json!({"type": "resign"})));
        join_all(resign).await;
        // From right after the acknowledgments to after the ratings.
        tokio::time::sleep(Duration::from_micros(400 * (kill as u64 % 8))).await;
        drop(server);
        rooms.extend(games.into_iter().map(|(room, ..)| room));
        unrated += unrated_games(&data, &rooms).await;
        server = Server::start_with(&data, &[]);
        let address = server.address;
        let rated = async {
            for room in &rooms[rooms.len() - PAIRS..] {
                while http(address, "GET", &format!("/api/rooms/{room}/ratings"), &[], "").await.json()["changes"]
                    .is_null()
                {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        };
        tokio::time::timeout(TIMEOUT, rated).await.expect("every game is rated");
    }
    println!(
        "{kills} kills, {} rated games, {unrated} of them not yet rated when it was killed",
        rooms.len()
    );
    assert!(kills < MANY_KILLS || unrated > 0, "no kill came between the end of a game and its rating");
    let mut users = Vec::new();
    for cookie in &cookies {
        let client = Client::connect_with_cookie(server.address, cookie).await;
        check_history(server.address, &client.id, kills).await;
        users.push(client.id);
    }
    let before = ratings_of(server.address, &users).await;
    let (is_rebuilt, answer) = rebuild(&data);
    assert!(!is_rebuilt && answer.contains("another server"), "{answer}");
    drop(server);
    assert_eq!(rebuild(&data), (true, format!("{} rated games\n", rooms.len())));
    let server = Server::start_with(&data, &[]);
    assert_eq!(ratings_of(server.address, &users).await, before, "the logs alone give the same ratings");
}

/// Runs the command that computes all ratings again, and returns whether it succeeded and what it wrote.
fn rebuild(data: &Path) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yipan"));
    command.args(["--lang", "en", "ratings", "rebuild", "--data"]).arg(data);
    let output = command.output().expect("yipan runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("text"))
}

async fn ratings_of(address: std::net::SocketAddr, users: &[String]) -> Vec<Value> {
    let mut ratings = Vec::new();
    for user in users {
        let profile = http(address, "GET", &format!("/api/users/{user}"), &[], "").await.json();
        ratings.push(profile["ratings"].clone());
    }
    ratings
}

/// Returns how many games are not rated in the store of a server that was killed.
async fn unrated_games(data: &Path, rooms: &[String]) -> usize {
    let store = StoreLocation::DataDir(data.to_owned()).open().await.expect("the store opens");
    let mut unrated = 0;
    for room in &rooms[rooms.len() - PAIRS..] {
        let game = store.rated_game(room).await.expect("an answer").expect("the end is stored");
        unrated += usize::from(game.changes.is_none());
    }
    store.close().await.expect("it closes");
    unrated
}

/// Checks that each game of a player is counted once, and that each starts with the rating after the one before.
async fn check_history(address: std::net::SocketAddr, user: &str, games: usize) {
    let get = async |path: String| http(address, "GET", &path, &[], "").await.json();
    let rating = get(format!("/api/users/{user}")).await["ratings"][0].clone();
    let category = rating["category"].as_str().expect("a category").to_owned();
    let counts = ["wins", "draws", "losses"].map(|key| rating[key].as_u64().unwrap_or(0));
    assert_eq!(counts.iter().sum::<u64>(), games as u64, "{rating}");
    let history = get(format!("/api/users/{user}/ratings/{category}")).await["games"].clone();
    let history = history.as_array().expect("games");
    assert_eq!(history.len(), games.min(500));
    let points = |game: &Value, key: &str| game[key].as_i64();
    assert!(
        history.windows(2).all(|pair| points(&pair[0], "before") == points(&pair[1], "after")),
        "{history:?}"
    );
    assert_eq!(points(&history[0], "after"), rating["rating"]["points"].as_i64());
}
