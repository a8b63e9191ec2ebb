//! Complete games against the computer.

use serde_json::{Value, json};

use crate::in_browser;
use crate::support::browser::{Browser, TIMEOUT};

/// Strong enough to win soon against arbitrary moves.
const LEVEL: u8 = 7;

const OVER: &str = "document.querySelector('[data-status]').textContent.match(/won|lost|Draw/) != null";
const MOVES: &str = "document.querySelectorAll('.move').length";

/// Chooses the level on the start page and disables animations.
async fn begin(browser: &Browser, game: &str) {
    browser
        .run("localStorage.setItem('yipan.settings', JSON.stringify({ animation_ms: 0, instant_replies: true, language: 'en' }))")
        .await;
    browser.client.refresh().await.expect("a reload");
    let level = format!("[data-game={game}] input[name=level]");
    browser.wait_for(&level).await;
    browser
        .run(&format!("const level = document.querySelector('{level}'); level.value = {LEVEL}; level.dispatchEvent(new Event('input'))"))
        .await;
    browser.click_until(&format!("[data-game={game}] [data-do=computer]"), ".game .board").await;
}

/// Moves a piece of the player with two clicks, starting from a different piece each time.
async fn play_any_move(browser: &Browser, turn: usize) -> bool {
    let cells = browser
        .evaluate(
            "[...document.querySelectorAll('.piece.first:not(.leaving)')].map(piece => piece.dataset.at)",
        )
        .await;
    let mut cells: Vec<&str> = cells.as_array().expect("cells").iter().filter_map(Value::as_str).collect();
    let first = turn * 5 % cells.len().max(1);
    cells.rotate_left(first);
    for cell in cells {
        browser.click_cell(cell).await;
        let targets = browser
            .evaluate("[...document.querySelectorAll('[data-target]')].map(at => at.dataset.target)")
            .await;
        let targets: Vec<&str> =
            targets.as_array().expect("cells").iter().filter_map(Value::as_str).collect();
        if targets.is_empty() {
            continue;
        }
        browser.click_cell(targets[turn % targets.len()]).await;
        if browser.evaluate("document.querySelector('.promotion [data-option]') != null").await == json!(true)
        {
            browser.click(".promotion [data-option]").await;
        }
        return true;
    }
    false
}

/// Plays until the game is over and checks the final page.
async fn play_to_the_end(browser: &Browser, game: &str) {
    for turn in 0..300 {
        let ready = "!document.querySelector('[data-status]').textContent.includes('thinking')";
        browser.wait_until(&format!("{OVER} || {ready}")).await;
        if browser.evaluate(OVER).await == json!(true) {
            break;
        }
        let before = browser.evaluate(MOVES).await;
        // No piece can be picked up during an animation, so the click is repeated.
        let start = std::time::Instant::now();
        while !play_any_move(browser, turn).await {
            assert!(start.elapsed() < TIMEOUT, "no piece of {game} can be moved");
        }
        browser.wait_until(&format!("{OVER} || {MOVES} > {before}")).await;
    }
    assert_eq!(browser.evaluate(OVER).await, json!(true), "{game} has not come to an end");
    browser.screenshot(&format!("{game}-whole")).await;
    let (line, moves) = (browser.text("[data-status]").await, browser.evaluate(MOVES).await);
    assert!(moves.as_u64().is_some_and(|moves| moves > 8), "{moves} moves are no whole game");
    // After a reload the game is still over, no piece can be moved, and all moves can be reviewed.
    browser.client.refresh().await.expect("a reload");
    browser.wait_for_text("[data-status]", &line).await;
    browser.click("[data-do=game-over-close]").await;
    assert!(!play_any_move(browser, 0).await, "a piece moves after the end");
    browser.click("[data-do=analyze]").await;
    browser.wait_for(".analysis .board").await;
    assert_eq!(browser.evaluate(MOVES).await, moves);
    assert_eq!(
        browser.evaluate("document.querySelector('input[name=step]').value").await,
        json!(moves.to_string())
    );
    browser.wait_until("/wins|Draw/.test(document.querySelector('[data-status]').textContent)").await;
    browser.screenshot(&format!("{game}-whole-again")).await;
}

#[test]
fn a_whole_game_of_chess_is_played_against_the_computer() {
    in_browser(async |browser: Browser| {
        begin(&browser, "chess").await;
        play_to_the_end(&browser, "chess").await;
        browser
    });
}

#[test]
fn a_whole_game_of_xiangqi_is_played_against_the_computer() {
    in_browser(async |browser: Browser| {
        begin(&browser, "xiangqi").await;
        play_to_the_end(&browser, "xiangqi").await;
        browser
    });
}
