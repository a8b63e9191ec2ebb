//! The tree of variations on the analysis page, by mouse, keyboard and touch, and imports with variations.

use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions, PointerAction, TouchActions};
use fantoccini::key::Key;
use serde_json::json;

use crate::drawings::{DRAWINGS, draw};
use crate::in_browser;
use crate::support::browser::Browser;

/// The moves of the main line, joined.
const MAIN_LINE: &str =
    "[...document.querySelectorAll('.tree .turn .move')].map(one => one.textContent.trim()).join(' ')";

/// The texts of the variations, joined.
const VARIATIONS: &str =
    "[...document.querySelectorAll('.tree .variation')].map(one => one.textContent.trim()).join(' | ')";

const CURRENT: &str = "document.querySelector('.tree [aria-current=step]')?.textContent.trim()";

/// Waits until an expression has a value.
async fn expect(browser: &Browser, expression: &str, value: &str) {
    browser.wait_until(&format!("({expression}) == {}", json!(value))).await;
}

/// Presses a key outside of the board, with or without Shift.
async fn press(browser: &Browser, key: Key, with_shift: bool) {
    browser.run("document.activeElement.blur()").await;
    let (shift, key) = (char::from(Key::Shift), char::from(key));
    let mut keys = KeyActions::new("keys".into());
    if with_shift {
        keys = keys.then(KeyAction::Down { value: shift });
    }
    keys = keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
    if with_shift {
        keys = keys.then(KeyAction::Up { value: shift });
    }
    browser.client.perform_actions(keys).await.expect("a key");
}

/// Plays 1. e4 e5 with the variation 1... c5, and stays there.
async fn play_sicilian(browser: &Browser) {
    browser.open_path("analysis/chess").await;
    browser.wait_for(".analysis .board").await;
    browser.play_move("e2", "e4").await;
    browser.play_move("e7", "e5").await;
    press(browser, Key::Left, false).await;
    expect(browser, CURRENT, "e4").await;
    browser.play_move("c7", "c5").await;
    expect(browser, VARIATIONS, "1…c5").await;
    expect(browser, MAIN_LINE, "e4 e5").await;
}

/// Opens the menu of the move with this text, as a right click does.
async fn open_menu(browser: &Browser, text: &str) {
    let script = format!(
        "const move = [...document.querySelectorAll('.tree .move')].find(one => one.textContent.trim() == {});
         const rect = move.getBoundingClientRect();
         move.dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, button: 2, clientX: rect.x + 4, clientY: rect.y + 4 }}));",
        json!(text)
    );
    browser.run(&script).await;
    browser.wait_for(".move-menu").await;
}

#[test]
fn a_tree_is_edited_by_mouse_and_survives_a_reload() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        play_sicilian(&browser).await;
        // The board is large, and the evaluation is beside it.
        let rect = "document.querySelector('.game .board').getBoundingClientRect()";
        let bar = "document.querySelector('.board-frame > .eval-bar').getBoundingClientRect()";
        assert_eq!(
            browser.evaluate(&format!("{rect}.height >= 620 && {bar}.left >= {rect}.right")).await,
            json!(true)
        );
        open_menu(&browser, "1…c5").await;
        browser.screenshot("analysis-menu").await;
        browser.click("[data-do=make-main-line]").await;
        expect(&browser, MAIN_LINE, "e4 c5").await;
        expect(&browser, VARIATIONS, "1…e5").await;
        open_menu(&browser, "1…e5").await;
        browser.click("[data-do=promote]").await;
        expect(&browser, MAIN_LINE, "e4 e5").await;
        // A glyph, which a second press removes, and a comment.
        open_menu(&browser, "1…c5").await;
        browser.click("[data-glyph='5']").await;
        browser.wait_until("document.querySelector('.tree .glyphs').textContent == '!?'").await;
        browser.click("[data-glyph='5']").await;
        browser.wait_until("document.querySelector('.tree .glyphs') == null").await;
        browser.click("[data-glyph='1']").await;
        browser.click("[data-do=comment]").await;
        browser.type_into("textarea[name=comment]", "the Sicilian").await;
        browser.click("[data-do=comment-done]").await;
        browser.wait_until("document.querySelector('.tree .comment').textContent == 'the Sicilian'").await;
        // A deletion is undone.
        open_menu(&browser, "e5").await;
        browser.click("[data-do=delete-move]").await;
        expect(&browser, MAIN_LINE, "e4 c5!").await;
        browser.click("[data-do=undo-deletion]").await;
        expect(&browser, MAIN_LINE, "e4 e5").await;
        expect(&browser, CURRENT, "e5").await;
        browser.screenshot("analysis-tree").await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".analysis .board").await;
        expect(&browser, MAIN_LINE, "e4 e5").await;
        expect(&browser, VARIATIONS, "1…c5!the Sicilian").await;
        let exported = "document.querySelector('textarea[name=exported]').value";
        browser
            .wait_until(&format!("{exported}.includes('1. e4 e5 ( 1... c5 $1 {{ the Sicilian }} )')"))
            .await;
        browser
    });
}

