//! Local liuzichong: the states of its UI flow.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::in_browser;
use crate::local::resume;
use crate::support::browser::Browser;

/// Black captures the white piece on c1 with a2a1.
const TAKES: &str = "w2w/3w/b3/1bw1 b";

/// Black captures the white piece on c3 with d1c1, and the other white pieces cannot move.
const TAKES_AND_BLOCKS: &str = "4/2w1/bbb1/ww1b b";

/// Records every state with its start, its move animation and its capture animation.
const WATCH: &str = "window.seen = []; const game = document.querySelector('.liuzichong-game'); new MutationObserver(() => { \
    const state = game.dataset.phase, now = performance.now(); \
    setTimeout(() => { const style = getComputedStyle(game.querySelector('.board .piece')), taken = game.querySelector('.piece.leaving > *'); \
        window.seen.push({ state, now, glide: style.transitionDuration.split(',')[0], ease: style.transitionTimingFunction.split(/,(?![^(]*\\))/)[0], \
            taken: taken && getComputedStyle(taken).animationDuration, times: taken && getComputedStyle(taken).animationIterationCount }); }, 0); \
    }).observe(game, { attributes: true, attributeFilter: ['data-phase'] })";

const PIECE_COUNT: &str = "document.querySelectorAll('.board .piece:not(.leaving)').length";

async fn wait_for_state(browser: &Browser, state: &str) {
    browser
        .wait_until(&format!("document.querySelector('.liuzichong-game').dataset.phase == '{state}'"))
        .await;
}

async fn seen(browser: &Browser) -> Vec<Value> {
    browser.evaluate("window.seen").await.as_array().cloned().expect("a list")
}

fn states(seen: &[Value]) -> Vec<&str> {
    seen.iter().filter_map(|one| one["state"].as_str()).collect()
}

/// Returns the duration of a recorded state in milliseconds.
fn lasted(seen: &[Value], number: usize) -> f64 {
    seen[number + 1]["now"].as_f64().expect("a time") - seen[number]["now"].as_f64().expect("a time")
}

#[test]
fn a_piece_follows_the_pointer_and_the_right_button_puts_it_back() {
    in_browser(async |browser: Browser| {
        resume(&browser, "liuzichong", &[], None, None).await;
        browser.run(WATCH).await;
        browser.move_mouse_to("a2", (0.0, 0.0)).await;
        browser.press_mouse_button(0).await;
        wait_for_state(&browser, "picked-up").await;
        // The piece follows the pointer without a pressed button; its cell is marked.
        let off = "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.piece.dragged').getBoundingClientRect())";
        for (cell, away) in [("c3", (9.0, -7.0)), ("d4", (150.0, 20.0))] {
            browser.move_mouse_to(cell, away).await;
            let want = browser
                .evaluate(&format!("(r => [r.x + r.width / 2 + {}, r.y + r.height / 2 + {}])(document.querySelector('[data-cell={cell}]').getBoundingClientRect())", away.0, away.1))
                .await;
            browser.wait_until(&format!("({off}).every((at, i) => Math.abs(at - {want}[i]) < 4)")).await;
        }
        browser.wait_for(".selected-cell").await;
        assert_eq!(
            browser
                .evaluate(
                    "[...document.querySelectorAll('.liuzichong-game .panel button:not([data-do=zen])')].every(b => b.disabled)"
                )
                .await,
            json!(true)
        );
        browser.screenshot("liuzichong-held").await;
        // The right button also works outside the board.
        browser.press_mouse_button(2).await;
        wait_for_state(&browser, "waiting").await;
        assert_eq!(browser.piece_at("a2").await.as_deref(), Some("1B"));
        // An illegal point or the piece's own point cancels the move too.
        for to in ["d3", "a2"] {
            browser.click_cell("a2").await;
            wait_for_state(&browser, "picked-up").await;
            browser.click_cell(to).await;
            wait_for_state(&browser, "waiting").await;
        }
        let seen = seen(&browser).await;
        let (put_back, picked) = ("putting-back", "picked-up");
        assert_eq!(
            states(&seen),
            [picked, put_back, "waiting", picked, put_back, "waiting", picked, "moving", "waiting"]
        );
        assert!(lasted(&seen, 1) >= 295.0, "{seen:?}");
        browser.wait_for_text(".message", "d3").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.move').length").await, json!(0));
        browser
    });
}

