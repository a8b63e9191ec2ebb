//! Two people at two browsers, through the hall.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::in_two_browsers;

/// Opens a room on these terms, and gives back its code.
pub(crate) async fn open_room(host: &Browser, terms: &Value) -> String {
    let open = format!(
        "const done = arguments[arguments.length - 1]; fetch('/api/rooms', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: JSON.stringify({terms}) }}).then(answer => answer.json()).then(told => done(told.room))"
    );
    let room = host.client.execute_async(&open, Vec::new()).await.expect("a room");
    room.as_str().expect("a code").to_owned()
}

/// The host opens a room on these terms, the guest follows the link, both sit down, and the game starts.
pub(crate) async fn sit_down(host: &Browser, guest: &Browser, terms: &Value) {
    let room = open_room(host, terms).await;
    host.open_path(&format!("room/{room}")).await;
    guest.open_path(&format!("room/{room}")).await;
    guest.click("[data-do=sit]").await;
    host.wait_until("document.querySelector('[data-do=start], [data-do=sit]') != null").await;
    if host.evaluate("document.querySelector('[data-do=sit]') != null").await == json!(true) {
        host.click("[data-do=sit]").await;
    }
    host.click("[data-do=start]").await;
    host.wait_for(".table .board").await;
    guest.wait_for(".table .board").await;
}

#[test]
fn two_players_play_chat_reload_and_agree_on_a_draw() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "5+3", "host_side": "first" })).await;
        host.play_move("e2", "e4").await;
        guest.wait_until("document.querySelector('[data-man=\"1P\"][data-at=e4]') != null").await;
        guest.wait_for_text("[data-line]", "Black to move").await;
        guest.play_move("e7", "e5").await;
        host.wait_for_text("[data-line]", "White to move").await;
        guest.type_into(".chat input", "<b>hello</b>").await;
        guest.key(Key::Enter).await;
        host.wait_for_text(".chat", "<b>hello</b>").await;
        // A reload in the middle loses nothing.
        host.client.refresh().await.expect("a reload");
        host.wait_until("document.querySelector('[data-man=\"2P\"][data-at=e5]') != null").await;
        host.screenshot("online").await;
        host.click("[data-do=draw]").await;
        guest.click("[data-do=accept]").await;
        for player in [&host, &guest] {
            player.wait_for_text("[data-line]", "Draw").await;
        }
        guest.click("[data-do=verify]").await;
        guest.wait_for("[data-verified=yes]").await;
        guest.screenshot("online-over").await;
        (host, guest)
    });
}

/// Keeps every message that comes through a socket.
const RECORD_MESSAGES: &str = "window.heard = []; window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); \
    this.addEventListener('message', message => window.heard.push(JSON.parse(message.data))); } };";

/// Whose men the messages to a page have told of, on the board or in motion.
const SIDES_OF_RECEIVED_PIECES: &str = "(told => { const walk = thing => { if (!thing || typeof thing != 'object') return; \
    if (Array.isArray(thing.men)) thing.men.forEach(([, side]) => told.add(side)); \
    if (thing.man && thing.seat) told.add(thing.seat); Object.values(thing).forEach(walk); }; \
    walk(window.heard); return [...told].sort(); })(new Set())";

/// Whether this text was in a message to the page.
async fn has_received(browser: &Browser, text: &str) -> bool {
    let heard = browser.evaluate("JSON.stringify(window.heard)").await;
    heard.as_str().expect("text").contains(text)
}

#[test]
fn online_in_fog_hidden_pieces_are_in_no_message_to_player_or_spectator() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let spectator = Browser::open(&host.address).await;
        for browser in [&host, &guest, &spectator] {
            browser.run_before_pages(RECORD_MESSAGES).await;
        }
        let terms = json!({ "game": "chess", "modes": ["fog"], "host_side": "first" });
        sit_down(&host, &guest, &terms).await;
        let room = host.evaluate("document.querySelector('[data-room]').dataset.room").await;
        spectator.open_path(&format!("room/{}", room.as_str().expect("a code"))).await;
        spectator.wait_for(".table .board").await;
        host.play_move("e2", "e4").await;
        guest.wait_for_text("[data-line]", "Black to move").await;
        guest.play_move("h7", "h6").await;
        host.wait_for_text("[data-line]", "White to move").await;
        spectator.wait_until("document.querySelectorAll('.move').length == 2").await;
        for browser in [&host, &guest, &spectator] {
            browser.wait_for("[data-watching='1']").await;
        }
        // Everybody heard of his own men, and of nobody else's; who only looks on heard of none.
        assert_eq!(host.evaluate(SIDES_OF_RECEIVED_PIECES).await, json!(["first"]));
        assert_eq!(guest.evaluate(SIDES_OF_RECEIVED_PIECES).await, json!(["second"]));
        assert_eq!(spectator.evaluate(SIDES_OF_RECEIVED_PIECES).await, json!([]));
        for (move_, told) in [("e2e4", [true, false, false]), ("h7h6", [false, true, false])] {
            let mut heard = Vec::new();
            for browser in [&host, &guest, &spectator] {
                heard.push(has_received(browser, &format!("\"action\":\"{move_}\"")).await);
            }
            assert_eq!(heard, told, "{move_}");
        }
        // Nor does the page show more than it heard.
        assert_eq!(guest.evaluate("document.querySelectorAll('.man.first').length").await, json!(0));
        assert_eq!(spectator.evaluate("document.querySelectorAll('.man').length").await, json!(0));
        let moves = "document.querySelector('.moves').textContent.includes('e4')";
        assert_eq!(guest.evaluate(moves).await, json!(false));
        guest.screenshot("online-fog").await;
        spectator.screenshot("online-fog-spectator").await;
        spectator.close().await;
        (host, guest)
    });
}

/// Makes a move ahead; a man cannot be picked up while the board still moves, so it is pressed again.
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
        host.wait_until("document.querySelector('[data-man=\"2P\"][data-at=e5]') != null").await;
        host.wait_for_text("[data-line]", "White to move").await;
        guest.wait_until("document.querySelector('.premove') == null").await;
        // The pawn that is to go on is blocked: nothing is played, and nothing is refused.
        premove(&guest, "e5", "e4").await;
        host.play_move("d2", "d4").await;
        guest.wait_for_text("[data-line]", "Your move").await;
        guest.wait_until("document.querySelector('.premove') == null").await;
        assert_eq!(guest.piece_at("e5").await.as_deref(), Some("2P"));
        assert_eq!(guest.evaluate("document.querySelectorAll('.move').length").await, json!(3));
        assert_eq!(guest.text(".note").await, "");
        // A click takes a move made ahead back.
        guest.play_move("e5", "d4").await;
        premove(&guest, "d4", "d3").await;
        guest.click_cell("h5").await;
        guest.wait_until("document.querySelector('.premove') == null").await;
        (host, guest)
    });
}
