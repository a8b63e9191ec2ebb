//! Lines that are lost in the middle of a game, and moves that are taken back.

use serde_json::json;

use crate::browser::Browser;
use crate::hall::Hall;
use crate::online::sit_down;

/// Lets a test cut the lines of a page: while `cut` is set none holds.
const CUT: &str = "window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); \
    window.sockets.push(this); this.addEventListener('open', () => { if (window.cut) { this.close(); } }); } };";

const MOVES: &str = "document.querySelectorAll('.move').length";

/// Waits until a man stands where everybody should see it.
async fn stands(browser: &Browser, man: &str, cell: &str) {
    browser.until(&format!("document.querySelector('[data-man=\"{man}\"][data-at={cell}]') != null")).await;
}

async fn cut(browser: &Browser) {
    browser.run("window.cut = true; window.sockets.forEach(socket => socket.close())").await;
    browser.see(".lost-line").await;
}

async fn found(browser: &Browser) {
    browser.run("window.cut = false").await;
    browser.until("document.querySelector('.lost-line') == null").await;
}

#[test]
fn moves_are_taken_back_where_both_agree_and_a_lost_line_is_found_again_without_a_reload() {
    let _shared = crate::shared();
    let runtime = tokio::runtime::Runtime::new().expect("threads for a test");
    runtime.block_on(async {
        let mut hall = Hall::open();
        let (host, guest) = (Browser::open(&hall.address).await, Browser::open(&hall.address).await);
        for player in [&host, &guest] {
            player.before_pages(CUT).await;
        }
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "10+0", "colour": "first" })).await;
        for player in [&host, &guest] {
            player.run("window.stayed = true").await;
        }
        host.play("e2", "e4").await;
        stands(&guest, "1P", "e4").await;
        guest.play("e7", "e5").await;
        stands(&host, "2P", "e5").await;
        taken_back(&host, &guest).await;
        line_cut(&host, &guest).await;

        // The hall itself is killed, and comes back: both play on.
        hall.cut();
        for player in [&host, &guest] {
            player.see(".lost-line").await;
        }
        host.photograph("line-lost").await;
        hall.rise();
        for player in [&host, &guest] {
            player.until("document.querySelector('.lost-line') == null").await;
        }
        guest.play("a7", "a6").await;
        stands(&host, "2P", "a6").await;
        host.play("b5", "a4").await;
        stands(&guest, "1B", "a4").await;
        for player in [&host, &guest] {
            assert_eq!(player.ask("window.stayed").await, json!(true), "the page was loaded anew");
            assert_eq!(player.ask(MOVES).await, json!(7));
        }
        guest.click("[data-do=draw]").await;
        host.click("[data-do=accept]").await;
        guest.see_text("[data-line]", "Draw").await;
        host.close_offline().await;
        guest.close_offline().await;
    });
}

/// A move goes back only when the other side agrees.
async fn taken_back(host: &Browser, guest: &Browser) {
    host.play("g1", "f3").await;
    stands(guest, "1N", "f3").await;
    let asked = "[data-offer=takeback]";
    host.click("[data-do=takeback]").await;
    guest.click(&format!("{asked} [data-do=decline]")).await;
    host.see_text(".note", "Declined").await;
    assert_eq!(host.ask(MOVES).await, json!(3));
    // Asked again and withdrawn, nothing is left to be answered.
    host.click("[data-do=takeback]").await;
    guest.see(asked).await;
    host.click("[data-do=takeback]").await;
    guest.until(&format!("document.querySelector('{asked}') == null")).await;
    assert_eq!(host.ask(MOVES).await, json!(3));
    host.click("[data-do=takeback]").await;
    guest.see(asked).await;
    guest.photograph("takeback").await;
    guest.click(&format!("{asked} [data-do=accept]")).await;
    for player in [host, guest] {
        player.until(&format!("{MOVES} == 2")).await;
        stands(player, "1N", "g1").await;
        player.see_text("[data-line]", "White to move").await;
    }
    // Another move may be made instead.
    host.play("f1", "c4").await;
    stands(guest, "1B", "c4").await;
}

/// What happens while a line is cut is seen when it holds again, and what was done meanwhile is done once.
async fn line_cut(host: &Browser, guest: &Browser) {
    cut(host).await;
    guest.play("b8", "c6").await;
    assert_eq!(host.man("c6").await, None);
    found(host).await;
    stands(host, "2N", "c6").await;
    assert_eq!(host.ask(MOVES).await, json!(4));
    host.see_text("[data-line]", "Your move").await;
    cut(host).await;
    host.cell("c4").await;
    host.see(".picked").await;
    host.cell("b5").await;
    assert_eq!(guest.man("b5").await, None);
    found(host).await;
    for player in [host, guest] {
        stands(player, "1B", "b5").await;
        assert_eq!(player.ask(MOVES).await, json!(5));
    }
}
