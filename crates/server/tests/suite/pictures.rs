//! Pictures of games: PNG and GIF.

use gif::{ColorOutput, DecodeOptions};
use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};

use crate::net::{Client, Reply, TestDir, TestServer, generous_limits, http, start_game};

/// The color of black chess figures.
const BLACK_FIGURE: (u8, u8, u8) = (0x3f, 0x37, 0x32);
/// The color of white chess figures.
const WHITE_FIGURE: (u8, u8, u8) = (0xff, 0xfa, 0xf0);

fn config(modes: &[&str], spectators: &Value) -> Value {
    json!({
        "game": "chess", "modes": modes, "host_side": "first", "rules": [], "clock": "5+3", "public": true,
        "spectators": spectators, "chat": true
    })
}

async fn server(name: &str) -> (TestDir, TestServer) {
    let dir = TestDir::new(name);
    let server = TestServer::open(&dir, generous_limits()).await;
    (dir, server)
}

async fn play(room: &str, host: &mut Client, guest: &mut Client, moves: &[&str]) {
    for (ply, action) in moves.iter().enumerate() {
        let player = if ply % 2 == 0 { &mut *host } else { &mut *guest };
        player.command_ok(room, json!({"type": "play", "action": action})).await;
    }
}

async fn get(server: &TestServer, path: &str) -> Reply {
    http(server.address, "GET", path, &[], "").await
}

fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

async fn png(server: &TestServer, path: &str) -> Pixmap {
    let reply = get(server, path).await;
    assert_eq!((reply.status, header(&reply, "content-type")), (200, Some("image/png")), "{path}");
    Pixmap::decode_png(&reply.bytes).expect("a PNG")
}

fn count(pixmap: &Pixmap, color: (u8, u8, u8)) -> usize {
    pixmap.pixels().iter().filter(|pixel| (pixel.red(), pixel.green(), pixel.blue()) == color).count()
}

#[tokio::test]
async fn a_finished_game_is_drawn_at_every_ply_and_from_both_sides() {
    let (_dir, server) = server("pictures-png").await;
    let (room, mut host, mut guest) = start_game(server.address, &config(&[], &json!("yes"))).await;
    play(&room, &mut host, &mut guest, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let path = format!("/api/games/{room}/board.png");
    let last = png(&server, &path).await;
    assert_eq!((last.width(), last.height()), (600, 600));
    assert!(count(&last, BLACK_FIGURE) > 1_000 && count(&last, WHITE_FIGURE) > 1_000);
    let [explicit, start, turned] = [
        png(&server, &format!("{path}?ply=4")).await,
        png(&server, &format!("{path}?ply=0")).await,
        png(&server, &format!("{path}?bottom=second")).await,
    ];
    assert_eq!(last, explicit);
    assert!(last != start && last != turned);
    let small = png(&server, &format!("{path}?height=240")).await;
    assert_eq!((small.width(), small.height()), (240, 240));
    for query in ["ply=5", "ply=x", "height=99", "height=1201", "viewer=white", "bottom=left"] {
        let reply = get(&server, &format!("{path}?{query}")).await;
        assert_eq!((reply.status, reply.json()["code"].as_str()), (422, Some("bad-picture")), "{query}");
    }
    let qr = get(&server, &format!("/api/games/{room}/qr.svg")).await;
    assert_eq!((qr.status, header(&qr, "content-type")), (200, Some("image/svg+xml")));
    let room_qr = get(&server, &format!("/api/rooms/{room}/qr.svg")).await;
    assert!(qr.body.contains("<svg") && qr.body != room_qr.body, "it leads to the replay");
    let reply = get(&server, &path).await;
    assert_eq!(header(&reply, "cross-origin-resource-policy"), Some("cross-origin"));
    assert_eq!(header(&reply, "cache-control"), Some("public, max-age=60"));
    let etag = header(&reply, "etag").expect("a tag");
    let again = http(server.address, "GET", &path, &[("If-None-Match", etag)], "").await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    server.close().await;
}

#[tokio::test]
async fn a_game_is_an_animation_of_all_its_positions() {
    let (_dir, server) = server("pictures-gif").await;
    let (room, mut host, mut guest) = start_game(server.address, &config(&[], &json!("yes"))).await;
    play(&room, &mut host, &mut guest, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let reply = get(&server, &format!("/api/games/{room}/game.gif?height=160")).await;
    assert_eq!((reply.status, header(&reply, "content-type")), (200, Some("image/gif")));
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(reply.bytes.as_slice()).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height()), (160, 160));
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        frames.push(frame.clone());
    }
    assert_eq!(frames.len(), 5, "the start and four moves");
    assert_eq!((frames[0].width, frames[0].height), (160, 160));
    // Rank 8 and file h change with d8h4, and nothing left of file d.
    let last = &frames[4];
    assert!(last.left >= 55 && last.left + last.width > 140 && last.width < 110, "{last:?}");
    assert!(last.delay > frames[3].delay, "the last position stays longer");
    // The colors of figures are kept exactly.
    let black = [BLACK_FIGURE.0, BLACK_FIGURE.1, BLACK_FIGURE.2, 255];
    assert!(frames[0].buffer.chunks(4).filter(|pixel| *pixel == black).count() > 100);
    let too_large = get(&server, &format!("/api/games/{room}/game.gif?height=481")).await;
    assert_eq!((too_large.status, too_large.json()["code"].as_str()), (422, Some("bad-picture")));
    server.close().await;
}

