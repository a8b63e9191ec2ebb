//! Online games in two browsers.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::in_two_browsers;
use crate::support::browser::Browser;

/// Opens a room and returns its code.
pub(crate) async fn open_room(host: &Browser, config: &Value) -> String {
    let open = format!(
        "const done = arguments[arguments.length - 1]; fetch('/api/rooms', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: JSON.stringify({config}) }}).then(answer => answer.json()).then(created => done(created.room))"
    );
    let room = host.client.execute_async(&open, Vec::new()).await.expect("a room");
    room.as_str().expect("a code").to_owned()
}

/// Opens a room, seats the host and the guest, and starts the game.
pub(crate) async fn sit_down(host: &Browser, guest: &Browser, config: &Value) {
    let room = open_room(host, config).await;
    host.open_path(&format!("room/{room}")).await;
    guest.open_path(&format!("room/{room}")).await;
    guest.click("[data-do=sit]").await;
    host.wait_until("document.querySelector('[data-do=start], [data-do=sit]') != null").await;
    if host.evaluate("document.querySelector('[data-do=sit]') != null").await == json!(true) {
        host.click("[data-do=sit]").await;
    }
    host.click("[data-do=start]").await;
    host.wait_for(".game .board").await;
    guest.wait_for(".game .board").await;
}

#[test]
fn two_players_play_chat_reload_and_agree_on_a_draw() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "5+3", "host_side": "first" })).await;
        host.play_move("e2", "e4").await;
        guest.wait_until("document.querySelector('[data-piece=\"1P\"][data-at=e4]') != null").await;
        guest.wait_for_text("[data-status]", "Your move (Black)").await;
        guest.play_move("e7", "e5").await;
        host.wait_for_text("[data-status]", "Your move (White)").await;
        guest.type_into(".chat input", "<b>hello</b>").await;
        guest.key(Key::Enter).await;
        host.wait_for_text(".chat", "<b>hello</b>").await;
        // A reload during the game loses nothing.
        host.client.refresh().await.expect("a reload");
        host.wait_until("document.querySelector('[data-piece=\"2P\"][data-at=e5]') != null").await;
        host.screenshot("online").await;
        host.confirm("draw").await;
        guest.click("[data-do=accept]").await;
        for player in [&host, &guest] {
            player.wait_for_text("[data-status]", "Draw").await;
        }
        // Nothing was random, so there is nothing to verify.
        guest.wait_for(".after-game").await;
        assert_eq!(
            guest.evaluate("document.querySelector('[data-do=verify], [data-seed]')").await,
            json!(null)
        );
        guest.screenshot("online-over").await;
        let replay =
            guest.evaluate("document.querySelector('.after-game a[href^=\"/game/\"]').pathname").await;
        guest.open_path(replay.as_str().expect("a path").trim_start_matches('/')).await;
        guest.wait_for_text("[data-header]", "½–½").await;
        (host, guest)
    });
}

/// Records every message of a WebSocket.
const RECORD_MESSAGES: &str = "window.received = []; window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); \
    this.addEventListener('message', message => window.received.push(JSON.parse(message.data))); } };";

/// Returns the sides whose pieces are named in the received messages.
const SIDES_OF_RECEIVED_PIECES: &str = "(sides => { const walk = thing => { if (!thing || typeof thing != 'object') return; \
    if (Array.isArray(thing.pieces)) thing.pieces.forEach(([, side]) => sides.add(side)); \
    if (thing.piece && thing.side) sides.add(thing.side); Object.values(thing).forEach(walk); }; \
    walk(window.received); return [...sides].sort(); })(new Set())";

/// Returns whether a received message contains a text.
async fn has_received(browser: &Browser, text: &str) -> bool {
    let received = browser.evaluate("JSON.stringify(window.received)").await;
    received.as_str().expect("text").contains(text)
}

