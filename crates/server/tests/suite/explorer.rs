//! The opening explorer over real sockets: games that end, and the answers about their positions.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_server::{ExplorerImport, GameToImport, ImportCounts, rebuild_explorer};

use crate::net::{Client, Reply, TIMEOUT, TestDir, TestServer, generous_limits, http, start_game_of};

const SPANISH: [&str; 5] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"];
const AFTER_E4: &str = "rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR%20b%20KQkq%20-%200%201";

async fn ask(address: SocketAddr, query: &str) -> Reply {
    http(address, "GET", &format!("/api/explorer?{query}"), &[], "").await
}

async fn explore(address: SocketAddr, query: &str) -> Value {
    let reply = ask(address, query).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

/// Returns the results of a move, as soon as there are as many games of the position.
async fn results(address: SocketAddr, query: &str, games: u64) -> Value {
    let started = Instant::now();
    loop {
        let found = explore(address, query).await;
        let moves = found["moves"].as_array().expect("moves").clone();
        let number = |mv: &Value| -> u64 {
            ["first_wins", "draws", "second_wins"].iter().filter_map(|key| mv[key].as_u64()).sum()
        };
        if moves.iter().map(number).sum::<u64>() >= games {
            return found;
        }
        assert!(started.elapsed() < TIMEOUT, "{found}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Plays a game to the resignation of the second side, and returns its room.
async fn play(address: SocketAddr, clients: [&mut Client; 2], config: &Value, actions: &[&str]) -> String {
    let [host, guest] = clients;
    let room = start_game_of(address, host, guest, config).await;
    let is_host_first = guest.join(&room).await["host_side"] == "first";
    let (first, second) = if is_host_first { (host, guest) } else { (guest, host) };
    for (ply, action) in actions.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut *first } else { &mut *second };
        mover.command_ok(&room, json!({"type": "play", "action": action})).await;
    }
    second.command_ok(&room, json!({"type": "resign"})).await;
    room
}

#[tokio::test]
async fn a_finished_game_is_in_the_explorer_once_also_after_a_restart() {
    let dir = TestDir::new("explorer-game");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    assert_eq!(explore(address, "game=chess").await, json!({"moves": [], "recent_games": []}));
    let rated = json!({"game": "chess", "clock": "3+2", "rated": true});
    let room = play(address, [&mut ada, &mut bob], &rated, &SPANISH).await;
    let found = results(address, "game=chess", 1).await;
    let expected =
        json!([{"action": "e2e4", "first_wins": 1, "draws": 0, "second_wins": 0, "average_rating": 1500}]);
    assert_eq!(found["moves"], expected);
    let recent = &found["recent_games"];
    assert_eq!((&recent[0]["room"], &recent[0]["action"]), (&json!(room), &json!("e2e4")), "{found}");
    assert_eq!((&recent[0]["winner"], recent.as_array().map(Vec::len)), (&json!("first"), Some(1)));
    let after_e4 = explore(address, &format!("game=chess&position={AFTER_E4}")).await;
    assert_eq!(after_e4["moves"][0]["action"], "e7e5");
    // A private game counts, and is not listed. One with too few moves, another start or a computer does not count.
    let private = json!({"game": "chess"});
    play(address, [&mut ada, &mut bob], &private, &SPANISH).await;
    let both = results(address, "game=chess", 2).await;
    assert_eq!((&both["moves"][0]["first_wins"], &both["recent_games"]), (&json!(2), recent), "{both}");
    play(address, [&mut ada, &mut bob], &private, &SPANISH[..2]).await;
    let fog = json!({"game": "chess", "modes": ["fog"]});
    play(address, [&mut ada, &mut bob], &fog, &SPANISH).await;
    let odds =
        json!({"game": "chess", "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"});
    play(address, [&mut ada, &mut bob], &odds, &SPANISH).await;
    play(address, [&mut ada, &mut bob], &private, &["d2d4", "d7d5", "c2c4", "e7e6"]).await;
    let all = results(address, "game=chess", 3).await;
    assert_eq!(all["moves"][0]["first_wins"], 2, "{all}");
    server.close().await;

    let server = TestServer::open(&dir, generous_limits()).await;
    assert_eq!(explore(server.address, "game=chess").await, all);
    server.close().await;
    let rebuilt = rebuild_explorer(&dir.location()).await.expect("it is rebuilt");
    assert_eq!((rebuilt.games, rebuilt.unreadable_rooms), (3, Vec::new()));
    let server = TestServer::open(&dir, generous_limits()).await;
    assert_eq!(explore(server.address, "game=chess").await["moves"], all["moves"]);
    server.close().await;
}

#[tokio::test]
async fn liuzichong_has_the_exact_value_of_every_move() {
    let dir = TestDir::new("explorer-liuzichong");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let mut bob = Client::connect_guest(server.address).await;
    let start = explore(server.address, "game=liuzichong").await;
    let moves = start["moves"].as_array().expect("moves");
    let value = |action: &str| {
        let found = moves.iter().find(|mv| mv["action"] == action).expect("a move");
        (found["value"]["winner"].clone(), found["value"]["plies"].as_u64())
    };
    assert_eq!(value("a2b2"), (Value::Null, None));
    assert_eq!(value("d2c2"), (Value::Null, None));
    let losing = moves.iter().filter(|mv| mv["value"]["winner"] == "second");
    assert_eq!(losing.count(), moves.len() - 2, "{start}");
    let actions = ["a2b2", "a3b3", "b2a2", "b3a3"];
    play(server.address, [&mut ada, &mut bob], &json!({"game": "liuzichong"}), &actions).await;
    let found = results(server.address, "game=liuzichong", 1).await;
    assert_eq!((&found["moves"][0]["action"], &found["moves"][0]["first_wins"]), (&json!("a2b2"), &json!(1)));
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(moves.len()));
    server.close().await;
}

#[tokio::test]
async fn hostile_queries_are_rejected_and_answers_are_cached() {
    let dir = TestDir::new("explorer-queries");
    let server = TestServer::open(&dir, generous_limits()).await;
    let long = "8%2F".repeat(2_000);
    for query in [
        "game=go".to_owned(),
        "game=chess&position=".to_owned(),
        "game=chess&position=%00".to_owned(),
        "game=chess&position=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8%20w%20-%20-%200%201".to_owned(),
        format!("game=xiangqi&position={long}"),
        "game=liuzichong&position=%E5%85%AD%E5%AD%90%E5%86%B2".to_owned(),
    ] {
        let reply = ask(server.address, &query).await;
        assert_eq!((reply.status, &reply.json()["code"]), (422, &json!("bad-position")), "{query}");
        assert!(reply.body.len() < 2_000, "{query}: {}", reply.body);
    }
    assert_eq!(ask(server.address, "position=x").await.status, 400, "a query without a game");
    let reply = ask(server.address, "game=xiangqi").await;
    let header = |name: &str| {
        let line = reply.head.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {}", reply.head)).to_owned()
    };
    assert_eq!(header("cache-control: "), "public, max-age=60");
    let tag = header("etag: ");
    let again =
        http(server.address, "GET", "/api/explorer?game=xiangqi", &[("If-None-Match", &tag)], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    server.close().await;
}

#[tokio::test]
async fn imported_games_are_counted_beside_those_of_rooms() {
    let dir = TestDir::new("explorer-imported");
    TestServer::open(&dir, generous_limits()).await.close().await;
    let game = |occasion: &str, actions: &[&str]| GameToImport {
        actions: actions.iter().map(|action| (*action).to_owned()).collect(),
        winner: Some(Side::Second),
        rating: Some(2400),
        occasion: occasion.to_owned(),
    };
    let games = [game("one", &SPANISH), game("two", &SPANISH), game("one", &SPANISH), game("three", &["e4"])];
    let import = ExplorerImport::open(&dir.location(), GameKind::Chess).await.expect("the database opens");
    let counts = import.add(&games).await.expect("an import");
    assert_eq!(counts, ImportCounts { added: 2, known: 1, too_short: 1 });
    assert_eq!(
        import.add(&games).await.expect("an import"),
        ImportCounts { added: 0, known: 3, too_short: 1 }
    );
    import.close().await.expect("it closes");
    let server = TestServer::open(&dir, generous_limits()).await;
    let found = explore(server.address, "game=chess").await;
    let expected =
        json!([{"action": "e2e4", "first_wins": 0, "draws": 0, "second_wins": 2, "average_rating": 2400}]);
    assert_eq!(found["moves"], expected);
    server.close().await;
}
