//! Studies over HTTP: access, versions and limits.

use std::net::SocketAddr;

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use yipan_server::{StoreLocation, export, import};
use yipan_wire::{MAX_CHAPTER_BYTES, MAX_CHAPTERS, MAX_STUDIES, MAX_STUDY_BYTES};

use crate::net::{Client, Reply, TestDir, TestServer, generous_limits, http};

async fn send(address: SocketAddr, cookie: &str, method: &str, path: &str, body: &Value) -> Reply {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    http(address, method, path, &[("Cookie", cookie)], &body).await
}

async fn create(address: SocketAddr, cookie: &str, title: &str, visibility: &str) -> String {
    let body = json!({"title": title, "visibility": visibility});
    let created = send(address, cookie, "POST", "/api/studies", &body).await;
    assert_eq!(created.status, 201, "{}", created.body);
    format!("/api/studies/{}", created.json()["id"].as_str().expect("an id"))
}

fn chapter(title: &str, tree: &str) -> Value {
    json!({"title": title, "bottom": "first", "tree": tree})
}

async fn add(address: SocketAddr, cookie: &str, study: &str, title: &str) -> String {
    let added = send(address, cookie, "POST", &format!("{study}/chapters"), &chapter(title, "{}")).await;
    assert_eq!(added.status, 201, "{}", added.body);
    added.json()["id"].as_str().expect("an id").to_owned()
}

async fn read(address: SocketAddr, cookie: &str, study: &str) -> Value {
    send(address, cookie, "GET", study, &Value::Null).await.json()
}

fn titles(study: &Value) -> Vec<&str> {
    let chapters = study["chapters"].as_array().expect("chapters");
    chapters.iter().map(|chapter| chapter["title"].as_str().expect("a title")).collect()
}