#[test]
fn online_in_fog_hidden_pieces_are_in_no_message_to_player_or_spectator() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let spectator = Browser::open(&host.address).await;
        for browser in [&host, &guest, &spectator] {
            browser.run_before_pages(RECORD_MESSAGES).await;
        }
        let config = json!({ "game": "chess", "modes": ["fog"], "host_side": "first" });
        sit_down(&host, &guest, &config).await;
        let room = host.evaluate("document.querySelector('[data-room]').dataset.room").await;
        spectator.open_path(&format!("room/{}", room.as_str().expect("a code"))).await;
        spectator.wait_for(".game .board").await;
        host.play_move("e2", "e4").await;
        guest.wait_for_text("[data-status]", "Your move (Black)").await;
        guest.play_move("h7", "h6").await;
        host.wait_for_text("[data-status]", "Your move (White)").await;
        spectator.wait_until("document.querySelectorAll('.move').length == 2").await;
        for browser in [&host, &guest, &spectator] {
            browser.wait_for("[data-spectators='1']").await;
        }
        // Each player received only their own pieces, and the spectator none.
        assert_eq!(host.evaluate(SIDES_OF_RECEIVED_PIECES).await, json!(["first"]));
        assert_eq!(guest.evaluate(SIDES_OF_RECEIVED_PIECES).await, json!(["second"]));
        assert_eq!(spectator.evaluate(SIDES_OF_RECEIVED_PIECES).await, json!([]));
        for (move_, expected) in [("e2e4", [true, false, false]), ("h7h6", [false, true, false])] {
            let mut received = Vec::new();
            for browser in [&host, &guest, &spectator] {
                received.push(has_received(browser, &format!("\"action\":\"{move_}\"")).await);
            }
            assert_eq!(received, expected, "{move_}");
        }
        // The page shows no other pieces.
        assert_eq!(guest.evaluate("document.querySelectorAll('.piece.first').length").await, json!(0));
        assert_eq!(spectator.evaluate("document.querySelectorAll('.piece').length").await, json!(0));
        let moves = "document.querySelector('.moves').textContent.includes('e4')";
        assert_eq!(guest.evaluate(moves).await, json!(false));
        guest.screenshot("online-fog").await;
        spectator.screenshot("online-fog-spectator").await;
        spectator.close().await;
        (host, guest)
    });
}

/// Enters a premove, repeating the click while an animation runs.
async fn premove(browser: &Browser, from: &str, to: &str) {
    for _ in 0..20 {
        browser.click_cell(from).await;
        browser.click_cell(to).await;
        if browser.evaluate("document.querySelector('.premove') != null").await == json!(true) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    panic!("{from}{to} cannot be made ahead");
}

#[test]
fn a_premove_is_played_when_it_is_legal_and_dropped_when_it_is_not() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "host_side": "first" })).await;
        premove(&guest, "e7", "e5").await;
        guest.screenshot("premove").await;
        host.play_move("e2", "e4").await;
        host.wait_until("document.querySelector('[data-piece=\"2P\"][data-at=e5]') != null").await;
        host.wait_for_text("[data-status]", "Your move (White)").await;
        guest.wait_until("document.querySelector('.premove') == null").await;
        // The pawn is blocked, so the premove is neither played nor rejected.
        premove(&guest, "e5", "e4").await;
        host.play_move("d2", "d4").await;
        guest.wait_for_text("[data-status]", "Your move").await;
        guest.wait_until("document.querySelector('.premove') == null").await;
        assert_eq!(guest.piece_at("e5").await.as_deref(), Some("2P"));
        assert_eq!(guest.evaluate("document.querySelectorAll('.move').length").await, json!(3));
        assert_eq!(guest.text(".message").await, "");
        // A click cancels a premove.
        guest.play_move("e5", "d4").await;
        premove(&guest, "d4", "d3").await;
        guest.click_cell("h5").await;
        guest.wait_until("document.querySelector('.premove') == null").await;
        (host, guest)
    });
}

#[test]
fn the_home_page_lists_open_rooms_and_live_games() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let config = json!({
            "game": "xiangqi", "clock": "5+3", "host_side": "first", "public": true, "auto_start": true,
        });
        guest.wait_for(".lobby").await;
        let count =
            |list: &str| format!("document.querySelectorAll('[data-list={list}] [data-room]').length");
        assert_eq!(guest.evaluate(&count("waiting")).await, json!(0));
        let room = open_room(&host, &config).await;
        let waiting = format!("[data-list=waiting] [data-room='{room}']");
        // A room is listed while its host is there.
        host.open_path(&format!("room/{room}")).await;
        guest.wait_for_text(&waiting, "Xiangqi · 5+3").await;
        guest.screenshot_full_page("home-open-room").await;
        guest.click(&format!("{waiting} button")).await;
        for player in [&host, &guest] {
            player.wait_for(".game .board").await;
        }
        host.play_move("h2", "e2").await;
        guest.wait_until("document.querySelector('[data-piece][data-at=e2]') != null").await;

        // The home page now has the game to watch.
        guest.open_path("").await;
        let playing = format!("[data-list=playing] [data-room='{room}']");
        guest.wait_for_text(&playing, "Xiangqi · 5+3").await;
        guest.wait_for_text(&playing, " – ").await;
        assert_eq!(guest.evaluate(&count("waiting")).await, json!(0));
        guest.screenshot_full_page("home-live-game").await;
        guest.click(&format!("{playing} button")).await;
        guest.wait_until("document.querySelector('[data-piece][data-at=e2]') != null").await;
        host.confirm("resign").await;
        guest.open_path("").await;
        guest.wait_for(".lobby[data-connection=open]").await;
        guest.wait_until(&format!("{} == 0", count("playing"))).await;
        (host, guest)
    });
}
