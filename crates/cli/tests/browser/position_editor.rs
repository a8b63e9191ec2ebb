//! The position editor: dragging, rights, counters, modes, and what an illegal position disables.

use fantoccini::actions::{InputSource, MouseActions, PointerAction, TouchActions};
use fantoccini::key::Key;
use serde_json::json;

use crate::in_browser;
use crate::support::browser::Browser;

const POSITION: &str = "document.querySelector('input[name=position]').value";

const PROBLEM: &str = "document.querySelector('[data-problem]').textContent";

async fn open_editor(browser: &Browser, path: &str) {
    browser.open_path(path).await;
    browser.wait_for(".analysis .board").await;
    browser.click("[data-do=edit]").await;
    browser.wait_for(".palette").await;
}

/// Returns the center of an element in the window.
async fn center(browser: &Browser, css: &str) -> (i64, i64) {
    let script = format!(
        "(r => [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)])(document.querySelector({}).getBoundingClientRect())",
        json!(css)
    );
    let place = browser.evaluate(&script).await;
    let number = |index: usize| place[index].as_i64().expect("a number");
    (number(0), number(1))
}

fn move_to((x, y): (i64, i64)) -> PointerAction {
    PointerAction::MoveTo { duration: Some(std::time::Duration::from_millis(40)), x: x as f64, y: y as f64 }
}

/// Drags from one element to another with the mouse.
async fn drag(browser: &Browser, from: &str, to: &str) {
    let (from, to) = (center(browser, from).await, center(browser, to).await);
    let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    let actions = MouseActions::new("mouse".into())
        .then(move_to(from))
        .then(PointerAction::Down { button: 0 })
        .then(move_to(between))
        .then(move_to(to))
        .then(PointerAction::Up { button: 0 });
    browser.client.perform_actions(actions).await.expect("a drag");
}

#[test]
fn pieces_are_dragged_and_an_illegal_position_disables_the_buttons() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        open_editor(&browser, "analysis/chess?p=r3k2r/8/8/3pP3/8/8/8/R3K2R%20w%20KQkq%20-%200%2044").await;
        browser.wait_until(&format!("{POSITION}.endsWith(' 0 44')")).await;
        drag(&browser, "[data-cell=e1]", "[data-cell=e2]").await;
        browser.wait_until(&format!("{POSITION} == 'r3k2r/8/8/3pP3/8/8/4K3/R6R w kq - 0 44'")).await;
        // Beside the board a piece is removed, and the reason is said in words.
        drag(&browser, "[data-cell=e2]", ".panel-title").await;
        browser.wait_until(&format!("{PROBLEM}.length > 10")).await;
        let disabled = "['analyze', 'computer', 'two', 'share'].every(one => document.querySelector(`[data-do=${one}]`).disabled)";
        browser.wait_until(disabled).await;
        browser.screenshot("editor-illegal").await;
        drag(&browser, "[data-piece-choice=K][data-side='0']", "[data-cell=e1]").await;
        browser.wait_until(&format!("{PROBLEM} == '' && !({disabled})")).await;
        // Castling, en passant and the counters.
        browser.click("input[name=castling][value=Q]").await;
        browser.wait_until(&format!("{POSITION} == 'r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 44'")).await;
        browser.run("const select = document.querySelector('select[name=en-passant]'); select.value = 'd6'; select.dispatchEvent(new Event('change', { bubbles: true }))").await;
        browser.wait_until(&format!("{POSITION}.includes(' d6 ')")).await;
        // A rejected text disables the buttons too, and the next edit clears the reason.
        browser.run("const input = document.querySelector('input[name=position]'); input.value = 'nonsense'; input.dispatchEvent(new Event('change', { bubbles: true }))").await;
        browser.wait_until(&format!("{PROBLEM}.length > 10 && {disabled}")).await;
        drag(&browser, "[data-cell=h1]", "[data-cell=g1]").await;
        browser.wait_until(&format!("{PROBLEM} == '' && !({disabled})")).await;
        browser.screenshot("editor").await;
        browser.click("[data-do=analyze]").await;
        browser.wait_for(".analysis .tree").await;
        assert_eq!(browser.piece_at("g1").await.as_deref(), Some("1R"));
        browser
    });
}

