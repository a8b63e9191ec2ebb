//! Status, results, confirmations and notices.

use fantoccini::key::Key;
use serde_json::json;

use crate::local::resume;
use crate::online::sit_down;
use crate::support::browser::Browser;
use crate::{in_browser, in_two_browsers};

/// White mates with a1a8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";

/// Records every text of the status line.
const WATCH_STATUS: &str = "window.statuses = []; const status = document.querySelector('[data-status]'); \
    new MutationObserver(() => window.statuses.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true })";

/// A computer that never answers.
const SILENT: &str = "Worker.prototype.postMessage = () => {}";

async fn is_there(browser: &Browser, css: &str) -> bool {
    browser.evaluate(&format!("document.querySelector('{css}') != null")).await == json!(true)
}

async fn wait_gone(browser: &Browser, css: &str) {
    browser.wait_until(&format!("document.querySelector('{css}') == null")).await;
}

/// Clicks twice in quick succession.
async fn double_click(browser: &Browser, css: &str) {
    browser.wait_for(css).await;
    let click = format!("for (let i = 0; i < 2; i++) document.querySelector('{css}').click()");
    browser.run(&click).await;
}

#[test]
fn the_status_names_the_right_player_at_every_moment() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], None, Some(1)).await;
        browser.wait_for_text("[data-status]", "Your move (White)").await;
        browser.run(WATCH_STATUS).await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser.wait_for_text("[data-status]", "Your move (White)").await;
        assert_eq!(
            browser.evaluate("window.statuses").await,
            json!(["The computer is thinking…", "Your move (White)"])
        );
        browser
    });
}

#[test]
fn a_mate_shows_a_card_that_can_be_closed_and_opened_again() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some(MATE_IN_ONE), Some(1)).await;
        browser.play_move("a1", "a8").await;
        browser.wait_for_text("[data-game-over]", "You won").await;
        browser.wait_for_text(".result-card", "Checkmate").await;
        browser.wait_for_text(".result-card", "1–0").await;
        // The mated king is marked, and no player is framed as to move.
        browser.wait_for(".check").await;
        browser.wait_for("[data-mated=g8]").await;
        assert!(!is_there(&browser, ".player.turn").await);
        for disabled in ["[data-do=take-back]", "[data-do=resign]", ".move-input button"] {
            assert!(is_there(&browser, &format!("{disabled}:disabled")).await, "{disabled}");
        }
        browser.screenshot("result-card").await;
        browser.click("[data-do=game-over-close]").await;
        wait_gone(&browser, ".result-card").await;
        browser.click("[data-do=show-result]").await;
        browser.wait_for(".result-card").await;
        browser.key(Key::Escape).await;
        wait_gone(&browser, ".result-card").await;
        browser.click("[data-do=show-result]").await;
        // The next game has the level and the side that were chosen.
        browser.wait_for("select[name=next-level] option[value='4']").await.click().await.expect("a choice");
        browser.run(SILENT).await;
        browser.click("[data-do=game-over-swap]").await;
        wait_gone(&browser, ".result-card").await;
        browser.wait_for_text("[data-status]", "The computer is thinking…").await;
        browser.wait_for_text(".bar-slot.top", "4").await;
        browser
    });
}

#[test]
fn a_double_click_never_confirms() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], None, None).await;
        browser.play_move("e2", "e4").await;
        for key in ["resign", "agree"] {
            double_click(&browser, &format!("[data-do={key}]")).await;
            browser.wait_for(&format!("[data-do={key}-yes]:not(:disabled)")).await;
            browser.wait_for_text("[data-status]", "Black to move").await;
            // Esc cancels, and the focus is not lost.
            browser.key(Key::Escape).await;
            wait_gone(&browser, &format!("[data-do={key}-yes]")).await;
        }
        // A question that is not answered disappears by itself.
        browser.click("[data-do=resign]").await;
        browser.wait_for("[data-do=resign-yes]").await;
        wait_gone(&browser, "[data-do=resign-yes]").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.move').length").await, json!(1));
        // By keyboard the focus goes to the harmless answer and comes back.
        browser.run("document.querySelector('[data-do=resign]').focus()").await;
        browser.key(Key::Enter).await;
        browser.wait_until("document.activeElement.dataset.do == 'resign-no'").await;
        browser.key(Key::Enter).await;
        browser.wait_until("document.activeElement.dataset.do == 'resign'").await;
        browser.confirm("resign").await;
        browser.wait_for_text("[data-status]", "Black resigned: White wins").await;
        assert!(!is_there(&browser, ".player.turn").await);
        browser
    });
}

#[test]
fn each_player_reads_a_resignation_from_their_own_side() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sit_down(&host, &guest, &json!({ "game": "chess", "host_side": "first" })).await;
        host.wait_for_text("[data-status]", "Your move (White)").await;
        guest.wait_for_text("[data-status]", "Waiting for").await;
        // A draw offer is confirmed, and says that it waits.
        double_click(&host, "[data-do=draw]").await;
        host.wait_for("[data-do=draw-yes]:not(:disabled)").await;
        assert!(!is_there(&guest, "[data-offer=draw]").await);
        host.click("[data-do=draw-yes]").await;
        host.wait_for_text("[data-own-offer=draw]", "Draw offered").await;
        guest.wait_for("[data-offer=draw]").await;
        host.click("[data-own-offer=draw] [data-do=withdraw]").await;
        wait_gone(&guest, "[data-offer=draw]").await;
        guest.confirm("resign").await;
        guest.wait_for_text("[data-status]", "You resigned · White wins").await;
        host.wait_for_text("[data-status]", "You won · Black resigned").await;
        host.wait_for_text("[data-game-over]", "You won").await;
        guest.wait_for_text("[data-game-over]", "You resigned").await;
        host.screenshot("result-card-online").await;
        host.click(".result-card [data-do=rematch]").await;
        host.wait_for_text(".result-card [data-own-offer=rematch]", "Rematch offered").await;
        guest.wait_for(".result-card [data-offer=rematch] [data-do=accept]").await;
        (host, guest)
    });
}