#[test]
fn a_capture_blinks_and_control_z_brings_the_piece_back() {
    in_browser(async |browser: Browser| {
        resume(&browser, "liuzichong", &[], Some(TAKES), None).await;
        browser.run(WATCH).await;
        browser.drag("a2", "a1").await;
        browser.wait_until("document.querySelectorAll('.move').length == 1").await;
        assert_eq!((browser.piece_at("c1").await, browser.evaluate(PIECE_COUNT).await), (None, json!(5)));
        browser.control('z').await;
        browser.wait_until("document.querySelectorAll('.move').length == 0").await;
        assert_eq!(browser.piece_at("c1").await.as_deref(), Some("2W"));
        assert_eq!(browser.piece_at("a2").await.as_deref(), Some("1B"));
        let seen = seen(&browser).await;
        assert_eq!(states(&seen), ["picked-up", "moving", "capturing", "waiting", "taking-back", "waiting"]);
        // The timings of the original game.
        assert!(
            lasted(&seen, 1) >= 295.0 && lasted(&seen, 2) >= 995.0 && lasted(&seen, 4) >= 395.0,
            "{seen:?}"
        );
        assert_eq!((&seen[1]["glide"], &seen[1]["ease"]), (&json!("0.3s"), &json!("ease-in-out")));
        assert_eq!((&seen[2]["taken"], &seen[2]["times"]), (&json!("0.2s, 0.4s"), &json!("3, 1")));
        assert_eq!((&seen[4]["glide"], &seen[4]["ease"]), (&json!("0.4s"), &json!("ease-out")));
        browser
    });
}

#[test]
fn the_result_is_shown_with_take_back_and_a_new_game() {
    in_browser(async |browser: Browser| {
        resume(&browser, "liuzichong", &[], Some(TAKES_AND_BLOCKS), Some(1)).await;
        browser.play_move("d1", "c1").await;
        browser.wait_for_text("[data-game-over]", "You won").await;
        browser.wait_for_text("[data-status]", "You won · White cannot move").await;
        browser.screenshot("liuzichong-result").await;
        // The final board can be looked at, and the card opened again.
        browser.key(Key::Escape).await;
        browser.wait_until("document.querySelector('[data-game-over]') == null").await;
        browser.click("[data-do=show-result]").await;
        browser.click("[data-do=game-over-take-back]").await;
        wait_for_state(&browser, "waiting").await;
        assert_eq!(
            (browser.piece_at("c3").await.as_deref(), browser.evaluate(PIECE_COUNT).await),
            (Some("2W"), json!(7))
        );
        assert_eq!(browser.evaluate("document.querySelector('[data-game-over]')").await, json!(null));
        browser.play_move("d1", "c1").await;
        browser.wait_for("[data-game-over]").await;
        // The game is still over after a reload.
        browser.client.refresh().await.expect("a reload");
        browser.wait_for_text("[data-game-over]", "You won").await;
        browser.click("[data-do=game-over-new]").await;
        wait_for_state(&browser, "waiting").await;
        assert_eq!(
            (browser.evaluate(PIECE_COUNT).await, browser.piece_at("a2").await.as_deref()),
            (json!(12), Some("1B"))
        );
        assert_eq!(browser.evaluate("document.querySelector('[data-game-over]')").await, json!(null));
        browser
    });
}

/// A computer that answers on demand.
const SLOW: &str = "window.Worker = class { constructor() { window.slow = this; } terminate() {} \
    postMessage(text) { window.asked = JSON.parse(text); } }";

#[test]
fn all_controls_are_disabled_while_the_computer_thinks() {
    in_browser(async |browser: Browser| {
        resume(&browser, "liuzichong", &[], None, Some(2)).await;
        browser.run(SLOW).await;
        browser.play_move("a2", "b2").await;
        wait_for_state(&browser, "thinking").await;
        browser.wait_until("window.asked != null").await;
        assert_eq!(
            browser.evaluate("window.asked.query").await,
            json!({ "query": "move", "side": "second", "level": 2 })
        );
        let turning = "getComputedStyle(document.querySelector('.spinner'))";
        assert_eq!(
            browser.evaluate(&format!("[{turning}.display, {turning}.animationName]")).await,
            json!(["inline-block", "spin"])
        );
        assert_eq!(browser.evaluate("[...document.querySelectorAll('.liuzichong-game button')].filter(b => !b.closest('dialog') && b.dataset.do != 'zen').every(b => b.disabled)").await, json!(true));
        browser.screenshot("liuzichong-thinking").await;
        for cell in ["b1", "a3"] {
            browser.click_cell(cell).await;
        }
        browser.type_into(".inline-form input", "b1a2").await;
        browser.control('z').await;
        for key in [Key::Enter, Key::F2, Key::F4] {
            browser.key(key).await;
        }
        let still = "[document.querySelector('.liuzichong-game').dataset.phase, document.querySelectorAll('.move').length, document.querySelectorAll('.selected-cell').length]";
        assert_eq!(browser.evaluate(still).await, json!(["thinking", 1, 0]));
        browser.run("window.slow.onmessage(new MessageEvent('message', { data: JSON.stringify({ id: window.asked.id, action: 'a3b3', evaluation_text: ['', '', ''], pawns: null, tablebase_moves: [] }) }))").await;
        wait_for_state(&browser, "waiting").await;
        assert_eq!(browser.piece_at("b3").await.as_deref(), Some("2W"));
        // The takeback now undoes both moves.
        browser.click("[data-do=take-back]").await;
        browser.wait_until("document.querySelectorAll('.move').length == 0").await;
        browser
    });
}

