//! The computer's reply: when it is shown, and moves that are entered before it.

use fantoccini::key::Key;
use serde_json::json;

use crate::in_browser;
use crate::local::resume;
use crate::support::browser::Browser;

const MOVES: &str = "document.querySelectorAll('.move').length";
const PREMOVES: &str = "document.querySelectorAll('.premove').length";

/// Records when the player's move has arrived and when the reply is in the move list.
const RECORD_TIMES: &str = "
    window.times = {};
    const note = (name, is_so) => { if (is_so && times[name] == null) times[name] = performance.now() };
    new MutationObserver(() => {
        const moves = document.querySelectorAll('.move').length;
        note('pending', document.querySelector('.game').dataset.reply == 'pending');
        note('arrived', moves == 1 && document.querySelector('.player.turn .side-color.second') != null);
        note('replied', moves == 2);
    }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
";

/// Stores settings and opens the home page again.
async fn set_settings(browser: &Browser, settings: &str) {
    browser.run(&format!("localStorage.setItem('yipan.settings', '{settings}')")).await;
    browser.open_path("").await;
}

/// Makes the computer wait for as long as a test needs: its worker never answers.
async fn silence_engine(browser: &Browser) {
    browser.run_before_pages("Worker.prototype.postMessage = () => {}").await;
    browser.open_path("").await;
}

#[test]
fn the_reply_is_shown_a_while_after_the_players_own_move() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.wait_for(".game .board").await;
        browser.run(RECORD_TIMES).await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("window.times.replied != null").await;
        // Timers never fire early, so a slow machine only makes the pause longer.
        let pause = browser.evaluate("times.replied - times.arrived").await.as_f64().expect("a number");
        assert!(pause >= 500.0, "the reply came {pause} ms after the end of the animation");
        assert_eq!(
            browser.evaluate("times.pending <= times.arrived").await,
            json!(true),
            "the search begins at once"
        );
        browser.wait_until("document.querySelector('.game').dataset.reply == null").await;
        browser
    });
}

#[test]
fn a_setting_makes_the_computer_reply_without_a_pause() {
    in_browser(async |browser: Browser| {
        set_settings(&browser, r#"{"instant_replies":true,"language":"en","animation_ms":0}"#).await;
        // No pause is requested from the timer.
        browser
            .run_before_pages("window.pauses = []; const plain = window.setTimeout; window.setTimeout = (call, ms, ...rest) => { window.pauses.push(ms); return plain(call, ms, ...rest) }")
            .await;
        browser.open_path("").await;
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.wait_for(".game .board").await;
        // The page has set a timer to load the engine.
        browser.run("window.pauses = []").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until(&format!("{MOVES} == 2")).await;
        assert_eq!(browser.evaluate("pauses.filter(ms => ms > 300 && ms <= 700)").await, json!([]));
        browser
    });
}

#[test]
fn a_premove_is_played_after_the_reply() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play_move("e2", "e4").await;
        // The pause of the first reply may be over before the clicks arrive; the next move is a premove then or not, and
        // is played in both cases.
        browser.click_cell("g1").await;
        browser.click_cell("f3").await;
        browser.wait_until(&format!("{MOVES} >= 3")).await;
        assert_eq!(browser.piece_at("f3").await.as_deref(), Some("1N"));
        browser
    });
}

#[test]
fn a_premove_is_shown_and_canceled_by_a_key_or_the_right_button() {
    in_browser(async |browser: Browser| {
        silence_engine(&browser).await;
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play_move("e2", "e4").await;
        let enter = async || {
            browser.click_cell("g1").await;
            browser.click_cell("f3").await;
            browser.wait_until(&format!("{PREMOVES} == 2")).await;
        };
        browser.wait_until("document.querySelector('.player.turn .side-color.second') != null").await;
        enter().await;
        browser.screenshot("premove-local").await;
        browser.run("document.activeElement.blur()").await;
        browser.key(Key::Escape).await;
        browser.wait_until(&format!("{PREMOVES} == 0")).await;
        enter().await;
        browser.move_mouse_to("c5", (0.0, 0.0)).await;
        browser.press_mouse_button(2).await;
        browser.wait_until(&format!("{PREMOVES} == 0")).await;
        // The click that cancels draws nothing.
        assert_eq!(browser.evaluate("document.querySelectorAll('[data-drawing]').length").await, json!(0));
        assert_eq!(browser.piece_at("g1").await.as_deref(), Some("1N"));
        browser
    });
}

#[test]
fn with_dice_there_is_no_premove() {
    in_browser(async |browser: Browser| {
        silence_engine(&browser).await;
        // The computer has the first move and never makes it.
        let players = json!([{ "computer": 1 }, "human"]);
        let setup = json!({ "game": "chess", "modes": ["dice-a"], "players": players, "seed": 7 });
        let stored = json!({ "setup": setup, "actions": [] }).to_string();
        browser.run(&format!("localStorage.setItem('yipan.game.chess', {})", json!(stored))).await;
        browser.open_path("play/chess").await;
        browser.wait_for(".game[data-reply=pending]").await;
        browser.click_cell("e7").await;
        assert_eq!(browser.evaluate("document.querySelector('.selected-cell')").await, json!(null));
        // Without dice the same click selects the piece.
        resume(&browser, "chess", &[], None, Some(1)).await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelector('.player.turn .side-color.second') != null").await;
        browser.click_cell("d2").await;
        browser.wait_for(".selected-cell").await;
        browser
    });
}
