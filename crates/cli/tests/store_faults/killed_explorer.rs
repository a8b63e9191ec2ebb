//! A server is killed between the end of games and their count in the opening explorer.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Server;
use crate::net::{Client, TIMEOUT, TestDir, http, start_game_of};

/// The kills, each right after the end of a game.
const KILLS: usize = 4;

/// Four plies, the fewest that count.
const ACTIONS: [&str; 4] = ["a2b2", "a3b3", "b2a2", "b3a3"];

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_between_the_end_of_a_game_and_its_count_counts_it_exactly_once() {
    let directory = TestDir::new("killed-explorer");
    let data = directory.0.join("data");
    let mut server = Server::start_with(&data, &[]);
    let cookies = [
        Client::connect_guest(server.address).await.cookie,
        Client::connect_guest(server.address).await.cookie,
    ];
    for kill in 0..KILLS {
        let mut host = Client::connect_with_cookie(server.address, &cookies[0]).await;
        let mut guest = Client::connect_with_cookie(server.address, &cookies[1]).await;
        let config = json!({"game": "liuzichong", "host_side": "first", "public": true});
        let room = start_game_of(server.address, &mut host, &mut guest, &config).await;
        for (ply, action) in ACTIONS.into_iter().enumerate() {
            let mover = if ply % 2 == 0 { &mut host } else { &mut guest };
            mover.command_ok(&room, json!({"type": "play", "action": action})).await;
        }
        host.command_ok(&room, json!({"type": "resign"})).await;
        // From right after the acknowledgment to after the count.
        tokio::time::sleep(Duration::from_millis(4 * kill as u64)).await;
        drop(server);
        server = Server::start_with(&data, &[]);
        let counted = async {
            while counted_games(server.address).await.0 <= kill as u64 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, counted).await.expect("the game is counted");
    }
    let (games, listed) = counted_games(server.address).await;
    assert_eq!((games, listed), (KILLS as u64, KILLS));
}

/// Returns how often the first move was played, and how many games are listed.
async fn counted_games(address: SocketAddr) -> (u64, usize) {
    let found = http(address, "GET", "/api/explorer?game=liuzichong", &[], "").await.json();
    let first =
        found["moves"].as_array().and_then(|moves| moves.iter().find(|mv| mv["action"] == ACTIONS[0]));
    let games = first.and_then(|mv| mv["second_wins"].as_u64()).unwrap_or_default();
    (games, found["recent_games"].as_array().map_or(0, Vec::<Value>::len))
}
