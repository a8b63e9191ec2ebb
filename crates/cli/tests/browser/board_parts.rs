//! The parts around the board: size handle, player bars, move list, dice and actions.

use std::time::Duration;

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::in_browser;
use crate::local::resume;
use crate::support::browser::Browser;

/// Stores a chess game of two players on this device in the browser and opens it.
async fn open_game(browser: &Browser, position: Option<&str>, options: [&[&str]; 2], moves: &[String]) {
    let [modes, rules] = options;
    let setup = json!({ "game": "chess", "position": position, "modes": modes, "rules": rules, "players": ["human", "human"], "seed": 7 });
    let stored = json!({ "setup": setup, "actions": moves }).to_string();
    browser.run(&format!("localStorage.setItem('yipan.game.chess', {})", json!(stored))).await;
    browser.open_path("play/chess").await;
    browser.wait_for(".game .board").await;
}

/// Returns the position and size of an element.
async fn rect(browser: &Browser, css: &str) -> [f64; 4] {
    let found = browser
        .evaluate(&format!(
            "(r => [r.x, r.y, r.width, r.height])(document.querySelector({}).getBoundingClientRect())",
            json!(css)
        ))
        .await;
    let numbers: Vec<f64> = found.as_array().expect("numbers").iter().filter_map(Value::as_f64).collect();
    numbers.try_into().expect("four numbers")
}

#[test]
fn the_board_size_is_changed_by_keyboard_and_kept() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        resume(&browser, "chess", &[], None, None).await;
        let [_, _, full, _] = rect(&browser, ".board").await;
        browser.run("document.querySelector('.board-size').focus()").await;
        for _ in 0..10 {
            browser.key(Key::Left).await;
        }
        let [_, _, smaller, _] = rect(&browser, ".board").await;
        assert!((smaller - 0.8 * full).abs() < 1.0, "{smaller} of {full}");
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".game .board").await;
        let [_, _, kept, _] = rect(&browser, ".board").await;
        assert!((kept - smaller).abs() < 1.0, "{kept}, not {smaller}");
        browser.run("document.querySelector('.board-size').focus()").await;
        browser.key(Key::End).await;
        let [_, _, again, _] = rect(&browser, ".board").await;
        assert!((again - full).abs() < 1.0, "{again}, not {full}");
        browser
    });
}

#[test]
fn with_gravity_the_names_are_at_the_left_and_the_right() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(390, 844), (1280, 800)] {
            browser.set_device_size(width, height).await;
            resume(&browser, "chess", &["gravity"], None, None).await;
            let [left, left_top, ..] = rect(&browser, ".bar-slot.bottom").await;
            let [right, right_top, ..] = rect(&browser, ".bar-slot.top").await;
            assert!(left < right && (left_top - right_top).abs() < 1.0);
            // White plays from the left.
            browser.wait_for_text(".bar-slot.bottom", "White").await;
            let [white, ..] = rect(&browser, "[data-cell=e1]").await;
            let [black, ..] = rect(&browser, "[data-cell=e8]").await;
            assert!(white < black);
        }
        browser
    });
}

#[test]
fn the_board_size_follows_the_mouse() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(1280, 800).await;
        resume(&browser, "chess", &[], None, None).await;
        let [_, _, full, _] = rect(&browser, ".board").await;
        let [x, y, width, height] = rect(&browser, ".board-size").await;
        let (x, y) = (x + width / 2.0, y + height / 2.0);
        let wait = Some(Duration::from_millis(60));
        let step = |to: f64| PointerAction::MoveTo { duration: wait, x: to, y };
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: 0 });
        let mouse =
            (1..=20).fold(mouse, |mouse, number| mouse.then(step(x - 5.0 * f64::from(number.min(16)))));
        browser.client.perform_actions(mouse.then(PointerAction::Up { button: 0 })).await.expect("a drag");
        let [handle, _, width, _] = rect(&browser, ".board-size").await;
        let [_, _, smaller, _] = rect(&browser, ".board").await;
        assert!(smaller < full - 60.0, "{smaller} of {full}");
        assert!((handle + width / 2.0 - (x - 80.0)).abs() < 12.0, "the handle is at {handle}");
        browser
    });
}