#[test]
fn the_board_of_an_analysis_is_large_in_every_game_and_mode() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        let mut small = Vec::new();
        for path in [
            "xiangqi",
            "liuzichong",
            "chess?o=fog",
            "chess?o=gravity",
            "chess?o=dice-a",
            "chess?o=dice-b+fog",
        ] {
            browser.open_path(&format!("analysis/{path}")).await;
            browser.wait_for(".game .board").await;
            let height = browser
                .evaluate("Math.round(document.querySelector('.game .board').getBoundingClientRect().height)")
                .await;
            if height.as_u64().is_none_or(|height| height < 620) {
                small.push((path, height));
            }
            let name = path.replace(['?', '='], "-");
            browser.screenshot(&format!("analysis-board-{name}")).await;
        }
        assert!(small.is_empty(), "{small:?}");
        browser
    });
}

#[test]
fn a_tree_is_edited_by_keyboard() {
    in_browser(async |browser: Browser| {
        play_sicilian(&browser).await;
        press(&browser, Key::Up, true).await;
        expect(&browser, CURRENT, "e5").await;
        press(&browser, Key::Down, true).await;
        expect(&browser, CURRENT, "1…c5").await;
        press(&browser, Key::Delete, false).await;
        expect(&browser, VARIATIONS, "").await;
        expect(&browser, CURRENT, "e4").await;
        browser.control('z').await;
        expect(&browser, VARIATIONS, "1…c5").await;
        expect(&browser, CURRENT, "1…c5").await;
        // The menu of a focused move: the menu key sends the event without a place.
        browser
            .run(
                "const move = document.querySelector('.tree .variation .move'); move.focus();
                  move.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));",
            )
            .await;
        browser.wait_until("document.activeElement?.dataset.do == 'comment'").await;
        browser.key(Key::Down).await;
        browser.wait_until("document.activeElement?.dataset.do == 'promote'").await;
        browser.key(Key::Enter).await;
        expect(&browser, MAIN_LINE, "e4 c5").await;
        browser.wait_until("document.querySelector('.move-menu') == null").await;
        // Steps go along the displayed line.
        press(&browser, Key::Home, false).await;
        browser.wait_until("document.querySelector('input[name=step]').value == '0'").await;
        press(&browser, Key::End, false).await;
        expect(&browser, CURRENT, "c5").await;
        browser
    });
}

