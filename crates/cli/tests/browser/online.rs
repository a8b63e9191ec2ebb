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
    host.go(&format!("room/{room}")).await;
    guest.go(&format!("room/{room}")).await;
    guest.click("[data-do=sit]").await;
    host.until("document.querySelector('[data-do=start], [data-do=sit]') != null").await;
    if host.ask("document.querySelector('[data-do=sit]') != null").await == json!(true) {
        host.click("[data-do=sit]").await;
    }
    host.click("[data-do=start]").await;
    host.see(".table .board").await;
    guest.see(".table .board").await;
}

#[test]
fn two_people_play_talk_reload_and_agree_on_a_draw() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "5+3", "colour": "first" })).await;
        host.play("e2", "e4").await;
        guest.until("document.querySelector('[data-man=\"1P\"][data-at=e4]') != null").await;
        guest.see_text("[data-line]", "Black to move").await;
        guest.play("e7", "e5").await;
        host.see_text("[data-line]", "White to move").await;
        guest.type_into(".chat input", "<b>hello</b>").await;
        guest.key(Key::Enter).await;
        host.see_text(".chat", "<b>hello</b>").await;
        // A reload in the middle loses nothing.
        host.client.refresh().await.expect("a reload");
        host.until("document.querySelector('[data-man=\"2P\"][data-at=e5]') != null").await;
        host.photograph("online").await;
        host.click("[data-do=draw]").await;
        guest.click("[data-do=accept]").await;
        for player in [&host, &guest] {
            player.see_text("[data-line]", "Draw").await;
        }
        guest.click("[data-do=verify]").await;
        guest.see("[data-verified=yes]").await;
        guest.photograph("online-over").await;
        (host, guest)
    });
}

/// Keeps every message that comes through a socket.
const LISTEN: &str = "window.heard = []; window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); \
    this.addEventListener('message', message => window.heard.push(JSON.parse(message.data))); } };";

/// Whose men the messages to a page have told of, on the board or in motion.
const MEN_TOLD: &str = "(told => { const walk = thing => { if (!thing || typeof thing != 'object') return; \
    if (Array.isArray(thing.men)) thing.men.forEach(([, side]) => told.add(side)); \
    if (thing.man && thing.seat) told.add(thing.seat); Object.values(thing).forEach(walk); }; \
    walk(window.heard); return [...told].sort(); })(new Set())";

/// Whether this text was in a message to the page.
async fn has_heard(browser: &Browser, text: &str) -> bool {
    let heard = browser.ask("JSON.stringify(window.heard)").await;
    heard.as_str().expect("text").contains(text)
}

#[test]
fn online_in_fog_hidden_men_are_in_no_message_to_player_or_spectator() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let spectator = Browser::open(&host.address).await;
        for browser in [&host, &guest, &spectator] {
            browser.before_pages(LISTEN).await;
        }
        let terms = json!({ "game": "chess", "modes": ["fog"], "colour": "first" });
        sit_down(&host, &guest, &terms).await;
        let room = host.ask("document.querySelector('[data-room]').dataset.room").await;
        spectator.go(&format!("room/{}", room.as_str().expect("a code"))).await;
        spectator.see(".table .board").await;
        host.play("e2", "e4").await;
        guest.see_text("[data-line]", "Black to move").await;
        guest.play("h7", "h6").await;
        host.see_text("[data-line]", "White to move").await;
        spectator.until("document.querySelectorAll('.move').length == 2").await;
        for browser in [&host, &guest, &spectator] {
            browser.see("[data-watching='1']").await;
        }
        // Everybody heard of his own men, and of nobody else's; who only looks on heard of none.
        assert_eq!(host.ask(MEN_TOLD).await, json!(["first"]));
        assert_eq!(guest.ask(MEN_TOLD).await, json!(["second"]));
        assert_eq!(spectator.ask(MEN_TOLD).await, json!([]));
        for (move_, told) in [("e2e4", [true, false, false]), ("h7h6", [false, true, false])] {
            let mut heard = Vec::new();
            for browser in [&host, &guest, &spectator] {
                heard.push(has_heard(browser, &format!("\"act\":\"{move_}\"")).await);
            }
            assert_eq!(heard, told, "{move_}");
        }
        // Nor does the page show more than it heard.
        assert_eq!(guest.ask("document.querySelectorAll('.man.first').length").await, json!(0));
        assert_eq!(spectator.ask("document.querySelectorAll('.man').length").await, json!(0));
        let moves = "document.querySelector('.moves').textContent.includes('e4')";
        assert_eq!(guest.ask(moves).await, json!(false));
        guest.photograph("online-fog").await;
        spectator.photograph("online-fog-spectator").await;
        spectator.close().await;
        (host, guest)
    });
}

/// Makes a move ahead; a man cannot be picked up while the board still moves, so it is pressed again.
async fn plan(browser: &Browser, from: &str, to: &str) {
    for _ in 0..20 {
        browser.cell(from).await;
        browser.cell(to).await;
        if browser.ask("document.querySelector('.premove') != null").await == json!(true) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    panic!("{from}{to} cannot be made ahead");
}

#[test]
fn a_move_made_ahead_is_played_when_it_is_legal_and_dropped_when_it_is_not() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "colour": "first" })).await;
        plan(&guest, "e7", "e5").await;
        guest.photograph("premove").await;
        host.play("e2", "e4").await;
        host.until("document.querySelector('[data-man=\"2P\"][data-at=e5]') != null").await;
        host.see_text("[data-line]", "White to move").await;
        guest.until("document.querySelector('.premove') == null").await;
        // The pawn that is to go on is blocked: nothing is played, and nothing is refused.
        plan(&guest, "e5", "e4").await;
        host.play("d2", "d4").await;
        guest.see_text("[data-line]", "Your move").await;
        guest.until("document.querySelector('.premove') == null").await;
        assert_eq!(guest.man("e5").await.as_deref(), Some("2P"));
        assert_eq!(guest.ask("document.querySelectorAll('.move').length").await, json!(3));
        assert_eq!(guest.text(".note").await, "");
        // A click takes a move made ahead back.
        guest.play("e5", "d4").await;
        plan(&guest, "d4", "d3").await;
        guest.cell("h5").await;
        guest.until("document.querySelector('.premove') == null").await;
        (host, guest)
    });
}
