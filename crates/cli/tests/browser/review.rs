//! The review of a game: judgments, accuracy, the marks of the graph, and the lesson from the mistakes.

use fantoccini::key::Key;
use serde_json::json;

use crate::local::resume;
use crate::online::sit_down;
use crate::support::browser::Browser;
use crate::{in_browser, in_two_browsers};

/// The scholar's mate: 3... Nf6 loses at once, and 3... g6 would hold.
const SCHOLARS_MATE: &str = "analysis/chess?m=e2e4%20e7e5%20f1c4%20b8c6%20d1h5%20g8f6%20h5f7";

#[test]
fn a_planted_blunder_is_found_and_learned_from() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        browser.open_path(SCHOLARS_MATE).await;
        browser.wait_for("[data-do=review]").await;
        browser.click("[data-do=review]").await;
        browser.wait_for(".review-table").await;
        browser.screenshot("review").await;
        // The glyph is in the tree, and only Black has blundered.
        let blunder =
            "[...document.querySelectorAll('.tree .move')].find(one => one.textContent.includes('Nf6'))";
        browser.wait_until(&format!("{blunder}.querySelector('.glyphs')?.textContent == '??'")).await;
        let blunders = |side: u8| {
            format!("document.querySelector('.review-table tr[data-side=\"{side}\"]').cells[4].textContent")
        };
        assert_eq!(browser.evaluate(&blunders(0)).await, json!("0"));
        assert_eq!(browser.evaluate(&blunders(1)).await, json!("1"));
        let accuracy = |side: u8| {
            format!(
                "parseInt(document.querySelector('tr[data-side=\"{side}\"] [data-accuracy]').textContent)"
            )
        };
        browser.wait_until(&format!("{} > {}", accuracy(0), accuracy(1))).await;
        // The terms are explained where they stand.
        for (term, explanation) in [
            (".review-table th.blunder [data-term]", "15 percentage points"),
            (".review-table thead th:nth-child(2) [data-term]", "from 0 to 100 %"),
            (".search-controls [data-term]", "the advantage in pawns"),
        ] {
            browser.click(term).await;
            browser.wait_for_text(".term-note:popover-open", explanation).await;
            browser.key(Key::Escape).await;
            browser.wait_until("!document.querySelector('.term-note:popover-open')").await;
        }
        // The mark of the graph goes to the move.
        browser.click(".graph-mark.blunder").await;
        browser
            .wait_until("document.querySelector('.tree [aria-current=step]').textContent.includes('Nf6')")
            .await;
        // From any position, the next mistake and the number in the table lead to it.
        for link in ["[data-do=to-mistake]", "tr[data-side='1'] [data-judged=blunder]"] {
            browser.click("[data-do=start]").await;
            browser.wait_until("document.querySelector('.tree [aria-current=step]') == null").await;
            browser.click(link).await;
            browser
                .wait_until(
                    "document.querySelector('.tree [aria-current=step]')?.textContent.includes('Nf6')",
                )
                .await;
        }
        let none = "document.querySelector('tr[data-side=\"0\"] [data-judged=blunder]').disabled";
        assert_eq!(browser.evaluate(none).await, json!(true));
        // The glyph survives a reload.
        browser.client.refresh().await.expect("a reload");
        browser.wait_until(&format!("{blunder}?.querySelector('.glyphs')?.textContent == '??'")).await;
        // The position before the blunder is a puzzle. The move of the game is wrong, and can be tried again.
        browser.click("[data-do=review]").await;
        browser.wait_for("[data-do=learn][data-side='1']").await;
        browser.click("[data-do=learn][data-side='1']").await;
        browser.wait_for_text("[data-lesson]", "Nf6").await;
        assert_eq!(browser.evaluate("document.querySelector('.engine-lines')").await, json!(null));
        browser.click_cell("g8").await;
        browser.click_cell("f6").await;
        browser.wait_for_text(".lesson-answer", "better move").await;
        browser.screenshot("lesson").await;
        browser.click("[data-do=show-best]").await;
        browser.wait_for_text(".lesson-answer", "Best:").await;
        browser.wait_until("document.querySelectorAll('.tree .variation').length == 1").await;
        browser.click("[data-do=next-mistake]").await;
        browser.wait_for(".engine-lines").await;
        browser
    });
}

/// The moves of the main line, joined.
const MAIN_LINE: &str =
    "[...document.querySelectorAll('.tree .turn .move')].map(one => one.textContent.trim()).join(' ')";