/// Touches the middle of an element for a time.
async fn touch(browser: &Browser, css: &str, millis: u64) {
    browser.wait_for(css).await;
    let element = format!("document.querySelector({})", json!(css));
    browser.run(&format!("{element}.scrollIntoView({{ block: 'nearest' }})")).await;
    let center = browser
        .evaluate(&format!(
            "(r => [r.x + r.width / 2, r.y + r.height / 2])({element}.getBoundingClientRect())"
        ))
        .await;
    let (x, y) = (center[0].as_f64().expect("x"), center[1].as_f64().expect("y"));
    let finger = TouchActions::new("finger".into())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: 0 })
        .then(PointerAction::Pause { duration: Duration::from_millis(millis) })
        .then(PointerAction::Up { button: 0 });
    browser.client.perform_actions(finger).await.expect("a touch");
}

#[test]
fn a_tree_is_edited_by_touch() {
    const VARIATION: &str = ".tree .variation .move";
    in_browser(async |browser: Browser| {
        browser.set_device_size(390, 844).await;
        browser.open_path("analysis/chess").await;
        browser.wait_for(".analysis .board").await;
        for (from, to, line) in [("e2", "e4", "e4"), ("e7", "e5", "e4 e5")] {
            browser.swipe(from, to).await;
            expect(&browser, MAIN_LINE, line).await;
        }
        touch(&browser, "[data-do=previous]", 30).await;
        expect(&browser, CURRENT, "e4").await;
        browser.run("document.querySelector('.board').scrollIntoView({ block: 'nearest' })").await;
        browser.swipe("c7", "c5").await;
        expect(&browser, VARIATIONS, "1…c5").await;
        touch(&browser, VARIATION, 800).await;
        browser.wait_for(".move-menu.armed").await;
        browser.screenshot("analysis-phone-menu").await;
        touch(&browser, ".move-menu [data-do=delete-move]", 30).await;
        expect(&browser, VARIATIONS, "").await;
        touch(&browser, "[data-do=undo-deletion]", 30).await;
        expect(&browser, VARIATIONS, "1…c5").await;
        // A glyph, a comment and another main line.
        touch(&browser, VARIATION, 800).await;
        browser.wait_for(".move-menu.armed").await;
        touch(&browser, ".move-menu [data-glyph='1']", 30).await;
        browser.wait_until("document.querySelector('.tree .glyphs')?.textContent == '!'").await;
        touch(&browser, ".move-menu [data-do=comment]", 30).await;
        browser.type_into("textarea[name=comment]", "sharp").await;
        touch(&browser, "[data-do=comment-done]", 30).await;
        expect(&browser, VARIATIONS, "1…c5!sharp").await;
        touch(&browser, VARIATION, 800).await;
        browser.wait_for(".move-menu.armed").await;
        touch(&browser, ".move-menu [data-do=promote]", 30).await;
        expect(&browser, MAIN_LINE, "e4 c5!").await;
        expect(&browser, VARIATIONS, "1…e5").await;
        // A short touch goes to a move.
        touch(&browser, VARIATION, 30).await;
        expect(&browser, CURRENT, "1…e5").await;
        browser.screenshot("analysis-phone").await;
        browser
    });
}

#[test]
fn a_tree_of_dice_is_saved_and_opened_again() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess?o=dice-a").await;
        browser.wait_for(".analysis .board").await;
        browser.wait_until("document.querySelector('.line-move:not([hidden])') != null").await;
        browser.run("document.querySelector('.line-move:not([hidden])').click()").await;
        let moves = "[...document.querySelectorAll('.tree .move')].map(one => one.textContent.trim()).join()";
        browser.wait_until(&format!("{moves}.split(',').some(one => !one.startsWith('Die'))")).await;
        browser.click(".import-export summary").await;
        let exported = "document.querySelector('textarea[name=exported]').value";
        browser
            .wait_until(&format!("{exported}.startsWith('yipan tree 1\\ngame chess\\nmode dice-a\\n')"))
            .await;
        let (file, before) = (browser.evaluate(exported).await, browser.evaluate(moves).await);
        let file = format!("{}variation\n  action a1a9\nend\n", file.as_str().expect("a text"));
        browser.open_path("analysis/chess?m=d2d4").await;
        expect(&browser, MAIN_LINE, "d4").await;
        browser.click(".import-export summary").await;
        browser
            .run(&format!("document.querySelector('textarea[name=import]').value = {}", json!(file)))
            .await;
        browser.click("[data-do=import]").await;
        browser.wait_until(&format!("{moves} == {before}")).await;
        // The fault that was added is reported, and costs nothing else.
        browser.wait_for_text(".status-slot .message", "the game was read to its end").await;
        browser
    });
}

