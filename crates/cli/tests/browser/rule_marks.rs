//! Marks and texts that explain the rules.

use fantoccini::key::Key;

use crate::in_browser;
use crate::local::resume;
use crate::support::browser::Browser;

const CHECKS: &str = "4k4/R8/9/9/9/9/9/9/4p4/3K5 w - - 0 1";

#[test]
fn a_perpetual_check_is_warned_of_and_its_last_move_is_marked() {
    in_browser(async |browser: Browser| {
        resume(&browser, "xiangqi", &[], Some(CHECKS), None).await;
        let round = [("a8", "a9"), ("e9", "e8"), ("a9", "a8"), ("e8", "e9")];
        for (index, (from, to)) in round.into_iter().chain(round).take(6).enumerate() {
            browser.play_move(from, to).await;
            browser.wait_until(&format!("document.querySelectorAll('.move').length == {}", index + 1)).await;
            if index == 2 {
                assert_eq!(browser.text("[data-notice]").await, "");
            }
            if index == 3 {
                browser.wait_for_text("[data-notice]", "Red loses if the same check goes on").await;
            }
        }
        browser.click_cell("a9").await;
        browser.wait_for("[data-losing=a8]").await;
        let label = browser.evaluate("document.querySelector('[data-cell=a8]').ariaLabel").await;
        assert!(label.as_str().is_some_and(|label| label.contains("loses by repetition")), "{label}");
        browser.screenshot("xiangqi-repetition").await;
        browser
    });
}

#[test]
fn an_illegal_xiangqi_move_lights_the_piece_in_the_way() {
    in_browser(async |browser: Browser| {
        resume(&browser, "xiangqi", &[], None, None).await;
        browser.click_cell("b0").await;
        browser.click_cell("d1").await;
        browser.wait_for_text(".message", "The horse's leg is blocked by the elephant next to it.").await;
        browser.wait_for("[data-explains=c0]").await;
        browser.click_cell("h2").await;
        browser.wait_until("!document.querySelector('[data-explains]')").await;
        browser
    });
}

#[test]
fn a_hint_is_written_like_the_move_list_and_drawn_as_an_arrow() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), Some(3)).await;
        browser.click("[data-do=hint]").await;
        browser.wait_for("[data-hint]").await;
        browser.wait_for_text(".message", "Try R").await;
        browser
    });
}

#[test]
fn the_focus_follows_its_cell_when_the_board_is_flipped() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], None, None).await;
        browser.run("document.querySelector('[data-cell=e4]').focus()").await;
        browser.key(Key::Right).await;
        browser.wait_until("document.activeElement.dataset.cell == 'f4'").await;
        browser.run("dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }))").await;
        browser
            .wait_until("document.querySelector('.cells .row .cell').dataset.cell == 'h1' && document.activeElement.dataset.cell == 'f4'")
            .await;
        browser
    });
}
