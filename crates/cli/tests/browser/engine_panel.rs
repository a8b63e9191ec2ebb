//! The engine panel of the analysis page: depth, lines, arrows, previews and threats.

use fantoccini::key::Key;
use serde_json::json;

use crate::support::browser::Browser;
use crate::support::frames::{FrameTimes, longest_frames};
use crate::{in_browser, in_browser_exclusively};

/// The depth that is shown, as a number.
const DEPTH: &str = "Number(document.querySelector('[data-depth]')?.dataset.depth ?? 0)";

/// The first moves of the visible lines.
const FIRST_MOVES: &str = "[...document.querySelectorAll('.engine-lines li:not([hidden])')].map(line => line.querySelector('.line-move:not([hidden])')?.textContent).filter(Boolean)";

/// The arrows of the engine with their colors.
const ARROWS: &str =
    "[...document.querySelectorAll('[data-engine-arrow]')].map(one => one.getAttribute('class'))";

const MAIN_LINE: &str =
    "[...document.querySelectorAll('.tree .turn .move')].map(one => one.textContent.trim()).join(' ')";

/// Chooses the number of lines.
async fn choose_lines(browser: &Browser, count: u8) {
    let script = format!(
        "const select = document.querySelector('select[name=lines]'); select.value = '{count}';
         select.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    );
    browser.run(&script).await;
    browser.wait_until(&format!("{FIRST_MOVES}.length == {count}")).await;
}

#[test]
fn the_engine_deepens_and_its_lines_are_played_by_a_click() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        browser.open_path("analysis/chess").await;
        browser.wait_until(&format!("{DEPTH} >= 5")).await;
        let depth = browser.evaluate(DEPTH).await;
        browser.wait_until(&format!("{DEPTH} > {depth}")).await;
        choose_lines(&browser, 3).await;
        browser.wait_until(&format!("{ARROWS}.length == 3 && new Set({FIRST_MOVES}).size == 3")).await;
        browser.screenshot("engine-lines").await;
        assert_eq!(
            browser.evaluate(&format!("{FIRST_MOVES}.every(text => text.startsWith('1. '))")).await,
            json!(true)
        );
        // No move is broken, and no line of moves is cut within one.
        let broken = "[...document.querySelectorAll('.engine-lines .line-move:not([hidden])')].some(one => one.getClientRects().length > 1 || one.getBoundingClientRect().height > 30)";
        assert_eq!(browser.evaluate(broken).await, json!(false));
        // The pointer shows the position after a move, and leaves the board as it was.
        let (second, occupied) = (
            "document.querySelector('.line-move[data-row=\"0\"][data-index=\"1\"]')",
            "[...document.querySelectorAll('[role=gridcell]')].map(one => one.getAttribute('aria-label')).join()",
        );
        let before = browser.evaluate(occupied).await;
        browser.run(&format!("{second}.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true, pointerType: 'mouse' }}))")).await;
        browser.wait_until(&format!("{occupied} != {before} && {ARROWS}.length == 0")).await;
        browser.run("document.querySelector('.engine-lines').dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }))").await;
        browser.wait_until(&format!("{occupied} == {before}")).await;
        // A click plays the line up to the move.
        browser.run(&format!("{second}.click()")).await;
        browser.wait_until(&format!("{MAIN_LINE}.split(' ').length == 2")).await;
        // The number of lines is remembered.
        browser.client.refresh().await.expect("a reload");
        browser.wait_until(&format!("{FIRST_MOVES}.length == 3")).await;
        // Without the engine there are no arrows, and the depth stays.
        browser.click("input[name=live]").await;
        browser.wait_until(&format!("{ARROWS}.length == 0")).await;
        browser
    });
}

#[test]
fn a_search_goes_on_until_it_is_stopped() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess").await;
        browser.wait_until(&format!("{DEPTH} >= 3")).await;
        browser.click("[data-do=stop-search].shown").await;
        browser.wait_for("[data-do=deeper].shown").await;
        browser.click("[data-do=deeper].shown").await;
        browser.wait_for("[data-do=stop-search].shown").await;
        browser.click("[data-do=stop-search].shown").await;
        browser.wait_for("[data-do=deeper].shown").await;
        // Another position is searched without asking.
        browser.play_move("e2", "e4").await;
        browser.wait_for("[data-do=stop-search].shown").await;
        browser.wait_until(&format!("{DEPTH} >= 3")).await;
        browser
    });
}