#[tokio::test]
async fn fog_is_drawn_through_the_eyes_of_a_player_once_the_game_is_over() {
    let (_dir, server) = server("pictures-fog").await;
    let (room, mut host, mut guest) = start_game(server.address, &config(&["fog"], &json!("yes"))).await;
    play(&room, &mut host, &mut guest, &["e2e4"]).await;
    for path in ["board.png", "game.gif", "board.png?viewer=first"] {
        let reply = get(&server, &format!("/api/games/{room}/{path}")).await;
        assert_eq!((reply.status, reply.json()["code"].as_str()), (409, Some("game-not-over")), "{path}");
    }
    guest.command_ok(&room, json!({"type": "resign"})).await;
    let path = format!("/api/games/{room}/board.png");
    let all = png(&server, &path).await;
    assert!(count(&all, BLACK_FIGURE) > 1_000 && count(&all, WHITE_FIGURE) > 1_000);
    let white = png(&server, &format!("{path}?viewer=first")).await;
    assert_eq!(count(&white, BLACK_FIGURE), 0);
    assert!(count(&white, WHITE_FIGURE) > 1_000);
    let black = png(&server, &format!("{path}?viewer=second")).await;
    assert_eq!(count(&black, WHITE_FIGURE), 0);
    assert!(count(&black, BLACK_FIGURE) > 1_000);
    server.close().await;
}

#[tokio::test]
async fn a_running_game_is_drawn_only_as_spectators_see_it_live() {
    let (_dir, server) = server("pictures-running").await;
    for (spectators, status) in [(json!("yes"), 200), (json!({"delay": 4}), 409), (json!("no"), 404)] {
        let (room, mut host, mut guest) = start_game(server.address, &config(&[], &spectators)).await;
        let path = format!("/api/games/{room}/board.png?height=120");
        assert_eq!(get(&server, &path).await.status, status, "{spectators}");
        host.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
        guest.command_ok(&room, json!({"type": "resign"})).await;
        let expected = if spectators == "no" { 404 } else { 200 };
        assert_eq!(get(&server, &path).await.status, expected, "{spectators}");
        let own = http(server.address, "GET", &path, &[("Cookie", &host.cookie)], "").await;
        let cache = if spectators == "no" { "private, max-age=60" } else { "public, max-age=60" };
        assert_eq!((own.status, header(&own, "cache-control")), (200, Some(cache)), "{spectators}");
    }
    server.close().await;
}

#[tokio::test]
async fn dice_are_drawn_below_the_board() {
    let (_dir, server) = server("pictures-dice").await;
    let (room, _host, mut guest) = start_game(server.address, &config(&["dice-a"], &json!("yes"))).await;
    let path = format!("/api/games/{room}/board.png?height=400");
    let picture = png(&server, &path).await;
    assert_eq!((picture.width(), picture.height()), (400, 450));
    // White rolled, so the row below the board has white figures.
    let below = &picture.pixels()[400 * 400..];
    let is_white = |(r, g, b): (u8, u8, u8)| (r, g, b) == WHITE_FIGURE;
    let white = below.iter().filter(|pixel| is_white((pixel.red(), pixel.green(), pixel.blue()))).count();
    assert!(white > 100, "{white}");
    guest.command_ok(&room, json!({"type": "resign"})).await;
    server.close().await;
}

#[tokio::test]
async fn a_game_that_is_sent_is_drawn_as_one_of_its_players_saw_it() {
    let (_dir, server) = server("pictures-posted").await;
    let mut record = yipan_games::AnyRecord::new(
        yipan_games::GameKind::Chess,
        &yipan_games::GameOptions { modes: vec!["fog".to_owned()], ..Default::default() },
    )
    .expect("a game");
    for action in ["e2e4", "e7e5", "g1f3"] {
        record.push(&yipan_core::Step::Action(action.to_owned())).expect("an action");
    }
    let body = json!({"record": record.to_string()}).to_string();
    let kind = [("Content-Type", "application/json")];
    let post = async |path: &str, body: &str| {
        http(server.address, "POST", &format!("/api/pictures/{path}"), &kind, body).await
    };
    let reply = post("board.png?height=240", &body).await;
    assert_eq!((reply.status, header(&reply, "content-type")), (200, Some("image/png")), "{}", reply.body);
    let all = Pixmap::decode_png(&reply.bytes).expect("a PNG");
    assert!(count(&all, BLACK_FIGURE) > 100 && count(&all, WHITE_FIGURE) > 100);
    let start = Pixmap::decode_png(&post("board.png?height=240&ply=0", &body).await.bytes).expect("a PNG");
    assert_ne!(all, start);
    let white = post("board.png?height=240&viewer=first&ply=0", &body).await;
    let white = Pixmap::decode_png(&white.bytes).expect("a PNG");
    assert_eq!(count(&white, BLACK_FIGURE), 0, "White sees no black piece at the start");
    let reply = post("game.gif?height=120", &body).await;
    assert_eq!((reply.status, header(&reply, "content-type")), (200, Some("image/gif")));
    let mut decoder = DecodeOptions::new().read_info(reply.bytes.as_slice()).expect("a GIF");
    let mut frames = 0;
    while decoder.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    assert_eq!(frames, 4, "the start and three moves");
    for (path, body, code) in [
        ("board.png?ply=4", body.as_str(), "bad-picture"),
        ("game.gif?height=481", &body, "bad-picture"),
        ("board.png", &body.replace("action e2e4", "action e2e5"), "bad-message"),
        ("game.gif", &json!({"record": "x".repeat(100_000)}).to_string(), "bad-message"),
        ("board.png", "{}", "bad-message"),
    ] {
        let reply = post(path, body).await;
        assert_eq!((reply.status, reply.json()["code"].as_str()), (422, Some(code)), "{path}");
    }
    let huge = post("game.gif", &json!({"record": "x".repeat(1 << 20)}).to_string()).await;
    assert_eq!(huge.status, 413);
    server.close().await;
}
