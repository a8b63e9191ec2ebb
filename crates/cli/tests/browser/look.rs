//! How the page looks, loads and reads.

use serde_json::json;

use crate::browser::{Browser, keep};
use crate::{alone_in_browser, in_browser};

#[test]
fn the_board_is_the_largest_thing() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(360, 640), (1280, 900)] {
            browser.device(width, height).await;
            for game in ["chess", "xiangqi", "liuzichong"] {
                browser.go(&format!("play/{game}")).await;
                let largest = "(b => [...document.querySelectorAll('main section, main aside > *, main .player')].every(e => e.offsetWidth * e.offsetHeight <= b))((r => r.offsetWidth * r.offsetHeight)(document.querySelector('.board')))";
                assert_eq!(browser.ask(largest).await, json!(true), "{game} at {width}");
            }
        }
        browser
    });
}

#[test]
fn the_page_speaks_three_languages_and_remembers_which() {
    in_browser(async |browser: Browser| {
        for (tag, word) in [("zh-Hans", "与电脑对弈"), ("zh-Hant", "與電腦對弈"), ("en", "Play the computer")]
        {
            browser.click(&format!("select.language option[value='{tag}']")).await;
            browser.see_text("[data-game=chess] [data-do=computer]", word).await;
            browser.client.refresh().await.expect("a reload");
            browser.see_text("[data-game=chess] [data-do=computer]", word).await;
            assert_eq!(browser.ask("document.documentElement.lang").await, json!(tag));
            browser.photograph(&format!("home-{tag}")).await;
        }
        browser
    });
}

/// A hall that never answers, and the time when the first game can be chosen and has been painted.
const SILENT: &str = "const ask = window.fetch; \
    window.fetch = (what, ...how) => String(what.url ?? what).includes('/api/') ? new Promise(() => {}) : ask(what, ...how); \
    window.WebSocket = class extends EventTarget { readyState = 0; send() {} close() {} }; \
    new MutationObserver((_, watch) => { if (document.querySelector('[data-game=chess] [data-do=computer]')) { watch.disconnect(); \
        requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); })); } }).observe(document, { childList: true, subtree: true })";

#[test]
fn the_first_page_waits_for_nothing_but_itself() {
    in_browser(async |browser: Browser| {
        browser.before_pages(SILENT).await;
        // As at the very first visit: nothing is kept.
        let all = json!({ "origin": browser.address.trim_end_matches('/'), "storageTypes": "all" });
        browser.tell("Storage.clearDataForOrigin", all).await;
        browser.tell("Network.clearBrowserCache", json!({})).await;
        browser.go("").await;
        browser.until("window.ready != null").await;
        let ready = browser.ask("Math.round(window.ready)").await;
        println!("the first page can be used {ready} ms after it was asked for");
        keep("first-page.txt", format!("{ready} ms until the first page can be used\n").as_bytes());
        // The hall has said nothing, and a game can be begun and is answered.
        assert_eq!(browser.ask("document.querySelector('.lobby').dataset.link").await, json!("new"));
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play("e2", "e4").await;
        browser.until("document.querySelectorAll('.move').length == 2").await;
        browser
    });
}

#[test]
fn the_first_page_is_small() {
    in_browser(async |browser: Browser| {
        browser.see("[data-game=chess]").await;
        let bytes = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, e) => sum + e.encodedBodySize, 0)";
        let bytes = browser.ask(bytes).await.as_f64().expect("a number");
        assert!(bytes > 100_000.0 && bytes <= 700_000.0, "{bytes} bytes for the first page");
        // The engine is not asked for before it is needed.
        assert_eq!(
            browser
                .ask("performance.getEntriesByType('resource').some(e => e.name.includes('worker'))")
                .await,
            json!(false)
        );
        browser
    });
}

/// The longest time between two frames, in milliseconds, over so long; with `thinking`, only while the computer thinks.
async fn longest_gap(browser: &Browser, millis: u32, thinking: bool) -> f64 {
    const WATCH: &str = r"
        const [millis, thinking, done] = arguments;
        const counts = () => !thinking || document.querySelector('[data-line]').textContent.includes('thinking');
        let [last, was, sum, worst] = [performance.now(), counts(), 0, 0];
        const frame = now => {
            const [gap, is] = [now - last, counts()];
            if (was || is) { sum += gap; worst = Math.max(worst, gap); }
            [last, was] = [now, is];
            if (sum < millis) { requestAnimationFrame(frame); } else { done(worst); }
        };
        requestAnimationFrame(frame);
    ";
    let arguments = vec![json!(millis), json!(thinking)];
    let worst = browser.client.execute_async(WATCH, arguments).await.expect("frames are painted");
    worst.as_f64().expect("a number")
}

#[test]
fn no_frame_takes_over_50_ms_while_the_computer_thinks() {
    alone_in_browser(async |browser: Browser| {
        // A middle game out of every book, played by the eighth level against itself: it thinks all the time.
        let level = json!({ "computer": 8 });
        let position = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";
        let opening = json!({ "game": "chess", "position": position, "chairs": [level, level], "seed": 7 });
        let kept = json!({ "opening": opening, "acts": [] }).to_string();
        let keep = format!("localStorage.setItem('yipan.game.chess', {})", json!(kept));
        let mut seen = Vec::new();
        // A machine that is busy with something else may be late at any time, but a page that waits for the computer is
        // late every time.
        for _ in 0..4 {
            browser.go("settings").await;
            let idle = longest_gap(&browser, 1_000, false).await;
            browser.client.execute(&keep, Vec::new()).await.expect("it can be kept");
            browser.go("play/chess").await;
            browser.see_text("[data-line]", "thinking").await;
            let thinking = longest_gap(&browser, 2_500, true).await;
            if thinking <= 50.0_f64.max(2.0 * idle) {
                return browser;
            }
            seen.push((idle, thinking));
        }
        panic!("the longest gaps between frames, idle and thinking, in milliseconds: {seen:?}");
    });
}
