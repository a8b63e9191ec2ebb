//! Attempts at puzzles over HTTP.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};
use yipan_puzzles::Puzzle;
use yipan_server::{StaticFile, StaticFiles};

use crate::net::{Client, Reply, TestDir, TestServer, generous_limits, http};

const HEADER: &str = "yipan-puzzles 1 chess seed=1 games=1 nodes=1 checked=2";
/// The rook is lured away, then the other one mates.
const TWO_MOVES: &str = "5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1|a2a8 f8a8 a1a8|mate|1500";
const ONE_MOVE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate|900";

/// A page that has only puzzles: some of chess, and a damaged file of xiangqi.
struct Page;

impl StaticFiles for Page {
    fn file(&self, name: &str) -> Option<StaticFile> {
        let text = match name {
            "puzzles/chess.txt" => format!("{HEADER}\n{TWO_MOVES}\n{ONE_MOVE}\n"),
            "puzzles/xiangqi.txt" => "damaged".to_owned(),
            _ => return None,
        };
        let bytes = Cow::Owned(text.into_bytes());
        Some(StaticFile { bytes, content_type: "text/plain".to_owned(), etag: "1".to_owned() })
    }
}

fn id(line: &str) -> String {
    line.parse::<Puzzle>().expect("a puzzle").id()
}

async fn attempt(server: &TestServer, cookie: &str, puzzle: &str, moves: &[&str]) -> Reply {
    let body = json!({ "moves": moves }).to_string();
    let path = format!("/api/puzzles/{puzzle}/attempts");
    http(server.address, "POST", &path, &[("Cookie", cookie)], &body).await
}

#[tokio::test]
async fn the_first_attempt_of_an_account_is_rated() {
    let dir = TestDir::new("puzzle-attempts");
    let server = TestServer::open_with_static_files(Arc::new(Page), &dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await;
    let (two, one) = (format!("chess/{}", id(TWO_MOVES)), format!("chess/{}", id(ONE_MOVE)));
    let solved = attempt(&server, &ada.cookie, &two, &["a2a8", "a1a8"]).await.json();
    assert_eq!((&solved["solved"], &solved["counted"]), (&json!(true), &json!(true)), "{solved}");
    let points = solved["rating"]["points"].as_i64().expect("points");
    assert!(points > 1500 && solved["change"] == json!(points - 1500), "{solved}");
    assert!(solved["puzzle_rating"].as_i64() < Some(1500), "{solved}");
    let again = attempt(&server, &ada.cookie, &two, &["g1f1"]).await.json();
    assert_eq!(again, with(&solved, &[("solved", json!(false)), ("counted", json!(false))]));
    let failed = attempt(&server, &ada.cookie, &one, &["a1a7"]).await.json();
    assert!(failed["change"].as_i64() < Some(0) && failed["puzzle_rating"].as_i64() > Some(900), "{failed}");
    let me = http(server.address, "GET", "/api/me", &[("Cookie", &ada.cookie)], "").await.json();
    let path = format!("/api/users/{}", me["id"].as_str().expect("an id"));
    let profile = http(server.address, "GET", &path, &[], "").await.json();
    let expected = json!([{"set": "chess", "rating": failed["rating"], "attempts": 2, "solved": 1}]);
    assert_eq!(profile["puzzles"], expected);
    server.close().await;
}

#[tokio::test]
async fn guests_unknown_puzzles_and_illegal_moves_are_rejected() {
    let dir = TestDir::new("puzzle-rejected");
    let server = TestServer::open_with_static_files(Arc::new(Page), &dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await;
    let guest = Client::connect_guest(server.address).await;
    let two = format!("chess/{}", id(TWO_MOVES));
    for (cookie, puzzle, moves, status, code) in [
        (&guest.cookie, two.as_str(), &["a2a8"][..], 403, "account-required"),
        (&ada.cookie, "chess/nothing", &["a2a8"], 404, "puzzle-not-found"),
        (&ada.cookie, "xiangqi/abcdefg", &["a2a8"], 404, "puzzle-not-found"),
        (&ada.cookie, "dice/abcdefg", &["a2a8"], 404, "puzzle-not-found"),
        (&ada.cookie, "go/abcdefg", &["a2a8"], 404, "puzzle-not-found"),
        (&ada.cookie, two.as_str(), &["a2h8"], 422, "illegal-action"),
        (&ada.cookie, two.as_str(), &["nonsense"], 422, "illegal-action"),
    ] {
        let reply = attempt(&server, cookie, puzzle, moves).await;
        assert_eq!((reply.status, &reply.json()["code"]), (status, &json!(code)), "{puzzle} {moves:?}");
    }
    let reply = attempt(&server, &ada.cookie, &two, &[]).await.json();
    assert_eq!(
        (&reply["solved"], &reply["counted"]),
        (&json!(false), &json!(true)),
        "nothing was counted before"
    );
    server.close().await;
}

#[tokio::test]
async fn attempts_survive_a_restart() {
    let dir = TestDir::new("puzzle-restart");
    let two = format!("chess/{}", id(TWO_MOVES));
    let server = TestServer::open_with_static_files(Arc::new(Page), &dir, generous_limits()).await;
    let cookie = Client::connect_account(server.address, "Ada").await.cookie;
    let first = attempt(&server, &cookie, &two, &["a2a8", "a1a8"]).await.json();
    server.close().await;
    let server = TestServer::open_with_static_files(Arc::new(Page), &dir, generous_limits()).await;
    let again = attempt(&server, &cookie, &two, &["a2a8", "a1a8"]).await.json();
    assert_eq!(again, with(&first, &[("counted", json!(false))]));
    server.close().await;
}

/// Returns an object with some fields changed.
fn with(object: &Value, fields: &[(&str, Value)]) -> Value {
    let mut changed = object.clone();
    for (name, value) in fields {
        changed[*name] = value.clone();
    }
    changed
}
