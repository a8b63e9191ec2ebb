//! The games on this device: several at once, listed, resumed and deleted.

use serde_json::json;

use crate::account::submit_form;
use crate::local::resume;
use crate::support::browser::Browser;
use crate::{in_browser, in_two_browsers};

const MOVES: &str = "document.querySelectorAll('.move').length";

/// Returns the path of the page.
async fn path(browser: &Browser) -> String {
    browser.evaluate("location.pathname").await.as_str().expect("a path").to_owned()
}

/// Waits until the page shows a number of entries in a list.
async fn wait_for_entries(browser: &Browser, list: &str, count: usize) {
    let entries = format!("document.querySelectorAll('[data-list={list}] [data-saved-game]').length");
    browser.wait_until(&format!("{entries} == {count}")).await;
}

#[test]
fn several_unfinished_games_are_kept_and_each_is_resumed_at_its_address() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.play_move("e2", "e4").await;
        let first = path(&browser).await;
        assert!(first.starts_with("/play/chess/"), "{first}");
        // A new game replaces neither the first one nor its address.
        browser.open_path("").await;
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.play_move("d2", "d4").await;
        browser.play_move("d7", "d5").await;
        let second = path(&browser).await;
        assert_ne!(first, second);
        // The button at the board starts a third one without a question.
        browser.click("[data-do=new]").await;
        browser.wait_until(&format!("{MOVES} == 0")).await;
        browser.play_move("c2", "c4").await;
        browser.open_path(&first[1..]).await;
        browser.wait_until(&format!("{MOVES} == 1")).await;
        assert_eq!(browser.piece_at("e4").await.as_deref(), Some("1P"));
        browser.open_path(&second[1..]).await;
        browser.wait_until(&format!("{MOVES} == 2")).await;
        browser.open_path("games").await;
        wait_for_entries(&browser, "unfinished", 3).await;
        browser.screenshot("saved-games").await;
        // The address without an identifier leads to the game that was played last.
        browser.open_path("play/chess").await;
        browser.wait_until(&format!("{MOVES} == 1")).await;
        assert_eq!(browser.piece_at("c4").await.as_deref(), Some("1P"));
        browser
    });
}

#[test]
fn a_finished_game_is_listed_with_its_result_and_counted_by_level() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), Some(3)).await;
        browser.confirm("resign").await;
        browser.wait_until("document.querySelector('[data-do=resign]').disabled").await;
        browser.open_path("games").await;
        wait_for_entries(&browser, "finished", 1).await;
        browser.wait_for_text("[data-list=finished] .saved-result", "resigned").await;
        let score =
            "[...document.querySelectorAll('[data-level-score=chess-3] td')].map(cell => cell.textContent)";
        assert_eq!(browser.evaluate(score).await, json!(["3", "0", "0", "1"]));
        // The filter hides games of other kinds.
        browser.click("select[name=kind] option[value=xiangqi]").await;
        browser.wait_for("[data-empty]").await;
        browser.click("select[name=kind] option[value=chess]").await;
        // It is deleted after a question, and a second click on the same place does not answer it.
        wait_for_entries(&browser, "finished", 1).await;
        browser.click("[data-do=delete]").await;
        browser.wait_for("[data-do=confirm-delete]").await;
        browser.click("[data-do=cancel-delete]").await;
        browser.click("[data-do=delete]").await;
        browser.click("[data-do=confirm-delete]").await;
        browser.wait_for("[data-empty]").await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for_text("[data-empty]", "No games yet").await;
        browser
    });
}

