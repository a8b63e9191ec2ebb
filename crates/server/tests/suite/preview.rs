//! Previews of links: tags in the page, and pictures of the board.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};
use yipan_server::{StaticFile, StaticFiles};

use crate::net::{Client, Reply, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// A page with nothing but a head.
struct Page;

impl StaticFiles for Page {
    fn file(&self, name: &str) -> Option<StaticFile> {
        (name == "index.html").then(|| StaticFile {
            bytes: Cow::Borrowed(b"<html><head><title>Yipan</title></head><body></body></html>"),
            content_type: "text/html; charset=utf-8".to_owned(),
            etag: "1".to_owned(),
        })
    }
}

async fn server(name: &str) -> (TestDir, TestServer) {
    let dir = TestDir::new(name);
    let server = TestServer::open_with_static_files(Arc::new(Page), &dir, generous_limits()).await;
    (dir, server)
}

fn config(modes: &[&str], spectators: &str) -> Value {
    json!({
        "game": "chess", "modes": modes, "host_side": "first", "rules": [], "clock": "5+3", "public": true,
        "spectators": spectators, "chat": true
    })
}

fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Returns the content of a tag.
fn tag(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content.to_owned())
}

/// Requests a page in a language and returns it.
async fn page(server: &TestServer, path: &str, language: &str) -> String {
    let reply = http(server.address, "GET", path, &[("Accept-Language", language)], "").await;
    assert_eq!(reply.status, 200, "{path}");
    reply.body
}

/// Requests the picture of a page and returns its entity tag.
async fn picture(server: &TestServer, page: &str) -> String {
    let url = tag(page, "og:image").expect("a picture").replace("&amp;", "&");
    let path = url.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()));
    let path = path.expect("an absolute address");
    let reply = http(server.address, "GET", &path, &[], "").await;
    assert_eq!((reply.status, header(&reply, "content-type")), (200, Some("image/png")), "{path}");
    assert_eq!(header(&reply, "cross-origin-resource-policy"), Some("cross-origin"));
    let etag = header(&reply, "etag").expect("a tag").to_owned();
    let again = http(server.address, "GET", &path, &[("If-None-Match", &etag)], "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    etag
}

#[tokio::test]
async fn an_invitation_names_the_host_and_the_game_in_the_language_of_the_reader() {
    let (_dir, server) = server("preview-room").await;
    let host = Client::connect_guest(server.address).await;
    let room = create_room(server.address, &host, &config(&["fog"], "yes")).await;
    let english = page(&server, &format!("/room/{room}"), "en").await;
    let title = tag(&english, "og:title").expect("a title");
    assert!(title.ends_with(" invites you to a game: Chess"), "{title}");
    assert_eq!(tag(&english, "og:description").as_deref(), Some("Chess · 5+3 · Fog"));
    assert_eq!(tag(&english, "og:url"), Some(format!("http://{}/room/{room}", server.address)));
    assert_eq!(tag(&english, "twitter:card").as_deref(), Some("summary_large_image"));
    let chinese = page(&server, &format!("/room/{room}"), "zh-TW").await;
    assert_eq!(tag(&chinese, "og:description").as_deref(), Some("西洋棋 · 5+3 · 霧戰"));
    server.close().await;
}

#[tokio::test]
async fn a_running_game_shows_its_position_unless_pieces_are_hidden() {
    let (_dir, server) = server("preview-game").await;
    let mut pictures = Vec::new();
    for (modes, is_hidden) in
        [(&[][..], false), (&["mines"], false), (&["fog"], true), (&["fog", "mines"], true)]
    {
        let (room, mut host, _guest) = start_game(server.address, &config(modes, "yes")).await;
        let before = page(&server, &format!("/game/{room}"), "en").await;
        let before = picture(&server, &before).await;
        host.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
        let after = page(&server, &format!("/game/{room}"), "en").await;
        let after = picture(&server, &after).await;
        assert_eq!(before == after, is_hidden, "{modes:?}");
        pictures.push(after);
    }
    assert_eq!(pictures[2], pictures[3], "a hidden board is the same in every game");
    assert_ne!(pictures[0], pictures[2]);
    server.close().await;
}

#[tokio::test]
async fn a_game_without_spectators_has_no_preview() {
    let (_dir, server) = server("preview-private").await;
    let (room, _host, _guest) = start_game(server.address, &config(&[], "no")).await;
    for path in [format!("/game/{room}"), format!("/room/{room}"), "/room/ZZZZZZ".to_owned()] {
        assert_eq!(tag(&page(&server, &path, "en").await, "og:title"), None, "{path}");
        let picture = http(server.address, "GET", &format!("/preview{path}.png"), &[], "").await;
        assert_eq!(picture.status, 404, "{path}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_shared_analysis_is_drawn_and_other_pages_are_not() {
    let (_dir, server) = server("preview-analysis").await;
    let start = page(&server, "/analysis/xiangqi", "zh-CN").await;
    assert_eq!(tag(&start, "og:title").as_deref(), Some("象棋分析"));
    let shared = page(&server, "/analysis/xiangqi?m=h2e2", "en").await;
    assert_eq!(tag(&shared, "og:description").as_deref(), Some("1 move"));
    assert_ne!(picture(&server, &start).await, picture(&server, &shared).await);
    for path in ["/", "/analysis/go", "/rules/fog", "/settings"] {
        assert_eq!(tag(&page(&server, path, "en").await, "og:title"), None, "{path}");
    }
    server.close().await;
}
