//! The layout of every page at every window size.

use serde_json::json;

use crate::community::Community;
use crate::local::{resume, resume_setup};
use crate::support::browser::Browser;
use crate::tour::apply_language_and_theme;
use crate::{RUNTIME, in_browser, online, share_machine};

/// The script that returns what overlaps, is cut or is too small.
const LAYOUT: &str = include_str!("layout.js");

/// The width and height of the windows, and the least height of the board of a plain game.
const WINDOWS: [(u32, u32, u32); 14] = [
    (320, 568, 260),
    (360, 640, 320),
    (390, 844, 380),
    (430, 932, 420),
    (568, 320, 260),
    (844, 390, 330),
    (768, 1024, 685),
    (1024, 768, 600),
    (1180, 820, 650),
    (1280, 800, 640),
    (1366, 768, 610),
    (1440, 900, 740),
    (1920, 1080, 920),
    (2560, 1440, 1280),
];

/// A board page, from which the height of the board is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Board {
    /// The board has the whole height.
    Plain,
    /// Dice take a part of the height of a narrow window.
    WithDice,
    /// The instruction of a task takes a part of the height of a narrow window, and dice of any.
    Task,
    /// The page has no board.
    None,
}

/// Audits the page at every size in every language, and saves a screenshot of every size.
async fn audit(browser: &Browser, name: &str, board: Board, errors: &mut Vec<String>) {
    for (index, (width, height, least)) in WINDOWS.into_iter().enumerate() {
        let least = match board {
            Board::Plain => least,
            // Three columns leave the whole height to the board.
            Board::WithDice if width >= 1400 => least,
            Board::WithDice | Board::Task => least * 7 / 10,
            Board::None => 0,
        };
        let theme = if index % 2 == 0 { "light" } else { "dark" };
        browser.set_device_size(width, height).await;
        for language in ["en", "zh-Hans", "zh-Hant"] {
            apply_language_and_theme(browser, language, theme).await;
            let wish = vec![json!(width), json!(height), json!(least)];
            let found = browser.client.execute_async(LAYOUT, wish).await.expect("an audit");
            let found = found.as_array().cloned().unwrap_or_default();
            errors
                .extend(found.iter().map(|error| format!("{name} at {width}x{height}, {language}: {error}")));
        }
        browser.screenshot(&format!("layout-{name}-{width}x{height}-{theme}")).await;
    }
}

#[test]
fn every_board_page_fills_every_window() {
    in_browser(async |browser: Browser| {
        let mut errors = Vec::new();
        for game in ["chess", "xiangqi", "liuzichong"] {
            resume(&browser, game, &[], None, Some(1)).await;
            audit(&browser, game, Board::Plain, &mut errors).await;
        }
        for (name, modes) in [("dice", vec!["dice-a"]), ("gravity", vec!["gravity", "dice-b", "fog"])] {
            resume(&browser, "chess", &modes, None, Some(1)).await;
            audit(&browser, name, Board::WithDice, &mut errors).await;
        }
        // The most dice, with the longest names.
        let setup = json!({
            "game": "chess", "position": null, "modes": ["dice-a"], "rules": ["dice=5", "wild=yes", "rerolls=3"],
            "players": ["human", "human"], "seed": 7,
        });
        resume_setup(&browser, &setup).await;
        audit(&browser, "five-dice", Board::WithDice, &mut errors).await;
        for game in ["chess", "xiangqi"] {
            browser.open_path(&format!("analysis/{game}")).await;
            browser.wait_for(".analysis .board").await;
            audit(&browser, &format!("analysis-{game}"), Board::Plain, &mut errors).await;
            browser.open_path(&format!("puzzles/{game}/practice")).await;
            browser.wait_for(".puzzle .board").await;
            audit(&browser, &format!("puzzle-{game}"), Board::Plain, &mut errors).await;
        }
        for task in ["learn/chess/8", "learn/xiangqi/9", "learn/dice/1", "learn/gravity/4"] {
            browser.open_path(task).await;
            browser.wait_for(".course-task .board").await;
            audit(&browser, &task.replace('/', "-"), Board::Task, &mut errors).await;
        }
        assert!(errors.is_empty(), "{errors:#?}");
        browser
    });
}

#[test]
fn every_other_page_fits_every_window() {
    in_browser(async |browser: Browser| {
        let mut errors = Vec::new();
        for path in ["", "rules/chess", "learn", "settings", "account", "players"] {
            browser.open_path(path).await;
            let name = if path.is_empty() { "home".to_owned() } else { path.replace('/', "-") };
            audit(&browser, &name, Board::None, &mut errors).await;
        }
        let config = json!({ "game": "chess", "clock": "60+0", "host_side": "first" });
        let room = online::open_room(&browser, &config).await;
        browser.open_path(&format!("room/{room}")).await;
        browser.wait_for("[data-do=seat-computer]").await;
        audit(&browser, "waiting-room", Board::None, &mut errors).await;
        browser.click("[data-do=seat-computer]").await;
        browser.click("[data-do=start]").await;
        browser.wait_for(".game .board").await;
        // A player who does not move in time aborts the game.
        browser.play_move("e2", "e4").await;
        audit(&browser, "online", Board::Plain, &mut errors).await;
        assert!(errors.is_empty(), "{errors:#?}");
        browser
    });
}

#[test]
fn every_community_page_fills_or_fits_every_window() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let community = Community::start().await;
        let mut errors = Vec::new();
        for page in &community.pages {
            page.open(&community.ada).await;
            let board = if page.has_board { Board::Task } else { Board::None };
            audit(&community.ada, page.name, board, &mut errors).await;
            apply_language_and_theme(&community.ada, "en", "light").await;
        }
        assert!(errors.is_empty(), "{errors:#?}");
        community.close().await;
    });
}