#[test]
fn a_game_of_an_older_version_is_taken_over_once() {
    in_browser(async |browser: Browser| {
        resume(&browser, "xiangqi", &[], None, None).await;
        browser.play_move("h2", "e2").await;
        assert_eq!(browser.evaluate("localStorage.getItem('yipan.game.xiangqi')").await, json!(null));
        browser.open_path("games").await;
        wait_for_entries(&browser, "unfinished", 1).await;
        browser.client.refresh().await.expect("a reload");
        wait_for_entries(&browser, "unfinished", 1).await;
        // The home page offers it.
        browser.open_path("").await;
        browser.click("[data-list=continue] a").await;
        browser.wait_until(&format!("{MOVES} == 1")).await;
        browser
    });
}

#[test]
fn an_unfinished_game_with_modes_cannot_be_downloaded() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["mines"], None, None).await;
        browser.play_move("e2", "e3").await;
        browser.open_path("games").await;
        wait_for_entries(&browser, "unfinished", 1).await;
        let downloads = "document.querySelectorAll('[data-do^=download]').length";
        assert_eq!(browser.evaluate(downloads).await, json!(0));
        browser.click("[data-saved-game] a").await;
        browser.confirm("resign").await;
        browser.wait_until("document.querySelector('[data-do=resign]').disabled").await;
        browser.open_path("games").await;
        wait_for_entries(&browser, "finished", 1).await;
        assert_eq!(browser.evaluate(downloads).await, json!(1));
        browser
    });
}

#[test]
fn without_a_database_games_are_played_and_the_page_says_that_they_are_lost() {
    in_browser(async |browser: Browser| {
        browser
            .run_before_pages("Object.defineProperty(window, 'indexedDB', { get: () => { throw new DOMException('no', 'SecurityError') } })")
            .await;
        browser.open_path("").await;
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.play_move("e2", "e4").await;
        browser.client.back().await.expect("the home page");
        browser.click("[data-list=continue] a").await;
        browser.wait_until(&format!("{MOVES} == 1")).await;
        browser.open_path("games").await;
        browser.wait_for("[data-not-stored]").await;
        browser
    });
}

#[test]
fn an_unknown_identifier_is_explained() {
    in_browser(async |browser: Browser| {
        browser.open_path("play/chess/zzzzzzzz").await;
        browser.wait_for_text(".not-found [role=alert]", "not stored on this device").await;
        browser
    });
}

/// Waits until the games of the account, as the server returns them, fulfill a condition.
async fn wait_for_account_games(browser: &Browser, condition: &str) {
    browser
        .wait_until(&format!(
            "(() => {{ const request = new XMLHttpRequest(); request.open('GET', '/api/me/saved-games', false); request.send(); \
             const games = JSON.parse(request.responseText); return {condition} }})()"
        ))
        .await;
}

#[test]
fn the_games_of_an_account_are_found_and_deleted_on_its_other_device() {
    in_two_browsers(async |here: Browser, there: Browser| {
        here.click("[data-game=chess] [data-do=two]").await;
        here.play_move("e2", "e4").await;
        here.click(".top-bar a[href='/account']").await;
        submit_form(&here, "sign-up", "Ada", "correct horse").await;
        here.wait_for("[data-account=ada]").await;
        wait_for_account_games(&here, "games.length == 1").await;
        there.open_path("account").await;
        submit_form(&there, "sign-in", "ada", "correct horse").await;
        there.wait_for("[data-account=ada]").await;
        there.click("a[href='/games']").await;
        wait_for_entries(&there, "unfinished", 1).await;
        there.click("[data-saved-game] a").await;
        there.wait_until(&format!("{MOVES} == 1")).await;
        there.play_move("c7", "c5").await;
        wait_for_account_games(&there, "games[0].game.includes('c7c5')").await;
        here.open_path("games").await;
        here.wait_for_text("[data-saved-game] .saved-about", "2").await;
        there.open_path("games").await;
        there.click("[data-do=delete]").await;
        there.click("[data-do=confirm-delete]").await;
        wait_for_account_games(&there, "games[0].game == null").await;
        here.open_path("games").await;
        here.wait_for("[data-empty]").await;
        wait_for_entries(&here, "unfinished", 0).await;
        (here, there)
    });
}
