//! The opening explorer of the analysis page.

use serde_json::json;

use crate::online::open_room;
use crate::ratings::sign_up;
use crate::support::browser::Browser;
use crate::{in_browser, in_two_browsers};

const MAIN_LINE: &str =
    "[...document.querySelectorAll('.tree .turn .move')].map(one => one.textContent.trim()).join(' ')";

#[test]
fn the_explorer_follows_the_board_and_plays_the_moves_of_a_finished_game() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sign_up(&host, "Ada").await;
        sign_up(&guest, "Bob").await;
        let config = json!({ "game": "chess", "clock": "3+2", "rated": true, "auto_start": true });
        let room = open_room(&host, &config).await;
        host.open_path(&format!("room/{room}")).await;
        guest.open_path(&format!("room/{room}")).await;
        guest.click("[data-do=sit]").await;
        for player in [&host, &guest] {
            player.wait_for(".game .board").await;
        }
        // The sides are random.
        let status = host.evaluate("document.querySelector('[data-status]').textContent").await;
        let is_host_first = status.as_str().is_some_and(|text| text.contains("Your move"));
        let (first, second) = if is_host_first { (&host, &guest) } else { (&guest, &host) };
        for (mover, side, from, to) in [
            (first, "White", "e2", "e4"),
            (second, "Black", "e7", "e5"),
            (first, "White", "g1", "f3"),
            (second, "Black", "b8", "c6"),
        ] {
            mover.wait_for_text("[data-status]", &format!("Your move ({side})")).await;
            mover.play_move(from, to).await;
        }
        first.wait_for_text("[data-status]", "Your move (White)").await;
        second.confirm("resign").await;
        second.wait_for("[data-rating-changes]").await;

        host.set_device_size(1280, 800).await;
        host.open_path("analysis/chess").await;
        host.click("[data-do=explorer]").await;
        host.wait_for_text("[data-explorer-move=e2e4]", "e4").await;
        host.wait_for_text("[data-explorer-move=e2e4]", "1500").await;
        host.wait_for(&format!(".explorer-games a[href='/game/{room}']")).await;
        host.screenshot_full_page("explorer").await;
        for (action, notation) in [("e2e4", "e5"), ("e7e5", "Nf3"), ("g1f3", "Nc6")] {
            host.click(&format!("[data-explorer-move={action}]")).await;
            host.wait_for_text(".explorer-move b", notation).await;
        }
        host.wait_until(&format!("{MAIN_LINE}.split(' ').length == 3")).await;
        // Back at the start the moves are known, also without a connection.
        host.run("window.fetch = () => Promise.reject(new Error('offline'))").await;
        host.click("[data-do=start]").await;
        host.wait_for_text(".explorer-move b", "e4").await;
        host.play_move("d2", "d4").await;
        host.wait_for_text(".explorer [role=alert]", "You are offline.").await;
        host.set_device_size(360, 640).await;
        host.screenshot_full_page("explorer-phone").await;
        let is_too_wide = "document.documentElement.scrollWidth > innerWidth";
        assert_eq!(host.evaluate(is_too_wide).await, json!(false));
        (host, guest)
    });
}

#[test]
fn liuzichong_has_the_value_of_each_move() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(360, 640).await;
        browser.open_path("analysis/liuzichong").await;
        browser.click("[data-do=explorer]").await;
        browser.wait_for_text("[data-explorer-move=a2b2]", "draw").await;
        browser.wait_for_text(".explorer", "No finished game").await;
        browser.screenshot_full_page("explorer-liuzichong-phone").await;
        for (tag, word) in [("zh-Hans", "开局库"), ("zh-Hant", "開局庫")] {
            browser
                .run(&format!(
                    "const select = document.querySelector('select.language'); select.value = '{tag}';
                 select.dispatchEvent(new Event('change', {{ bubbles: true }}));"
                ))
                .await;
            browser.wait_for_text("[data-do=explorer]", word).await;
        }
        browser
    });
}