#[tokio::test]
async fn a_study_has_chapters_that_are_changed_ordered_and_deleted() {
    let dir = TestDir::new("study");
    let server = TestServer::open(&dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await.cookie;
    let study = create(server.address, &ada, "  Endings ", "private").await;
    let [one, two] =
        [add(server.address, &ada, &study, "Rook").await, add(server.address, &ada, &study, "Pawn").await];
    let stored = read(server.address, &ada, &study).await;
    assert_eq!(
        (&stored["title"], &stored["owner"], &stored["is_own"]),
        (&json!("Endings"), &json!("Ada"), &json!(true))
    );
    assert_eq!((titles(&stored), &stored["version"]), (vec!["Rook", "Pawn"], &json!(3)));
    let change = json!({"version": 1, "title": "Rook ending", "bottom": "second", "tree": "{\"a\":1}"});
    let path = format!("{study}/chapters/{one}");
    assert_eq!(send(server.address, &ada, "PUT", &path, &change).await.status, 204);
    // Another tab has the first version.
    let stale = send(server.address, &ada, "PUT", &path, &change).await;
    assert_eq!((stale.status, &stale.json()["code"]), (409, &json!("study-changed")));
    let order = json!({"version": 3, "title": "Endings", "visibility": "public", "chapters": [two, one]});
    assert_eq!(send(server.address, &ada, "PUT", &study, &order).await.status, 204);
    assert_eq!(send(server.address, &ada, "PUT", &study, &order).await.status, 409);
    let stored = read(server.address, &ada, &study).await;
    assert_eq!((titles(&stored), &stored["version"]), (vec!["Pawn", "Rook ending"], &json!(4)));
    let changed = &stored["chapters"][1];
    assert_eq!(
        (&changed["version"], &changed["bottom"], &changed["tree"]),
        (&json!(2), &json!("second"), &json!("{\"a\":1}"))
    );
    let pawn = format!("{study}/chapters/{two}");
    assert_eq!(send(server.address, &ada, "DELETE", &pawn, &Value::Null).await.status, 204);
    assert_eq!(send(server.address, &ada, "DELETE", &pawn, &Value::Null).await.status, 404);
    assert_eq!(send(server.address, &ada, "PUT", &pawn, &change).await.status, 409);
    let mine = send(server.address, &ada, "GET", "/api/me/studies", &Value::Null).await.json();
    assert_eq!((&mine[0]["title"], &mine[0]["chapters"]), (&json!("Endings"), &json!(1)));
    assert_eq!(send(server.address, &ada, "DELETE", &study, &Value::Null).await.status, 204);
    assert_eq!(send(server.address, &ada, "GET", &study, &Value::Null).await.status, 404);
    server.close().await;
}

#[tokio::test]
async fn only_the_owner_sees_a_private_study_and_changes_any() {
    let dir = TestDir::new("study-access");
    let server = TestServer::open(&dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await.cookie;
    let bob = Client::connect_account(server.address, "Bob").await.cookie;
    for (visibility, seen, listed) in [("private", 404, 0), ("link", 200, 0), ("public", 200, 1)] {
        let study = create(server.address, &ada, visibility, visibility).await;
        let id = add(server.address, &ada, &study, "One").await;
        for cookie in [bob.as_str(), ""] {
            let reply = send(server.address, cookie, "GET", &study, &Value::Null).await;
            assert_eq!(reply.status, seen, "{visibility}");
            if seen == 200 {
                assert_eq!(reply.json()["is_own"], json!(false));
            } else {
                assert_eq!(reply.json()["code"], json!("study-not-found"));
            }
        }
        let order = json!({"version": 2, "title": "Mine", "visibility": "public", "chapters": [id]});
        let change = json!({"version": 1, "title": "Mine", "bottom": "first", "tree": ""});
        let chapter_path = format!("{study}/chapters/{id}");
        for (method, path, body) in [
            ("PUT", &study, &order),
            ("DELETE", &study, &Value::Null),
            ("POST", &format!("{study}/chapters"), &chapter("Mine", "")),
            ("PUT", &chapter_path, &change),
            ("DELETE", &chapter_path, &Value::Null),
        ] {
            assert_eq!(send(server.address, &bob, method, path, body).await.status, 404, "{method} {path}");
            assert_eq!(send(server.address, "", method, path, body).await.status, 403, "{method} {path}");
        }
        let public = http(server.address, "GET", "/api/studies", &[], "").await.json();
        assert_eq!(public.as_array().map(Vec::len), Some(listed), "{visibility}: {public}");
        let stored = read(server.address, &ada, &study).await;
        assert_eq!((&stored["title"], &stored["version"]), (&json!(visibility), &json!(2)));
    }
    server.close().await;
}

#[tokio::test]
async fn titles_sizes_and_numbers_are_limited() {
    let dir = TestDir::new("study-limits");
    let server = TestServer::open(&dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await.cookie;
    for title in ["", "  ", "a\nb", &"x".repeat(101)] {
        let rejected = send(server.address, &ada, "POST", "/api/studies", &json!({"title": title})).await;
        assert_eq!((rejected.status, &rejected.json()["code"]), (422, &json!("bad-text")), "{title:?}");
    }
    let study = create(server.address, &ada, "Limits", "private").await;
    let chapters = format!("{study}/chapters");
    let full = chapter("Full", &"x".repeat(MAX_CHAPTER_BYTES));
    assert_eq!(send(server.address, &ada, "POST", &chapters, &full).await.status, 201);
    let long = chapter("Long", &"x".repeat(MAX_CHAPTER_BYTES + 1));
    let rejected = send(server.address, &ada, "POST", &chapters, &long).await;
    assert_eq!((rejected.status, &rejected.json()["code"]), (413, &json!("chapter-too-large")));
    let huge = chapter("Huge", &"x".repeat(4 * MAX_CHAPTER_BYTES));
    assert_eq!(send(server.address, &ada, "POST", &chapters, &huge).await.status, 413);
    for _ in 1..MAX_CHAPTERS {
        add(server.address, &ada, &study, "Next").await;
    }
    let rejected = send(server.address, &ada, "POST", &chapters, &chapter("More", "")).await;
    assert_eq!((rejected.status, &rejected.json()["code"]), (409, &json!("too-many-chapters")));
    for _ in 1..MAX_STUDIES {
        create(server.address, &ada, "Another", "private").await;
    }
    let rejected = send(server.address, &ada, "POST", "/api/studies", &json!({"title": "More"})).await;
    assert_eq!((rejected.status, &rejected.json()["code"]), (409, &json!("too-many-studies")));
    server.close().await;
}

#[tokio::test]
async fn studies_survive_an_export_and_are_deleted_with_their_account() {
    let (dir, moved) = (TestDir::new("study-moved"), TestDir::new("study-moved-to"));
    let server = TestServer::open(&dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await.cookie;
    let study = create(server.address, &ada, "Endings", "public").await;
    add(server.address, &ada, &study, "Rook").await;
    add(server.address, &ada, &study, "Pawn").await;
    let stored = read(server.address, &ada, &study).await;
    server.close().await;
    let mut lines = Vec::new();
    let location = dir.location();
    let exported = export(&location, |row| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    exported.await.expect("a server");
    import(&moved.location(), lines.into_iter().map(Ok)).await.expect("a server");
    let server = TestServer::open(&moved, generous_limits()).await;
    assert_eq!(read(server.address, &ada, &study).await, stored);
    let password = json!({"password": "correct horse"});
    assert_eq!(send(server.address, &ada, "DELETE", "/api/account", &password).await.status, 204);
    assert_eq!(send(server.address, "", "GET", &study, &Value::Null).await.status, 404);
    server.close().await;
}

#[tokio::test]
async fn the_studies_of_an_account_are_limited_together() {
    let dir = TestDir::new("study-bytes");
    let server = TestServer::open(&dir, generous_limits()).await;
    let ada = Client::connect_account(server.address, "Ada").await.cookie;
    let study = create(server.address, &ada, "Large", "private").await;
    let id = add(server.address, &ada, &study, "All of it").await;
    let StoreLocation::DataDir(data) = dir.location() else { panic!("a data directory") };
    let url = format!("sqlite://{}", data.join("yipan.sqlite").display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a connection");
    let fill = "UPDATE study_chapters SET tree = hex(zeroblob($1))";
    let filled = sqlx::query(fill).bind(MAX_STUDY_BYTES as i64 / 2).execute(&mut connection).await;
    assert_eq!(filled.expect("a database").rows_affected(), 1);
    connection.close().await.expect("it closes");
    let other = create(server.address, &ada, "Other", "private").await;
    let chapters = format!("{other}/chapters");
    let rejected = send(server.address, &ada, "POST", &chapters, &chapter("More", "x")).await;
    assert_eq!((rejected.status, &rejected.json()["code"]), (413, &json!("studies-too-large")));
    assert_eq!(send(server.address, &ada, "POST", &chapters, &chapter("Empty", "")).await.status, 201);
    // The chapter itself may become smaller.
    let smaller = json!({"version": 1, "title": "Part of it", "bottom": "first", "tree": "x"});
    let path = format!("{study}/chapters/{id}");
    assert_eq!(send(server.address, &ada, "PUT", &path, &smaller).await.status, 204);
    assert_eq!(send(server.address, &ada, "POST", &chapters, &chapter("More", "x")).await.status, 201);
    // Other accounts have their own limit.
    let bob = Client::connect_account(server.address, "Bob").await.cookie;
    let study = create(server.address, &bob, "Small", "private").await;
    add(server.address, &bob, &study, "Next").await;
    server.close().await;
}
