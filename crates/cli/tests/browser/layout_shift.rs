//! Layout shifts: nothing moves during a game.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::in_browser;
use crate::local::resume;
use crate::support::browser::{Browser, TIMEOUT};

/// Starts to record the layout shifts, also those right after a press, which browsers forgive.
const RECORD_SHIFTS: &str = "window.shifts = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push({
        value: entry.value,
        of: entry.sources.map(source => (source.node?.outerHTML ?? source.node?.textContent ?? '').slice(0, 100)),
    }))).observe({ type: 'layout-shift' })";

/// Fails if anything has moved since `RECORD_SHIFTS`.
async fn expect_no_shift(browser: &Browser, situation: &str) {
    // Shifts are reported after the frame.
    let frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))";
    browser.client.execute_async(frames, Vec::new()).await.expect("two frames");
    let sum = browser.evaluate("window.shifts.reduce((sum, shift) => sum + shift.value, 0)").await;
    let shifts = browser.evaluate("window.shifts.filter(shift => shift.value > .0005)").await;
    assert!(sum.as_f64().is_some_and(|sum| sum < 0.005), "{situation}: {sum}, {shifts:#}");
}

/// Plays an illegal move until it is explained. During the computer's animation it is a premove, which is dropped in silence.
async fn play_illegal_move(browser: &Browser, from: &str, to: &str) {
    let start = Instant::now();
    while browser.evaluate("document.querySelector('.message').textContent").await == "" {
        assert!(start.elapsed() < TIMEOUT, "{from} to {to} is not explained");
        browser.click_cell(from).await;
        browser.click_cell(to).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

#[test]
fn nothing_moves_during_a_game_against_the_computer() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(390, 844), (844, 390), (1280, 800), (1920, 1080)] {
            let place = |what: &str| format!("{what} at {width}x{height}");
            browser.set_device_size(width, height).await;
            resume(&browser, "chess", &[], None, Some(1)).await;
            browser.run(RECORD_SHIFTS).await;
            for (number, (from, to)) in [("b1", "c3"), ("g1", "f3"), ("a2", "a3")].into_iter().enumerate() {
                play_illegal_move(&browser, "h1", "h8").await;
                expect_no_shift(&browser, &place("refusal")).await;
                browser.play_move(from, to).await;
                let answered = 2 * (number + 1);
                browser.wait_until(&format!("document.querySelectorAll('.move').length >= {answered}")).await;
                expect_no_shift(&browser, &place("move")).await;
            }
            browser.run("document.querySelector('.move').click()").await;
            browser.wait_for("[data-history]").await;
            expect_no_shift(&browser, &place("browsing")).await;
        }
        browser
    });
}

/// Picks up the first piece that a die allows, and plays its first move.
const PLAY_ANY_MOVE: &str = "const done = arguments[0], pieces = [...document.querySelectorAll('.piece.first:not(.leaving)')].map(piece => piece.dataset.at);
    const press = at => document.querySelector(`[data-cell=${at}]`).dispatchEvent(Object.assign(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    const next = () => {
        if (!pieces.length) { return done(false); }
        const at = pieces.shift(), cell = document.querySelector(`[data-cell=${at}]`);
        cell.focus();
        press(at);
        requestAnimationFrame(() => {
            const target = document.querySelector('[data-target]')?.dataset.target;
            if (!target) { return next(); }
            document.querySelector(`[data-cell=${target}]`).focus();
            press(target);
            done(true);
        });
    };
    next();";

#[test]
fn nothing_moves_when_dice_are_rolled() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(390, 844), (1280, 800)] {
            browser.set_device_size(width, height).await;
            resume(&browser, "chess", &["dice-a"], None, Some(1)).await;
            browser.wait_for(".die").await;
            browser.run(RECORD_SHIFTS).await;
            // A piece without a die is refused.
            for cell in ["a1", "c1", "d1", "e1", "g1"] {
                browser.click_cell(cell).await;
            }
            let own_turn = "document.querySelector('.bar-slot.bottom .player.turn') != null && !document.querySelector('[data-status]').textContent.includes('thinking')";
            for _ in 0..4 {
                browser.wait_until(own_turn).await;
                let moves = browser.evaluate("document.querySelectorAll('.move').length").await;
                let played = browser.client.execute_async(PLAY_ANY_MOVE, Vec::new()).await.expect("a move");
                if played == json!(true) {
                    browser.wait_until(&format!("document.querySelectorAll('.move').length > {moves}")).await;
                }
                expect_no_shift(&browser, &format!("dice at {width}x{height}")).await;
            }
        }
        browser
    });
}
