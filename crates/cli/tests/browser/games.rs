//! Whole games against the computer, from the first move to the last.

use serde_json::{Value, json};

use crate::browser::{Browser, TIMEOUT};
use crate::in_browser;

/// Strong enough to bring a game to an end soon against somebody who plays whatever comes.
const LEVEL: u8 = 7;

const OVER: &str = "document.querySelector('[data-status]').textContent.match(/wins|Draw/) != null";
const MOVES: &str = "document.querySelectorAll('.move').length";

/// Chooses the level on the first page, and plays without showing moves for long, as anybody may.
async fn begin(browser: &Browser, game: &str) {
    browser.run("localStorage.setItem('yipan.settings', JSON.stringify({ pace: 0, lang: 'en' }))").await;
    browser.client.refresh().await.expect("a reload");
    let level = format!("[data-game={game}] input[name=level]");
    browser.wait_for(&level).await;
    browser
        .run(&format!("const level = document.querySelector('{level}'); level.value = {LEVEL}; level.dispatchEvent(new Event('input'))"))
        .await;
    browser.click(&format!("[data-game={game}] [data-do=computer]")).await;
    browser.wait_for(".game .board").await;
}

/// Moves one of the own men with two clicks, another one every time.
async fn play_any_move(browser: &Browser, turn: usize) -> bool {
    let men = browser
        .evaluate("[...document.querySelectorAll('.piece.first:not(.leaving)')].map(man => man.dataset.at)")
        .await;
    let mut men: Vec<&str> = men.as_array().expect("men").iter().filter_map(Value::as_str).collect();
    let first = turn * 5 % men.len().max(1);
    men.rotate_left(first);
    for cell in men {
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

/// Plays until the game is over, and looks at what is left of it.
async fn play_to_the_end(browser: &Browser, game: &str) {
    for turn in 0..300 {
        let ready = "!document.querySelector('[data-status]').textContent.includes('thinking')";
        browser.wait_until(&format!("{OVER} || {ready}")).await;
        if browser.evaluate(OVER).await == json!(true) {
            break;
        }
        let before = browser.evaluate(MOVES).await;
        // Nothing can be picked up while the last move is still being shown; a person would press again.
        let start = std::time::Instant::now();
        while !play_any_move(browser, turn).await {
            assert!(start.elapsed() < TIMEOUT, "no man of {game} can be moved");
        }
        browser.wait_until(&format!("{OVER} || {MOVES} > {before}")).await;
    }
    assert_eq!(browser.evaluate(OVER).await, json!(true), "{game} has not come to an end");
    browser.screenshot(&format!("{game}-whole")).await;
    let (line, moves) = (browser.text("[data-status]").await, browser.evaluate(MOVES).await);
    assert!(moves.as_u64().is_some_and(|moves| moves > 8), "{moves} moves are no whole game");
    // A finished game is finished after a reload too, nothing moves in it any more, and all of it can be looked at again.
    browser.client.refresh().await.expect("a reload");
    browser.wait_for_text("[data-status]", &line).await;
    assert!(!play_any_move(browser, 0).await, "a man moves after the end");
    browser.click("[data-do=analyze]").await;
    browser.wait_for(".analysis .board").await;
    assert_eq!(browser.evaluate(MOVES).await, moves);
    assert_eq!(
        browser.evaluate("document.querySelector('input[name=step]').value").await,
        json!(moves.to_string())
    );
    browser.wait_for_text("[data-status]", line.split(':').next().unwrap_or(&line)).await;
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
