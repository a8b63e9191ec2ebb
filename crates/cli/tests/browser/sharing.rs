//! The QR codes of the links to analyses and chapters.

use fantoccini::key::Key;
use yipan_core::NullSink;
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::in_browser;
use crate::support::browser::Browser;

/// Waits until a QR code is drawn that leads to a page. `path` is an expression.
pub(crate) async fn wait_for_qr(browser: &Browser, path: &str) {
    let drawn = format!(
        "(() => {{ const code = document.querySelector('.page-qr .qr'); \
         return code?.naturalWidth > 0 && new URL(code.src).searchParams.get('path') == {path} }})()"
    );
    browser.wait_until(&drawn).await;
}

/// The sizes of the pictures to look at.
const SIZES: [(u32, u32); 3] = [(360, 740), (768, 1024), (1280, 800)];

#[test]
fn an_analysis_has_a_qr_code_of_its_line() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess").await;
        browser.wait_for(".game .board").await;
        browser.play_move("e2", "e4").await;
        // It is opened by keyboard, and nothing is loaded before.
        browser.run("document.querySelector('.page-qr summary').focus()").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.page-qr .qr').length").await, 0);
        browser.key(Key::Enter).await;
        wait_for_qr(&browser, "'/analysis/chess?m=e2e4'").await;
        browser.play_move("e7", "e5").await;
        wait_for_qr(&browser, "'/analysis/chess?m=e2e4+e7e5'").await;
        for (width, height) in SIZES {
            browser.set_device_size(width, height).await;
            browser.run("document.querySelector('.page-qr').scrollIntoView({ block: 'center' })").await;
            let fits = "(() => { const code = document.querySelector('.page-qr .qr').getBoundingClientRect(); \
                return code.width >= 200 && code.left >= 0 && code.right <= innerWidth })()";
            browser.wait_until(fits).await;
            browser.screenshot(&format!("qr-analysis-{width}")).await;
        }
        // A long link has more modules, so its code is larger.
        browser.open_path(&format!("analysis/chess?m={}", long_game(140).join("+"))).await;
        browser.click(".page-qr summary").await;
        wait_for_qr(&browser, "location.pathname + location.search").await;
        let width = "document.querySelector('.page-qr .qr').getBoundingClientRect().width";
        browser.wait_until(&format!("{width} >= 340")).await;
        browser.run("document.querySelector('.page-qr').scrollIntoView({ block: 'center' })").await;
        browser.screenshot("qr-long").await;
        // A code that cannot be loaded, for example offline, is replaced by a sentence.
        browser.run("document.querySelector('.page-qr .qr').dispatchEvent(new Event('error'))").await;
        browser.wait_for_text(".page-qr", "The QR code could not be loaded.").await;
        browser
    });
}

/// Returns the actions of a game in which no side has won after this many plies.
fn long_game(plies: usize) -> Vec<String> {
    let play = |seed: usize| {
        let mut game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("a game");
        let mut actions = Vec::new();
        while actions.len() < plies {
            let legal = game.actions();
            let action = legal.get((actions.len() * 31 + seed * 17) % legal.len().max(1))?.clone();
            game.apply_action(&action, &mut NullSink).ok()?;
            actions.push(action);
        }
        Some(actions)
    };
    (0..1_000).find_map(play).expect("a long game")
}

#[test]
fn a_line_that_is_too_long_has_no_qr_code() {
    in_browser(async |browser: Browser| {
        browser.open_path(&format!("analysis/chess?m={}", long_game(170).join("+"))).await;
        browser.click(".page-qr summary").await;
        browser.wait_for("[data-qr-too-long]").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.page-qr .qr').length").await, 0);
        browser.screenshot("qr-too-long").await;
        browser
    });
}