#[test]
fn a_proposed_move_is_shown_on_the_board_until_it_is_confirmed() {
    in_browser(async |browser: Browser| {
        browser
            .run("localStorage.setItem('yipan.settings', JSON.stringify({ confirm_moves: true, language: 'en' }))")
            .await;
        resume(&browser, "chess", &[], Some("6k1/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), None).await;
        browser.run("document.querySelector('[data-cell=e4]').focus()").await;
        for key in [Key::Enter, Key::Up, Key::Left, Key::Enter] {
            browser.key(key).await;
        }
        browser.wait_for_text("[data-confirm-move]", "exd5").await;
        assert_eq!(browser.piece_at("d5").await.as_deref(), Some("1P"));
        assert_eq!(browser.evaluate("document.querySelectorAll('.proposal').length").await, json!(2));
        assert_eq!(browser.evaluate("document.querySelectorAll('.move').length").await, json!(0));
        browser.key(Key::Escape).await;
        wait_gone(&browser, "[data-confirm-move]").await;
        assert_eq!(browser.piece_at("d5").await.as_deref(), Some("2P"));
        assert_eq!(browser.piece_at("e4").await.as_deref(), Some("1P"));
        browser.run("document.querySelector('[data-cell=e4]').focus()").await;
        for key in [Key::Enter, Key::Up, Key::Enter] {
            browser.key(key).await;
        }
        browser.wait_for("[data-confirm-move]").await;
        browser.key(Key::Enter).await;
        browser.wait_until("document.querySelectorAll('.move').length == 1").await;
        assert_eq!(browser.piece_at("e5").await.as_deref(), Some("1P"));
        // An illegal move is explained at once.
        browser.type_into(".move-input input", "d5d7").await;
        browser.key(Key::Enter).await;
        browser.wait_until("document.querySelector('.message').textContent != ''").await;
        assert!(!is_there(&browser, "[data-confirm-move]").await);
        browser
    });
}

#[test]
fn the_promotion_pieces_stand_in_the_file_and_leave_the_pawn_visible() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("8/4P1k1/8/8/8/8/P7/4K3 w - - 0 1"), None).await;
        browser.click_cell("e7").await;
        browser.click_cell("e8").await;
        browser.wait_for("[data-option=e7e8q]").await;
        browser.screenshot("promotion-file").await;
        let covers = |option: &str, cell: &str| {
            format!(
                "((o, c) => Math.abs(o.x - c.x) < 3 && Math.abs(o.y - c.y) < 3)(document.querySelector('[data-option={option}]').getBoundingClientRect(), \
                 document.querySelector('[data-cell={cell}]').getBoundingClientRect())"
            )
        };
        for (option, cell) in [("e7e8q", "e8"), ("e7e8r", "e6"), ("e7e8b", "e5"), ("e7e8n", "e4")] {
            assert_eq!(
                browser.evaluate(&covers(option, cell)).await,
                json!(true),
                "{option} is not on {cell}"
            );
        }
        browser.click("[data-option=e7e8r]").await;
        browser.wait_until("document.querySelector('[data-piece=\"1R\"][data-at=e8]') != null").await;
        browser
    });
}

#[test]
fn a_rejected_move_stays_in_the_field_and_the_reason_is_a_sentence() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], None, None).await;
        let field = "document.querySelector('.move-input input')";
        browser.type_into(".move-input input", "e2e5").await;
        browser.key(Key::Enter).await;
        browser.wait_until("/^[A-Z]/.test(document.querySelector('.message').textContent)").await;
        assert_eq!(
            browser.evaluate(&format!("[{field}.value, {field}.selectionStart, {field}.selectionEnd]")).await,
            json!(["e2e5", 0, 4])
        );
        browser.type_into(".move-input input", "e2e4").await;
        browser.key(Key::Enter).await;
        browser.wait_until("document.querySelectorAll('.move').length == 1").await;
        browser.wait_until(&format!("{field}.value == ''")).await;
        browser
    });
}

#[test]
fn a_hidden_page_says_in_its_tab_that_it_is_the_users_turn() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], None, Some(1)).await;
        let page_title = browser.evaluate("document.title").await;
        let hide = |hidden: bool| {
            format!(
                "Object.defineProperty(document, 'hidden', {{ configurable: true, get: () => {hidden} }}); \
                 document.dispatchEvent(new Event('visibilitychange', {{ bubbles: true }}))"
            )
        };
        browser.run(&hide(true)).await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.title == 'Your move · Yipan'").await;
        browser.wait_until("document.querySelector('link[rel=icon]').href.startsWith('data:')").await;
        browser.run(&hide(false)).await;
        browser.wait_until(&format!("document.title == {page_title}")).await;
        browser.wait_until("document.querySelector('link[rel=icon]').href.endsWith('/icon.svg')").await;
        browser
    });
}