#[test]
fn a_game_is_saved_with_f4_and_opened_with_f3() {
    in_browser(async |browser: Browser| {
        let directory = std::env::temp_dir().join(format!("yipan-6zc-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("the directory is created");
        let keep = |name: &str, text: &str| {
            let path = directory.join(name);
            std::fs::write(&path, text).expect("a file");
            path.display().to_string()
        };
        resume(&browser, "liuzichong", &[], None, Some(1)).await;
        browser.play_move("a2", "b2").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        let board = "[...document.querySelectorAll('.piece')].map(m => m.dataset.at + m.dataset.piece).sort().join(' ')";
        let before = browser.evaluate(board).await;
        browser.run("const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return make.call(URL, blob); }").await;
        browser.key(Key::F4).await;
        browser.wait_until("window.saved != null").await;
        let saved = browser.evaluate("window.saved").await.as_str().expect("a text").to_owned();
        let file: Value = serde_json::from_str(&saved).expect("JSON");
        assert_eq!(
            (&file["version"], &file["current_turn"], &file["player_side"]),
            (&json!(1), &json!("Black"), &json!("Black"))
        );
        assert_eq!((&file["board"][4], &file["board"][5]), (&json!(0), &json!(1)));
        browser.key(Key::F2).await;
        browser.wait_until("document.querySelectorAll('.move').length == 0").await;
        assert_eq!(browser.piece_at("a2").await.as_deref(), Some("1B"));
        // F3 opens a file dialog, which the driver answers.
        browser.run("window.chosen = 0; document.querySelector('input[name=file]').addEventListener('click', event => { event.preventDefault(); window.chosen += 1; })").await;
        browser.key(Key::F3).await;
        browser.wait_until("window.chosen == 1").await;
        browser.type_into("input[name=file]", &keep("kept.6zc", &saved)).await;
        browser.wait_until(&format!("{board} == {before}")).await;
        browser.wait_for_text("[data-status]", "Your move (Black)").await;
        // An invalid file is rejected in the language of the page, and the game is unchanged.
        browser.type_into("input[name=file]", &keep("no.6zc", "{\"version\": 1}")).await;
        browser.wait_for_text(".message", "Saved game: the field `board`").await;
        browser.wait_for("select.language option[value='zh-Hans']").await.click().await.expect("a choice");
        browser.type_into("input[name=file]", &keep("nonsense.6zc", "\u{0}MZ")).await;
        browser.wait_for_text(".message", "存档：从第 1 个字符起不是 JSON 对象").await;
        assert_eq!(browser.evaluate(board).await, before);
        let _ = std::fs::remove_dir_all(&directory);
        browser
    });
}

#[test]
fn it_is_played_by_keyboard_touch_and_with_move_confirmation() {
    in_browser(async |browser: Browser| {
        resume(&browser, "liuzichong", &[], None, None).await;
        browser.run("document.querySelector('[data-cell=a2]').focus()").await;
        for key in [Key::Enter, Key::Right, Key::Enter] {
            browser.key(key).await;
        }
        browser.wait_until("document.querySelectorAll('.move').length == 1").await;
        browser.wait_for_text("[role=status].live-region", "Black: a2b2. White to move").await;
        browser.swipe("a3", "b3").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser
            .run("localStorage.setItem('yipan.settings', JSON.stringify({ confirm_moves: true, language: 'en' }))")
            .await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".liuzichong-game .board").await;
        browser.play_move("a1", "a2").await;
        browser.click("[data-do=cancel]").await;
        wait_for_state(&browser, "waiting").await;
        assert_eq!(browser.piece_at("a1").await.as_deref(), Some("1B"));
        browser.play_move("a1", "a2").await;
        browser.click("[data-do=confirm]").await;
        browser.wait_until("document.querySelectorAll('.move').length == 3").await;
        assert_eq!(browser.piece_at("a2").await.as_deref(), Some("1B"));
        browser
    });
}