#[test]
fn captured_pieces_do_not_overlap() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(390, 844), (1280, 800)] {
            browser.set_device_size(width, height).await;
            // A rook takes six pawns.
            let moves =
                ["a1a4", "h8g8", "a4b4", "g8h8", "b4c4", "h8g8", "c4d4", "g8h8", "d4e4", "h8g8", "e4f4"];
            let position = Some("7k/8/8/8/pppppp2/8/8/R6K w - - 0 1");
            open_game(&browser, position, [&[], &[]], &moves.map(str::to_owned)).await;
            let rects = "[...document.querySelectorAll('.bar-slot.bottom [data-captured] > svg')].map(piece => piece.getBoundingClientRect())";
            let overlap = format!(
                "{rects}.some((rect, index, all) => index > 0 && rect.left < all[index - 1].right - .5)"
            );
            assert_eq!(browser.evaluate(&format!("{rects}.length")).await, json!(6));
            assert_eq!(browser.evaluate(&overlap).await, json!(false), "at {width}");
        }
        browser
    });
}

#[test]
fn the_current_move_is_whole_in_a_long_list() {
    in_browser(async |browser: Browser| {
        // Every pawn goes one step, then a second one.
        let pawns = |[white, black]: [[char; 2]; 2]| {
            ('a'..='h').flat_map(move |file| {
                [
                    format!("{file}{}{file}{}", white[0], white[1]),
                    format!("{file}{}{file}{}", black[0], black[1]),
                ]
            })
        };
        let moves: Vec<String> =
            pawns([['2', '3'], ['7', '6']]).chain(pawns([['3', '4'], ['6', '5']])).collect();
        for (width, height) in [(390, 844), (844, 390), (1280, 800)] {
            browser.set_device_size(width, height).await;
            open_game(&browser, None, [&[], &[]], &moves).await;
            let is_whole = "((item, list) => item.top >= list.top && item.bottom <= list.bottom && item.left >= list.left && item.right <= list.right)\
                (document.querySelector('.move.current').getBoundingClientRect(), document.querySelector('.moves ol').getBoundingClientRect())";
            browser.wait_until(is_whole).await;
            let [.., list_height] = rect(&browser, ".moves ol").await;
            assert!((list_height < 45.0) == (width == 390), "the list is {list_height} high at {width}");
            // The list has more moves than it shows.
            let is_scrolled =
                "(list => list.scrollTop + list.scrollLeft > 20)(document.querySelector('.moves ol'))";
            assert_eq!(browser.evaluate(is_scrolled).await, json!(true), "at {width}");
        }
        browser
    });
}

#[test]
fn dice_keep_a_distance_from_their_button() {
    in_browser(async |browser: Browser| {
        for (width, height) in [(390, 844), (1280, 800)] {
            browser.set_device_size(width, height).await;
            open_game(&browser, None, [&["dice-a"], &["dice=5", "rerolls=3"]], &[]).await;
            browser.wait_for(".dice-slot.bottom .die").await;
            let [x, _, die_width, _] = rect(&browser, ".die:last-of-type").await;
            let [button, _, button_width, _] = rect(&browser, ".dice > button").await;
            assert!(button - (x + die_width) >= 6.0, "at {width}");
            assert!(button + button_width <= f64::from(width), "at {width}");
            // The dice of the other side have their place already.
            let [.., above] = rect(&browser, ".dice-slot.top").await;
            let [.., below] = rect(&browser, ".dice-slot.bottom").await;
            assert!(above > 40.0 && (above - below).abs() < 1.0, "{above} and {below}");
        }
        browser
    });
}

#[test]
fn on_a_phone_the_actions_are_in_sight_and_moves_are_not_typed() {
    in_browser(async |browser: Browser| {
        browser.set_device_size(390, 844).await;
        browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
        for game in ["chess", "xiangqi", "liuzichong"] {
            resume(&browser, game, &[], None, Some(1)).await;
            let hidden = "[...document.querySelectorAll('.actions-slot button, .actions-slot .button')].filter(button => \
                (rect => rect.bottom > innerHeight || rect.right > innerWidth)(button.getBoundingClientRect())).length";
            assert_eq!(browser.evaluate(hidden).await, json!(0), "{game}");
            let typing = "getComputedStyle(document.querySelector('.move-input')).display";
            assert_eq!(browser.evaluate(typing).await, json!("none"), "{game}");
        }
        browser
    });
}