#[test]
fn a_threat_is_shown_for_the_side_that_does_not_move() {
    in_browser(async |browser: Browser| {
        // White mates on e8, and Black threatens to take on h2.
        let position = "1b4k1/5ppp/8/8/7q/8/5PPP/4R1K1%20w%20-%20-%200%201";
        browser.open_path(&format!("analysis/chess?p={position}")).await;
        browser.wait_until(&format!("{ARROWS}.some(one => one.includes('blue'))")).await;
        browser.wait_until("document.querySelector('.eval-bar-number').textContent == '#1'").await;
        browser.click("[data-do=threat]").await;
        browser.wait_until(&format!("{ARROWS}.length == 1 && {ARROWS}[0].includes('red')")).await;
        browser.wait_until(&format!("/x[fh]2/.test({FIRST_MOVES}[0])")).await;
        browser.screenshot("engine-threat").await;
        browser.click("[data-do=threat]").await;
        browser.wait_until(&format!("{ARROWS}.length == 1 && {ARROWS}[0].includes('blue')")).await;
        browser
    });
}

#[test]
fn every_game_has_lines_in_its_notation() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/xiangqi").await;
        browser.wait_until(&format!("/^1\\. [A-Z][1-9][=+-][1-9]$/.test({FIRST_MOVES}[0])")).await;
        // The value of every move of a solved game.
        browser.open_path("analysis/liuzichong").await;
        browser.wait_until("document.querySelectorAll('.tablebase-move span').length > 3").await;
        browser.wait_until(&format!("{FIRST_MOVES}.length == 1")).await;
        // The expected value of every action, and its spread over the dice.
        browser.open_path("analysis/chess?o=dice-b").await;
        browser.wait_until(&format!("{FIRST_MOVES}.length == 1")).await;
        choose_lines(&browser, 3).await;
        browser.wait_until("document.querySelectorAll('.line-spread:not([hidden])').length == 3").await;
        browser.wait_until("/^[+−]\\d/.test(document.querySelector('.line-score').textContent)").await;
        // A search without a depth says how much it has seen.
        browser
            .wait_until("/nodes.*nodes\\/s.* s$/.test(document.querySelector('.search-info').textContent)")
            .await;
        browser.screenshot("engine-dice").await;
        browser
    });
}

/// The rows of the table of actions: the scores as numbers, the expected one first.
const ACTION_SCORES: &str = "[...document.querySelectorAll('.action-values tbody tr')].map(row => \
     [...row.querySelectorAll('td')].map(cell => Number(cell.textContent.replace('−', '-') || NaN)))";

#[test]
fn every_action_with_dice_has_an_expected_value_and_its_spread() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(360, 740).await;
        browser.open_path("analysis/chess?o=dice-b").await;
        browser.wait_for(".action-values summary").await;
        browser.run("document.querySelector('.action-values summary').focus()").await;
        browser.key(Key::Enter).await;
        browser.wait_until(&format!("{ACTION_SCORES}.length > 3")).await;
        let is_whole =
            format!("{ACTION_SCORES}.every(([value, low, high]) => !Number.isNaN(value) && low <= high)");
        browser.wait_until(&is_whole).await;
        let is_sorted = format!(
            "{ACTION_SCORES}.every((row, index, rows) => index == 0 || row[0] <= rows[index - 1][0])"
        );
        assert_eq!(browser.evaluate(&is_sorted).await, json!(true), "White moves first");
        for (width, height) in [(360, 740), (768, 1024), (1280, 800)] {
            browser.set_device_size(width, height).await;
            browser
                .run("document.querySelector('.action-values').scrollIntoView({ block: 'nearest' })")
                .await;
            let fits = "(() => { const table = document.querySelector('.action-values .table-scroll'); \
                return table.scrollWidth <= table.clientWidth && table.clientHeight <= innerHeight / 2 \
                    && document.documentElement.scrollWidth <= innerWidth })()";
            browser.wait_until(fits).await;
            browser.screenshot(&format!("engine-action-values-{width}")).await;
        }
        // The first action is the next stop of the keyboard, and is played by Enter.
        browser.run("document.querySelector('.action-values summary').focus()").await;
        browser.key(Key::Tab).await;
        browser.wait_until("document.activeElement.dataset.action != null").await;
        browser.key(Key::Enter).await;
        browser.wait_until(&format!("{MAIN_LINE} != ''")).await;
        browser
    });
}

