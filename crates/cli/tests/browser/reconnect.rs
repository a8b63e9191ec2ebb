//! Lost connections during a game, and takebacks.

use std::time::Duration;

use serde_json::json;

use crate::online::sit_down;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// Closes the WebSockets of a page while `cut` is set.
const CLOSE_SOCKETS: &str = "window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); \
    window.sockets.push(this); this.addEventListener('open', () => { if (window.cut) { this.close(); } }); } };";

/// The sides whose clocks run.
const RUNNING_CLOCKS: &str = "[...document.querySelectorAll('.player:has(.clock.running) .side-color')].map(side => side.classList[1])";

const OPPONENT_CLOCK: &str = "document.querySelector('.player:has(.side-color.second) .clock').textContent";

const MOVES: &str = "document.querySelectorAll('.move').length";

/// Waits until a piece is on a cell.
async fn wait_for_piece(browser: &Browser, piece: &str, cell: &str) {
    browser
        .wait_until(&format!("document.querySelector('[data-piece=\"{piece}\"][data-at={cell}]') != null"))
        .await;
}

async fn disconnect(browser: &Browser) {
    browser.run("window.cut = true; window.sockets.forEach(socket => socket.close())").await;
    browser.wait_for(".connection-lost").await;
}

async fn reconnect(browser: &Browser) {
    browser.run("window.cut = false").await;
    browser.wait_until("document.querySelector('.connection-lost') == null").await;
}

#[test]
fn takebacks_need_consent_and_a_lost_connection_is_restored_without_a_reload() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let mut server = Server::start();
        let (host, guest) = (Browser::open(&server.address).await, Browser::open(&server.address).await);
        for player in [&host, &guest] {
            player.run_before_pages(CLOSE_SOCKETS).await;
        }
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "10+0", "host_side": "first" })).await;
        for player in [&host, &guest] {
            player.run("window.stayed = true").await;
        }
        host.play_move("e2", "e4").await;
        wait_for_piece(&guest, "1P", "e4").await;
        guest.play_move("e7", "e5").await;
        wait_for_piece(&host, "2P", "e5").await;
        check_takeback(&host, &guest).await;
        check_reconnection(&host, &guest).await;

        // The server is killed and restarted, and both players continue.
        server.kill();
        for player in [&host, &guest] {
            player.wait_for(".connection-lost").await;
        }
        host.screenshot("line-lost").await;
        server.restart();
        for player in [&host, &guest] {
            player.wait_until("document.querySelector('.connection-lost') == null").await;
        }
        guest.play_move("a7", "a6").await;
        wait_for_piece(&host, "2P", "a6").await;
        host.play_move("b5", "a4").await;
        wait_for_piece(&guest, "1B", "a4").await;
        for player in [&host, &guest] {
            assert_eq!(player.evaluate("window.stayed").await, json!(true), "the page was reloaded");
            assert_eq!(player.evaluate(MOVES).await, json!(7));
        }
        guest.confirm("draw").await;
        host.click("[data-do=accept]").await;
        guest.wait_for_text("[data-status]", "Draw").await;
        host.close_offline().await;
        guest.close_offline().await;
    });
}

/// Checks that a takeback needs the opponent's agreement.
async fn check_takeback(host: &Browser, guest: &Browser) {
    host.play_move("g1", "f3").await;
    wait_for_piece(guest, "1N", "f3").await;
    let asked = "[data-offer=takeback]";
    host.click("[data-do=takeback]").await;
    guest.click(&format!("{asked} [data-do=decline]")).await;
    host.wait_for_text(".message", "Declined").await;
    assert_eq!(host.evaluate(MOVES).await, json!(3));
    // A withdrawn request needs no answer.
    host.click("[data-do=takeback]").await;
    guest.wait_for(asked).await;
    host.click("[data-own-offer=takeback] [data-do=withdraw]").await;
    guest.wait_until(&format!("document.querySelector('{asked}') == null")).await;
    assert_eq!(host.evaluate(MOVES).await, json!(3));
    host.click("[data-do=takeback]").await;
    guest.wait_for(asked).await;
    guest.screenshot("takeback").await;
    guest.click(&format!("{asked} [data-do=accept]")).await;
    for player in [host, guest] {
        player.wait_until(&format!("{MOVES} == 2")).await;
        wait_for_piece(player, "1N", "g1").await;
    }
    host.wait_for_text(".message", "1 move was taken back").await;
    host.wait_for_text("[data-status]", "Your move (White)").await;
    guest.wait_for_text("[data-status]", "Waiting for").await;
    // A different move can be made instead.
    host.play_move("f1", "c4").await;
    wait_for_piece(guest, "1B", "c4").await;
}

/// Checks that events during a disconnection arrive afterwards, and that a command sent meanwhile is applied once.
async fn check_reconnection(host: &Browser, guest: &Browser) {
    disconnect(host).await;
    guest.play_move("b8", "c6").await;
    assert_eq!(host.piece_at("c6").await, None);
    // The opponent has moved, so their clock must not go on running here.
    assert_eq!(host.evaluate(RUNNING_CLOCKS).await, json!([]));
    let opponent_clock = host.evaluate(OPPONENT_CLOCK).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(host.evaluate(OPPONENT_CLOCK).await, opponent_clock);
    reconnect(host).await;
    wait_for_piece(host, "2N", "c6").await;
    assert_eq!(host.evaluate(MOVES).await, json!(4));
    host.wait_for_text("[data-status]", "Your move").await;
    host.wait_until(&format!("JSON.stringify({RUNNING_CLOCKS}) == '[\"first\"]'")).await;
    disconnect(host).await;
    // It is the user's own turn, so their clock does run.
    assert_eq!(host.evaluate(RUNNING_CLOCKS).await, json!(["first"]));
    host.click_cell("c4").await;
    host.wait_for(".selected-cell").await;
    host.click_cell("b5").await;
    assert_eq!(guest.piece_at("b5").await, None);
    reconnect(host).await;
    for player in [host, guest] {
        wait_for_piece(player, "1B", "b5").await;
        assert_eq!(player.evaluate(MOVES).await, json!(5));
    }
}