#[test]
fn a_finished_game_on_this_device_is_reviewed_from_its_board() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), None).await;
        browser.play_move("a1", "a8").await;
        browser.wait_for("[data-game-over]").await;
        browser.run("document.querySelector('[data-do=analyze]').click()").await;
        browser.wait_for(".review-table").await;
        browser
    });
}

#[test]
fn a_game_of_the_server_is_reviewed_and_leaves_the_analysis_before_it() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        host.open_path("analysis/chess").await;
        host.wait_for(".analysis .board").await;
        host.play_move("c2", "c4").await;
        host.wait_until(&format!("{MAIN_LINE} == 'c4'")).await;
        sit_down(&host, &guest, &json!({ "game": "chess", "clock": "5+3", "host_side": "first" })).await;
        host.play_move("e2", "e4").await;
        guest.wait_until("document.querySelector('[data-piece=\"1P\"][data-at=e4]') != null").await;
        guest.play_move("e7", "e5").await;
        host.wait_for_text("[data-status]", "Your move (White)").await;
        host.confirm("resign").await;
        host.wait_for(".after-game a[href^='/game/']").await;
        host.run("document.querySelector('.after-game a[href^=\"/game/\"]').click()").await;
        host.wait_for(".review-table").await;
        // The clocks of the game are beside its moves.
        host.wait_until("/\\d:\\d\\d/.test(document.querySelector('.tree').innerText)").await;
        host.click("[data-do=end]").await;
        host.play_move("d2", "d4").await;
        host.wait_until("location.pathname == '/analysis/chess'").await;
        host.click("[data-do=previous-analysis]").await;
        host.wait_until(&format!("{MAIN_LINE} == 'c4'")).await;
        (host, guest)
    });
}

#[test]
fn a_review_can_be_canceled() {
    in_browser(async |browser: Browser| {
        browser.open_path(SCHOLARS_MATE).await;
        browser.wait_for("[data-do=review]").await;
        browser.click("[data-do=review]").await;
        browser.click("[data-do=cancel-review]").await;
        browser.wait_for("[data-do=review]").await;
        assert_eq!(browser.evaluate("document.querySelector('.review-table')").await, json!(null));
        browser
    });
}

#[test]
fn dice_are_reviewed_with_luck_apart() {
    in_browser(async |browser: Browser| {
        browser.open_path("analysis/chess?o=dice-b").await;
        browser.wait_for(".analysis .board").await;
        // Two moves from the list of the engine.
        for count in [1, 2] {
            browser.wait_until("document.querySelector('.line-move:not([hidden])') != null").await;
            browser.run("document.querySelector('.line-move:not([hidden])').click()").await;
            browser.wait_until(&format!("[...document.querySelectorAll('.tree .move')].filter(one => !one.textContent.includes('Die')).length >= {count}")).await;
        }
        browser.click("[data-do=review]").await;
        browser.wait_for(".review-table").await;
        browser.wait_for_text(".review-table thead", "Luck").await;
        browser.screenshot("review-dice").await;
        browser
    });
}

/// White loses the queen to pawns that it sees.
const LOST_QUEEN_IN_FOG: &str = "analysis/chess?o=fog&m=e2e4%20e7e5%20d1h5%20b8c6%20h5g6";

#[test]
fn in_fog_moves_are_judged_by_what_their_player_could_see() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        browser.open_path(LOST_QUEEN_IN_FOG).await;
        browser.wait_for("[data-do=review]").await;
        browser.click("[data-do=review]").await;
        browser.wait_for(".review-table").await;
        browser.wait_for_text(".review", "could see").await;
        browser.click(".graph-mark.blunder[data-mark-ply=\"4\"]").await;
        browser
            .wait_until("document.querySelector('.tree [aria-current=step]').textContent.includes('Qg6')")
            .await;
        browser.wait_for_text("[data-hindsight]", "in hindsight").await;
        browser.wait_for_text(".evaluation", "As Black sees it").await;
        browser.screenshot("review-fog").await;
        // White does not know what Black sees.
        let number = "document.querySelector('.eval-bar-number').textContent";
        browser.wait_until(&format!("{number} != '–'")).await;
        let choose_white = "const select = document.querySelector('select[name=viewer]'); select.value = '1';
            select.dispatchEvent(new Event('change', { bubbles: true }));";
        browser.run(choose_white).await;
        browser.wait_until(&format!("{number} == '–'")).await;
        assert_eq!(browser.evaluate("document.querySelector('.evaluation').textContent").await, json!(""));
        browser
    });
}