#[test]
fn actions_without_a_roll_after_them_have_an_expected_value_only() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess?o=gravity").await;
        browser.click(".action-values summary").await;
        browser.wait_until(&format!("{ACTION_SCORES}.length >= 20")).await;
        assert_eq!(browser.evaluate(&format!("{ACTION_SCORES}.every(row => row.length == 1)")).await, true);
        // A game without modes has its values in the lines.
        browser.open_path("analysis/chess").await;
        browser.wait_until(&format!("{DEPTH} >= 2")).await;
        assert_eq!(browser.evaluate("!document.querySelector('.action-values')").await, json!(true));
        browser
    });
}

#[test]
fn the_bar_keeps_its_value_until_the_next_one() {
    in_browser(async |browser: Browser| {
        let number = "document.querySelector('.eval-bar-number').textContent";
        browser.open_path("analysis/chess?m=e2e4%20e7e5%20g1f3%20b8c6").await;
        browser.wait_until(&format!("{number} != '–'")).await;
        browser
            .run(
                "window.numbers = []; const bar = document.querySelector('.eval-bar-number');
                 new MutationObserver(() => window.numbers.push(bar.textContent))
                     .observe(bar, { childList: true, characterData: true, subtree: true })",
            )
            .await;
        // No position before was searched.
        for _ in 0..4 {
            browser.run("document.querySelector('[data-do=previous]').click()").await;
            assert_ne!(browser.evaluate(number).await, json!("–"));
        }
        browser.wait_until(&format!("{DEPTH} >= 3")).await;
        assert_eq!(browser.evaluate("window.numbers.includes('–')").await, json!(false));
        browser
    });
}

#[test]
fn an_imported_game_that_is_over_can_be_analyzed() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess").await;
        browser.click(".import-export summary").await;
        browser
            .run("document.querySelector('textarea[name=import]').value = '1. f3 e5 2. g4 Qh4# 0-1'")
            .await;
        browser.click("[data-do=import]").await;
        browser.wait_for_text("[data-status]", "checkmate").await;
        // Nothing is left to search, and nothing has failed.
        browser.wait_until(&format!("{FIRST_MOVES}.length == 0 && {ARROWS}.length == 0")).await;
        assert_eq!(browser.evaluate("document.querySelector('[data-do=try-again]')").await, json!(null));
        browser.click("[data-do=previous]").await;
        browser.wait_until(&format!("/Qh4#/.test({FIRST_MOVES}[0])")).await;
        browser.wait_until("/#.?1$/.test(document.querySelector('.eval-bar-number').textContent)").await;
        browser
    });
}

#[test]
fn lines_of_xiangqi_are_in_chinese_notation_for_readers_of_chinese() {
    in_browser(async |browser: Browser| {
        for (language, wanted) in
            [("zh-Hans", "/^1\\. [车马炮兵相仕帅]/"), ("zh-Hant", "/^1\\. [車俥馬傌炮砲兵相仕帥]/")]
        {
            let settings = json!({ "language": language }).to_string();
            browser.run(&format!("localStorage.setItem('yipan.settings', {})", json!(settings))).await;
            browser.open_path("analysis/xiangqi").await;
            browser.wait_until(&format!("{wanted}.test({FIRST_MOVES}[0])")).await;
        }
        browser
    });
}

#[test]
fn no_frame_takes_over_50_ms_while_the_position_is_searched() {
    let mut seen = Vec::new();
    // A busy machine may cause a late frame once, a page that waits for the engine causes one every time.
    for _ in 0..4 {
        in_browser_exclusively(async |browser: Browser| {
            let is_searching = format!("{DEPTH} > 3");
            browser.open_path("settings").await;
            browser.run("localStorage.setItem('yipan.settings', JSON.stringify({ engine_lines: 5 }))").await;
            seen.push(longest_frames(&browser, &is_searching, "analysis/chess").await);
            browser
        });
        if seen.iter().any(FrameTimes::are_short) {
            return;
        }
    }
    panic!("the longest frames: {seen:?}");
}
