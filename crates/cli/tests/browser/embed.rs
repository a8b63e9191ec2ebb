//! A finished game in a frame of another site.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};

use fantoccini::key::Key;
use serde_json::json;

use crate::in_two_browsers;
use crate::online::sit_down;
use crate::support::browser::Browser;

/// Serves a document at an address of its own, which is another site for the browser, and returns that address.
fn serve_document(html: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    // The thread ends with the process.
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = respond(stream, &html);
        }
    });
    format!("http://{address}/")
}

fn respond(mut stream: TcpStream, html: &str) -> io::Result<()> {
    let mut request = [0; 4096];
    let _ = stream.read(&mut request)?;
    let length = html.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{html}"
    )
}

/// Shows a page in a frame of another site, and enters the frame.
async fn open_in_frame(browser: &Browser, frame: &str) {
    let address = serve_document(format!("<!doctype html><title>Another site</title>{frame}"));
    browser.client.goto(&address).await.expect("a document");
    browser.client.enter_frame(0).await.expect("a frame");
}

fn frame(browser: &Browser, path: &str) -> String {
    format!("<iframe src='{}{path}' width=400 height=520></iframe>", browser.address)
}

async fn room_of(browser: &Browser) -> String {
    let room = browser.evaluate("location.pathname.split('/').pop()").await;
    room.as_str().expect("a code").to_owned()
}

#[test]
fn a_finished_game_is_played_through_in_a_frame() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "5+3", "host_side": "first" })).await;
        let room = room_of(&host).await;
        host.play_move("e2", "e4").await;
        guest.wait_for_text("[data-status]", "Your move (Black)").await;
        guest.play_move("e7", "e5").await;
        host.confirm("resign").await;
        guest.wait_for(".after-game [name=embed-code]").await;
        // The pictures and the QR code are drawn, with the player's own side at the bottom.
        let load = "const done = arguments[arguments.length - 1]; \
             (async () => { const found = []; \
             for (const shown of document.querySelectorAll('[data-share] a, [data-share] img')) { \
             const answer = await fetch(shown.href ?? shown.src); \
             found.push(`${answer.status} ${answer.headers.get('content-type')} ${new URL(shown.href ?? shown.src).searchParams.get('bottom')}`); \
             } return found; })().then(done)";
        let pictures = guest.client.execute_async(load, Vec::new()).await.expect("pictures");
        let expected = json!(["200 image/png second", "200 image/gif second", "200 image/svg+xml null"]);
        assert_eq!(pictures, expected);
        let code = guest.evaluate("document.querySelector('[name=embed-code]').value").await;
        open_in_frame(&guest, code.as_str().expect("a text")).await;
        guest.wait_for("[data-embed][data-ply='0'] .board").await;
        assert_eq!(guest.evaluate("document.querySelector('.top-bar')").await, json!(null));
        guest.click("[data-do=next]").await;
        guest.wait_until("document.querySelector('[data-piece=\"1P\"][data-at=e4]') != null").await;
        guest.click("[data-do=end]").await;
        guest.wait_until("document.querySelector('[data-piece=\"2P\"][data-at=e5]') != null").await;
        guest.key(Key::Left).await;
        guest.wait_for("[data-embed][data-ply='1']").await;
        guest.key(Key::Home).await;
        guest.wait_for("[data-embed][data-ply='0']").await;
        let width = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight";
        assert_eq!(guest.evaluate(width).await, json!(true), "everything is visible without scrolling");
        let link = guest
            .evaluate("[...document.querySelectorAll('a')].map(link => `${link.pathname} ${link.target}`)");
        assert_eq!(link.await, json!([format!("/game/{room} _blank")]), "no link stays in the frame");
        // No other page may be shown in a frame.
        open_in_frame(&guest, &frame(&guest, &format!("game/{room}"))).await;
        guest.wait_until("document.readyState == 'complete'").await;
        assert_eq!(guest.evaluate("document.querySelector('.game, .boot')").await, json!(null));
        let errors = guest.console_errors().await;
        assert!(errors.iter().any(|error| error.contains("frame-ancestors")), "{errors:?}");
        (host, guest)
    });
}

#[test]
fn a_running_game_with_fog_shows_a_sentence_only() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let config = json!({ "game": "chess", "modes": ["fog"], "clock": "5+3", "host_side": "first" });
        sit_down(&host, &guest, &config).await;
        let room = room_of(&host).await;
        host.play_move("e2", "e4").await;
        open_in_frame(&guest, &frame(&guest, &format!("embed/{room}"))).await;
        guest.wait_for_text("main", "There is no finished game").await;
        assert_eq!(guest.evaluate("document.querySelector('.board, [data-piece]')").await, json!(null));
        guest.expect_http_errors(&["409"]).await;
        (host, guest)
    });
}

#[test]
fn a_frame_shows_what_one_player_saw_from_a_move_on() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let config = json!({ "game": "chess", "modes": ["fog"], "clock": "5+3", "host_side": "first" });
        sit_down(&host, &guest, &config).await;
        let room = room_of(&host).await;
        host.play_move("e2", "e4").await;
        guest.wait_for_text("[data-status]", "Your move (Black)").await;
        guest.play_move("e7", "e5").await;
        host.confirm("resign").await;
        guest.wait_for(".after-game [name=embed-code]").await;
        // The pictures and the frame are those of the chosen viewer.
        let choose = "const select = document.querySelector('select[name=share-viewer]'); select.value = '2';
            select.dispatchEvent(new Event('change', { bubbles: true }));";
        guest.run(choose).await;
        let code = "document.querySelector('[name=embed-code]').value";
        guest.wait_until(&format!("{code}.includes('/embed/{room}?viewer=second\"')")).await;
        guest.wait_until("document.querySelector('[data-link=png]').href.includes('viewer=second')").await;
        // In the replay the frame may begin at the displayed move.
        guest.open_path(&format!("game/{room}")).await;
        guest.click("[data-do=next]").await;
        guest.wait_for_text("[data-header]", "White resigned").await;
        guest.set_device_size(1280, 800).await;
        guest
            .wait_until("document.querySelector('.game .board').getBoundingClientRect().height >= 620")
            .await;
        guest.run(choose).await;
        guest.run("document.querySelector('[data-share] details').open = true").await;
        guest.click("input[name=embed-ply]").await;
        guest.wait_until(&format!("{code}.includes('?viewer=second&amp;ply=1\"')")).await;
        let frame = guest.evaluate(code).await;
        open_in_frame(&guest, frame.as_str().expect("a text")).await;
        guest.wait_for("[data-embed][data-viewer=second][data-ply='1'] .board").await;
        let pieces = "[...new Set([...document.querySelectorAll('[data-piece]')].map(one => one.dataset.piece[0]))].join()";
        guest.wait_until(&format!("{pieces} == '2'")).await;
        // The viewer is at the bottom.
        let is_below = "document.querySelector('[data-cell=e8]').getBoundingClientRect().y > document.querySelector('[data-cell=e1]').getBoundingClientRect().y";
        assert_eq!(guest.evaluate(is_below).await, json!(true));
        guest.screenshot("embed-fog").await;
        (host, guest)
    });
}
