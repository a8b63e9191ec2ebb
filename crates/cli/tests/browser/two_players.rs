//! Two players at one screen, and zen mode.

use fantoccini::key::Key;
use serde_json::json;

use crate::in_browser;
use crate::support::browser::Browser;

/// Whether the first rank is at the bottom.
const FIRST_IS_BELOW: &str = "document.querySelector('[data-cell=a1]').getBoundingClientRect().y > document.querySelector('[data-cell=a8]').getBoundingClientRect().y";

#[test]
fn the_board_turns_to_the_side_to_move() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.click("select[name=two-player-view] option[value='1']").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until(&format!("!({FIRST_IS_BELOW})")).await;
        browser.play_move("e7", "e5").await;
        browser.wait_until(FIRST_IS_BELOW).await;
        // Looking back does not turn the board.
        browser.run("document.activeElement.blur()").await;
        browser.key(Key::Left).await;
        browser.wait_for("[data-history]").await;
        assert_eq!(browser.evaluate(FIRST_IS_BELOW).await, json!(true));
        browser
    });
}

#[test]
fn face_to_face_the_upper_player_reads_pieces_and_name() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=xiangqi] [data-do=two]").await;
        browser.click("select[name=two-player-view] option[value='2']").await;
        browser.wait_for(".game[data-facing=second]").await;
        let turned = |css: &str| {
            format!(
                "(style => style.rotate == '180deg' || style.transform.startsWith('matrix(-1'))(getComputedStyle(document.querySelector('{css}')))"
            )
        };
        assert_eq!(browser.evaluate(&turned(".piece.second > :last-child")).await, json!(true));
        assert_eq!(browser.evaluate(&turned(".piece.first > :last-child")).await, json!(false));
        assert_eq!(browser.evaluate(&turned(".bar-slot.top > *")).await, json!(true));
        assert_eq!(browser.evaluate(&turned(".bar-slot.bottom > *")).await, json!(false));
        browser.screenshot("face-to-face").await;
        browser.click("[data-do=flip]").await;
        browser.wait_for(".game[data-facing=first]").await;
        // Against the computer no piece is upside down.
        browser.open_path("").await;
        browser.click("[data-game=xiangqi] [data-do=computer]").await;
        browser.wait_for(".game .board").await;
        assert_eq!(browser.evaluate("document.querySelector('[data-facing]')").await, json!(null));
        browser
    });
}

#[test]
fn zen_mode_shows_little_and_ends_with_escape() {
    in_browser(async |browser: Browser| {
        let is_shown = |css: &str| format!("document.querySelector('{css}').getClientRects().length > 0");
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.wait_for(".game .board").await;
        let height = "document.querySelector('.board').getBoundingClientRect().height";
        let before = browser.evaluate(height).await.as_f64().expect("a height");
        browser.key(Key::Escape).await;
        browser.client.active_element().await.expect("the page").send_keys("z").await.expect("a key");
        browser.wait_for(":root[data-zen]").await;
        for hidden in [".top-bar", ".moves", "[data-do=hint]"] {
            assert_eq!(browser.evaluate(&is_shown(hidden)).await, json!(false), "{hidden}");
        }
        for shown in [".board", ".player", "[data-do=resign]", "[data-do=zen]"] {
            assert_eq!(browser.evaluate(&is_shown(shown)).await, json!(true), "{shown}");
        }
        assert!(browser.evaluate(height).await.as_f64().expect("a height") > before, "the board grows");
        browser.screenshot("zen").await;
        // The key first puts a piece back.
        browser.click_cell("e2").await;
        browser.wait_for(".selected-cell").await;
        browser.key(Key::Escape).await;
        browser.wait_until("document.querySelector('.selected-cell') == null").await;
        browser.wait_for(":root[data-zen]").await;
        browser.key(Key::Escape).await;
        browser.wait_until(&is_shown(".top-bar")).await;
        // It ends with the page.
        browser.click("[data-do=zen]").await;
        browser.wait_for(":root[data-zen]").await;
        browser.client.back().await.expect("the home page");
        browser.wait_until(&is_shown(".top-bar")).await;
        browser
    });
}