#[test]
fn pieces_are_placed_by_keyboard_and_touch() {
    in_browser(async |browser: Browser| {
        open_editor(&browser, "analysis/xiangqi").await;
        // Enter picks up and puts down.
        browser.run("document.querySelector('[data-cell=h2]').focus()").await;
        browser.key(Key::Enter).await;
        browser.run("document.querySelector('[data-cell=e2]').focus()").await;
        browser.key(Key::Enter).await;
        browser.wait_until(&format!("{POSITION}.includes('/1C2C4/')")).await;
        // A finger drags a piece from the palette.
        let (from, to) = (
            center(&browser, "[data-piece-choice=P][data-side='1']").await,
            center(&browser, "[data-cell=e5]").await,
        );
        let actions = TouchActions::new("finger".into())
            .then(move_to(from))
            .then(PointerAction::Down { button: 0 })
            .then(move_to(((from.0 + to.0) / 2, (from.1 + to.1) / 2)))
            .then(move_to(to))
            .then(PointerAction::Up { button: 0 });
        browser.client.perform_actions(actions).await.expect("a drag");
        browser.wait_until("document.querySelector('[data-at=e5]') != null").await;
        browser
    });
}

#[test]
fn the_first_roll_of_a_mode_can_be_chosen() {
    in_browser(async |browser: Browser| {
        open_editor(&browser, "analysis/chess").await;
        browser.run("document.querySelector('.editor-modes').open = true").await;
        browser.click("input[name=mode][value=dice-a]").await;
        let face = "const select = document.querySelector('select[name=event]'); select.value = select.options[select.options.length - 1].value; window.chosen = select.options[select.options.length - 1].textContent; select.dispatchEvent(new Event('change', { bubbles: true }))";
        browser.wait_for("select[name=event]").await;
        browser.run(face).await;
        browser.wait_for("select[name=event][data-event='1']").await;
        browser.click("[data-do=analyze]").await;
        browser
            .wait_until(
                "document.querySelector('.analysis .tree .move')?.textContent.trim() == window.chosen",
            )
            .await;
        browser
    });
}

#[test]
fn mines_portals_counters_and_the_level_are_chosen_and_shared_by_link() {
    in_browser(async |browser: Browser| {
        open_editor(&browser, "analysis/chess?p=4k3/4p3/8/8/8/8/4P3/4K3%20w%20-%20-%200%201").await;
        let change = async |css: &str, value: &str| {
            let script = format!(
                "const field = document.querySelector({}); field.value = {}; field.dispatchEvent(new Event('change', {{ bubbles: true }}))",
                json!(css),
                json!(value)
            );
            browser.run(&script).await;
        };
        change("input[name=halfmove-clock]", "7").await;
        change("input[name=fullmove-number]", "31").await;
        browser.wait_until(&format!("{POSITION}.endsWith(' w - - 7 31')")).await;
        browser.run("document.querySelector('.editor-modes').open = true").await;
        for mode in ["mines", "portals"] {
            browser.click(&format!("input[name=mode][value={mode}]")).await;
        }
        // Each event that is chosen is followed by the next.
        let mut chosen = Vec::new();
        for index in 0..3 {
            let css = format!("select[name=event][data-event='{index}']");
            browser.wait_for(&css).await;
            let value = format!("[...document.querySelector({}).options].at(-1).value", json!(css));
            let value = browser.evaluate(&value).await.as_str().expect("an outcome").to_owned();
            change(&css, &value).await;
            browser
                .wait_until(&format!("document.querySelector({}).value == {}", json!(css), json!(value)))
                .await;
            chosen.push(value);
        }
        browser.screenshot("editor-modes").await;
        browser
            .run("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async text => { window.copied = text; } } })")
            .await;
        browser.click("[data-do=share]").await;
        browser.wait_until("window.copied != null").await;
        let link = browser.evaluate("window.copied.split('/').slice(3).join('/')").await;
        change("select[name=level]", "2").await;
        browser.click("[data-do=computer]").await;
        browser.wait_until("location.pathname.startsWith('/play/')").await;
        browser
            .wait_until("document.querySelector('.game:not(.editor) select[name=level]')?.value == '2'")
            .await;
        assert_eq!(browser.piece_at("e2").await.as_deref(), Some("1P"));
        // The link has the position, the counters, the modes and what was chosen.
        open_editor(&browser, link.as_str().expect("a link")).await;
        let modes =
            "[...document.querySelectorAll('input[name=mode]:checked')].map(one => one.value).sort().join()";
        browser.wait_until(&format!("{modes} == 'mines,portals'")).await;
        browser.wait_until("document.querySelector('input[name=halfmove-clock]').value == '7'").await;
        browser.wait_until("document.querySelector('input[name=fullmove-number]').value == '31'").await;
        let shared = link.as_str().expect("a link").replace('+', " ");
        for outcome in chosen {
            assert!(shared.contains(&outcome), "{shared} has no {outcome}");
        }
        browser
    });
}
