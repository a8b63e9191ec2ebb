//! Arrows and circles on the board.

use serde_json::json;

use crate::in_browser;
use crate::support::browser::Browser;

pub(crate) const DRAWINGS: &str = "[...document.querySelectorAll('[data-drawing]')].map(one => one.getAttribute('class') + ' ' + one.dataset.drawing)";

/// Presses the right button on one cell and releases it on another, with the keys of a color.
///
/// The driver cannot combine keys and buttons on all platforms, so the events are made in the page.
pub(crate) async fn draw(browser: &Browser, from: &str, to: &str, keys: &str) {
    let script = format!(
        "const at = name => document.querySelector(`[data-cell=\"${{name}}\"]`);
         const send = (type, name, buttons) => {{
             const rect = at(name).getBoundingClientRect();
             at(name).dispatchEvent(new PointerEvent(type, {{ bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, button: 2, buttons,
                 clientX: rect.x + rect.width / 2, clientY: rect.y + rect.height / 2, {keys} }}));
         }};
         send('pointerdown', '{from}', 2); send('pointermove', '{to}', 2); send('pointerup', '{to}', 0);"
    );
    browser.run(&script).await;
}

#[test]
fn the_keys_choose_the_color_and_a_second_click_removes_a_circle() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.wait_for(".game .board").await;
        draw(&browser, "g1", "f3", "").await;
        draw(&browser, "a1", "a4", "shiftKey: true").await;
        draw(&browser, "h1", "h4", "altKey: true").await;
        draw(&browser, "e4", "e4", "shiftKey: true, altKey: true").await;
        let expected = json!(["arrow green g1f3", "arrow red a1a4", "arrow blue h1h4", "circle yellow e4"]);
        browser.wait_until(&format!("{DRAWINGS}.length == 4")).await;
        assert_eq!(browser.evaluate(DRAWINGS).await, expected);
        browser.screenshot("drawings").await;
        // Another color replaces the first, and the same one removes the circle.
        draw(&browser, "e4", "e4", "").await;
        browser.wait_until("document.querySelector('.circle.green') != null").await;
        draw(&browser, "e4", "e4", "").await;
        browser.wait_until(&format!("{DRAWINGS}.length == 3")).await;
        // A drawing stays on its cells when the board is flipped.
        let x_of_arrow = "Number(document.querySelector('[data-drawing=a1a4] line').getAttribute('x1'))";
        let before = browser.evaluate(x_of_arrow).await.as_f64().expect("a number");
        browser.click("[data-do=flip]").await;
        browser.wait_until(&format!("{x_of_arrow} > {before}")).await;
        // A left click removes all of them.
        browser.click_cell("e5").await;
        browser.wait_until(&format!("{DRAWINGS}.length == 0")).await;
        browser
    });
}

#[test]
fn drawings_are_made_on_every_board() {
    in_browser(async |browser: Browser| {
        for (page, from, to) in
            [("play/liuzichong", "a1", "c3"), ("play/xiangqi", "a0", "e4"), ("analysis/chess", "b1", "c3")]
        {
            browser.open_path(page).await;
            browser.wait_for(".board").await;
            draw(&browser, from, to, "").await;
            browser.wait_until(&format!("{DRAWINGS}.join() == 'arrow green {from}{to}'")).await;
            draw(&browser, to, to, "").await;
            browser.wait_until(&format!("{DRAWINGS}.length == 2")).await;
        }
        browser
    });
}
