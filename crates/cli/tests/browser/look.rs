//! The appearance, load time and responsiveness of the page.

use serde_json::json;

use crate::support::browser::{Browser, save_artifact};
use crate::support::frames::{FrameTimes, longest_frames};
use crate::{in_browser, in_browser_exclusively};

#[test]
fn the_board_is_the_largest_thing() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(360, 640), (1280, 900)] {
            browser.set_device_size(width, height).await;
            for game in ["chess", "xiangqi", "liuzichong"] {
                browser.open_path(&format!("play/{game}")).await;
                browser.wait_for(".board").await;
                let largest = "(b => [...document.querySelectorAll('main section, main aside > *, main .player')].every(e => e.offsetWidth * e.offsetHeight <= b))((r => r.offsetWidth * r.offsetHeight)(document.querySelector('.board')))";
                assert_eq!(browser.evaluate(largest).await, json!(true), "{game} at {width}");
            }
        }
        browser
    });
}

#[test]
fn the_page_is_localized_in_three_languages_and_remembers_the_choice() {
    in_browser(async |browser: Browser| {
        for (tag, word) in [("zh-Hans", "电脑"), ("zh-Hant", "電腦"), ("en", "Computer")] {
            browser.click(&format!("select.language option[value='{tag}']")).await;
            browser.wait_for_text("[data-game=chess] [data-do=computer]", word).await;
            browser.client.refresh().await.expect("a reload");
            browser.wait_for_text("[data-game=chess] [data-do=computer]", word).await;
            assert_eq!(browser.evaluate("document.documentElement.lang").await, json!(tag));
            browser.screenshot(&format!("home-{tag}")).await;
        }
        browser
    });
}

/// Simulates a server that never answers, and records when the start page can be used.
const SILENT_SERVER: &str = "const ask = window.fetch; \
    window.fetch = (what, ...how) => String(what.url ?? what).includes('/api/') ? new Promise(() => {}) : ask(what, ...how); \
    window.WebSocket = class extends EventTarget { readyState = 0; send() {} close() {} }; \
    new MutationObserver((_, watch) => { if (document.querySelector('[data-game=chess] [data-do=computer]')) { watch.disconnect(); \
        requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); })); } }).observe(document, { childList: true, subtree: true })";

#[test]
fn the_first_page_does_not_wait_for_the_server() {
    in_browser(async |browser: Browser| {
        browser.run_before_pages(SILENT_SERVER).await;
        // As on a first visit, nothing is cached.
        let all = json!({ "origin": browser.address.trim_end_matches('/'), "storageTypes": "all" });
        browser.devtools("Storage.clearDataForOrigin", all).await;
        browser.devtools("Network.clearBrowserCache", json!({})).await;
        browser.open_path("").await;
        browser.wait_until("window.ready != null").await;
        let ready = browser.evaluate("Math.round(window.ready)").await;
        println!("the first page can be used {ready} ms after it was asked for");
        save_artifact("first-page.txt", format!("{ready} ms until the first page can be used\n").as_bytes());
        // Without an answer of the server, a local game works.
        assert_eq!(
            browser.evaluate("document.querySelector('.lobby').dataset.connection").await,
            json!("connecting")
        );
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser
    });
}

#[test]
fn the_first_page_is_small() {
    in_browser(async |browser: Browser| {
        browser.wait_for("[data-game=chess]").await;
        let bytes = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, e) => sum + e.encodedBodySize, 0)";
        let bytes = browser.evaluate(bytes).await.as_f64().expect("a number");
        println!("the first page is {bytes} bytes");
        assert!(bytes > 100_000.0 && bytes <= 700_000.0, "{bytes} bytes for the first page");
        // The engine is not loaded before it is needed.
        assert_eq!(
            browser
                .evaluate("performance.getEntriesByType('resource').some(e => e.name.includes('worker'))")
                .await,
            json!(false)
        );
        browser
    });
}

/// Fails every request for the code of the secondary pages until `allowed` is set.
const FAIL_SECONDARY_PAGES: &str = r"
    const real = window.fetch;
    window.fetch = (resource, ...rest) => !window.allowed && String(resource).includes('/pages-')
        ? Promise.reject(new TypeError('no network'))
        : real(resource, ...rest);
";

#[test]
fn a_secondary_page_is_loaded_when_it_is_opened_and_again_after_a_failure() {
    in_browser(async |browser: Browser| {
        browser.wait_for("[data-game=chess]").await;
        let is_loaded = "performance.getEntriesByType('resource').some(e => e.name.includes('/pages-') && e.initiatorType == 'fetch')";
        assert_eq!(browser.evaluate(is_loaded).await, json!(false));
        browser.run_before_pages(FAIL_SECONDARY_PAGES).await;
        browser.open_path("settings").await;
        browser.wait_for_text("[role=alert]", "This page could not be loaded.").await;
        browser.run("window.allowed = true").await;
        browser.click(".not-found button").await;
        browser.wait_for_text("h1", "Settings").await;
        assert_eq!(browser.evaluate(is_loaded).await, json!(true));
        let errors = browser.console_errors().await;
        assert!(errors.len() == 1 && errors[0].contains("no network"), "{errors:?}");
        browser
    });
}

#[test]
fn no_frame_takes_over_50_ms_while_the_computer_thinks() {
    // A middle game outside the book, in which level eight thinks all the time.
    let level = json!({ "computer": 8 });
    let position = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let opening = json!({ "game": "chess", "position": position, "players": [level, level], "seed": 7 });
    let kept = json!({ "setup": opening, "actions": [] }).to_string();
    let keep = format!("localStorage.setItem('yipan.game.chess', {})", json!(kept));
    let mut seen = Vec::new();
    // A busy machine may cause a late frame once, a page that waits for the computer causes one every time. Each attempt uses
    // a new context, and the page is clicked, so that sound is enabled.
    for _ in 0..4 {
        in_browser_exclusively(async |browser: Browser| {
            browser.open_path("settings").await;
            browser.run(&keep).await;
            let thinks = "document.querySelector('[data-status]')?.textContent.includes('thinking') ?? false";
            seen.push(longest_frames(&browser, thinks, "play/chess").await);
            browser
        });
        if seen.iter().any(FrameTimes::are_short) {
            return;
        }
    }
    panic!("the longest frames: {seen:?}");
}