#[test]
fn a_variation_has_a_picture_and_an_animation() {
    in_browser(async |browser: Browser| {
        play_sicilian(&browser).await;
        for (key, file) in [("position-picture", "board.png"), ("line-animation", "game.gif")] {
            browser.click(&format!("[data-do={key}]:not(:disabled)")).await;
            let drawn = format!(
                "performance.getEntriesByType('resource').some(one => one.name.includes('/api/pictures/{file}') && one.responseStatus == 200)"
            );
            browser.wait_until(&drawn).await;
        }
        browser.wait_for("[data-do=position-picture]:not(:disabled)").await;
        expect(&browser, "document.querySelector('.status-slot .message').textContent", "").await;
        browser
    });
}

#[test]
fn arrows_belong_to_their_position() {
    in_browser(async |browser: Browser| {
        play_sicilian(&browser).await;
        draw(&browser, "g1", "f3", "").await;
        expect(&browser, &format!("{DRAWINGS}.join()"), "arrow green g1f3").await;
        press(&browser, Key::Left, false).await;
        expect(&browser, &format!("{DRAWINGS}.join()"), "").await;
        press(&browser, Key::Down, true).await;
        press(&browser, Key::Right, false).await;
        expect(&browser, &format!("{DRAWINGS}.join()"), "arrow green g1f3").await;
        // A left click does not remove what is stored.
        browser.click_cell("e5").await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".analysis .board").await;
        press(&browser, Key::Down, true).await;
        expect(&browser, &format!("{DRAWINGS}.join()"), "arrow green g1f3").await;
        let exported = "document.querySelector('textarea[name=exported]').value";
        browser.wait_until(&format!("{exported}.includes('[%cal Gg1f3]')")).await;
        browser
    });
}

#[test]
fn another_roll_is_a_variation() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess?o=dice-a").await;
        browser.wait_for(".analysis .board").await;
        let first = "document.querySelector('.tree .move').textContent.trim()";
        let roll = browser.evaluate(first).await.as_str().expect("a roll").to_owned();
        assert!(roll.starts_with("Die"), "{roll}");
        open_menu(&browser, &roll).await;
        let other = format!(
            "[...document.querySelectorAll('select[name=outcome] option')].find(one => one.value && one.textContent != {})",
            json!(roll)
        );
        browser
            .run(&format!(
                "const other = {other}; const select = other.parentElement; select.value = other.value;
                 select.dispatchEvent(new Event('change', {{ bubbles: true }}));"
            ))
            .await;
        browser.wait_for(".tree .variation [aria-current=step]").await;
        browser
    });
}

const TWO_GAMES: &str = "[Event \"Wijk aan Zee\"]\n[White \"Kasparov\"]\n[Black \"Topalov\"]\n[Date \"1999.01.20\"]\n[Result \"1-0\"]\n\n1. e4 d6 1-0\n\n\
    [White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n1. e4 {the immortal game} e5 (1... c5 2. Nf3 $1 (2. c3)) 2. f4 $999 exf4 3. Qh9 1-0\n";

#[test]
fn one_of_several_games_is_imported_with_all_its_annotations() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess").await;
        browser.click(".import-export summary").await;
        browser
            .run(&format!("document.querySelector('textarea[name=import]').value = {}", json!(TWO_GAMES)))
            .await;
        browser.click("[data-do=import]").await;
        browser.wait_until("document.querySelectorAll('.game-chooser li').length == 2").await;
        assert!(browser.text(".game-chooser li:first-child").await.contains("1–0 · 1999-01-20"));
        browser.screenshot("analysis-choose-game").await;
        browser.click("[data-game-number='2']").await;
        expect(&browser, MAIN_LINE, "e4 e5 f4 exf4").await;
        expect(&browser, VARIATIONS, "1…c52.Nf3!(2.c3)").await;
        // Every fault names its line in the file, and the rest is there.
        browser.wait_for_text(".status-slot .message", "Line 13, column").await;
        let message = browser.text(".status-slot .message").await;
        assert!(message.contains("`$999` is not a glyph") && message.contains("Qh9"), "{message}");
        assert_eq!(message.lines().count(), 3, "{message}");
        browser.wait_for_text("[data-header]", "Anderssen – Kieseritzky").await;
        let exported = "document.querySelector('textarea[name=exported]').value";
        for part in ["[White \"Anderssen\"]", "{ the immortal game }", "( 1... c5 2. Nf3 $1 ( 2. c3 ) )"] {
            browser.wait_until(&format!("{exported}.includes({})", json!(part))).await;
        }
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".analysis .board").await;
        expect(&browser, VARIATIONS, "1…c52.Nf3!(2.c3)").await;
        browser.wait_for_text("[data-header]", "Anderssen – Kieseritzky").await;
        browser
    });
}

#[test]
fn a_huge_file_is_rejected_and_thousands_of_games_are_listed() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess").await;
        browser.click(".import-export summary").await;
        let choose_file = |content: &str| {
            format!(
                "const files = new DataTransfer(); files.items.add(new File([{content}], 'games.pgn'));
                 const input = document.querySelector('input[name=file]'); input.files = files.files;
                 input.dispatchEvent(new Event('change', {{ bubbles: true }}));"
            )
        };
        browser.run(&choose_file("new Uint8Array((64 << 20) + 1)")).await;
        browser.wait_for_text(".import .message", "yipan pgn").await;
        // So is a pasted text of that size. No browser is asked to lay it out.
        browser.run(&choose_file("'1. e5 *'")).await;
        browser.wait_for_text(".import .message", "column 4").await;
        let paste = "Object.defineProperty(document.querySelector('textarea[name=import]'), 'value', { get: () => 'x'.repeat((64 << 20) + 1) })";
        browser.run(paste).await;
        browser.click("[data-do=import]").await;
        browser.wait_for_text(".import .message", "yipan pgn").await;
        let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 (1... c5) 1-0\n\n";
        browser.run(&choose_file(&format!("{}.repeat(5000)", json!(game)))).await;
        browser.wait_for_text(".game-chooser", "5000 games").await;
        browser.wait_until("document.querySelectorAll('.game-chooser li').length == 100").await;
        browser.click("[data-game-number='77']").await;
        expect(&browser, VARIATIONS, "1…c5").await;
        browser
    });
}

#[test]
fn the_analysis_before_the_opened_one_is_kept() {
    in_browser(async |browser: Browser| {
        play_sicilian(&browser).await;
        // A link has no place for the variation.
        browser.wait_for_text("[data-share-note]", "without variations").await;
        browser.open_path("analysis/chess?m=d2d4").await;
        browser.wait_until("document.querySelector('[data-share-note]') == null").await;
        expect(&browser, MAIN_LINE, "d4").await;
        browser.play_move("d7", "d5").await;
        expect(&browser, MAIN_LINE, "d4 d5").await;
        browser.click("[data-do=previous-analysis]").await;
        expect(&browser, MAIN_LINE, "e4 e5").await;
        expect(&browser, VARIATIONS, "1…c5").await;
        browser.click("[data-do=previous-analysis]").await;
        expect(&browser, MAIN_LINE, "d4 d5").await;
        browser
    });
}
