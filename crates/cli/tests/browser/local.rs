//! Local games.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::in_browser;
use crate::support::browser::Browser;

/// Stores a local game in the browser and opens it.
pub(crate) async fn resume(
    browser: &Browser,
    game: &str,
    modes: &[&str],
    position: Option<&str>,
    level: Option<u8>,
) {
    let second = level.map_or(json!("human"), |level| json!({ "computer": level }));
    let setup = json!({ "game": game, "position": position, "modes": modes, "rules": [], "players": ["human", second], "seed": 7 });
    resume_setup(browser, &setup).await;
}

/// Stores a local game with this setup in the browser and opens it.
pub(crate) async fn resume_setup(browser: &Browser, setup: &Value) {
    let game = setup["game"].as_str().expect("a game");
    let kept = json!({ "setup": setup, "actions": [] }).to_string();
    let line = format!("localStorage.setItem('yipan.game.{game}', {})", json!(kept));
    browser.client.execute(&line, Vec::new()).await.expect("it can be kept");
    browser.open_path(&format!("play/{game}")).await;
    browser.wait_for(".game .board").await;
}

#[test]
fn a_move_before_the_hint_is_there_is_answered_all_the_same() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.wait_for(".game .board").await;
        browser.click("[data-do=hint]").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser
    });
}

#[test]
fn the_hint_says_why() {
    in_browser(async |browser: Browser| {
        let fork = "q3k3/8/8/3N4/8/8/5PPP/6K1 w - - 0 30";
        resume(&browser, "chess", &[], Some(fork), Some(3)).await;
        browser.click("[data-do=hint]").await;
        browser.wait_for_text(".message", "attacks the king and the queen at once").await;
        browser
    });
}

#[test]
fn chess_is_played_against_the_computer_to_mate() {
    in_browser(async |browser: Browser| {
        // The start page is two clicks away from the first move.
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser.screenshot("chess").await;
        // Two rooks mate in two against any defense.
        resume(&browser, "chess", &[], Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), Some(3)).await;
        browser.play_move("a2", "a7").await;
        // The status may still be that of before the first move.
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser.wait_for_text("[data-status]", "Your move (White)").await;
        browser.play_move("b1", "b8").await;
        browser.wait_for_text("[data-status]", "You won · checkmate").await;
        browser.screenshot("chess-mate").await;
        browser
    });
}

#[test]
fn xiangqi_is_played_in_chinese_notation_and_to_the_end() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=xiangqi] [data-do=computer]").await;
        browser.type_into(".inline-form input", "炮二平五").await;
        browser.key(Key::Enter).await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        assert_eq!(browser.piece_at("e2").await.as_deref(), Some("1C"));
        browser.screenshot("xiangqi").await;
        resume(&browser, "xiangqi", &[], Some("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"), Some(1)).await;
        browser.play_move("e1", "d1").await;
        browser.wait_for_text("[data-status]", "You won").await;
        browser
    });
}

#[test]
fn liuzichong_is_played_from_the_first_move_to_the_last() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=liuzichong] [data-do=computer]").await;
        browser.wait_for(".game .board").await;
        browser.screenshot("liuzichong").await;
        for _ in 0..120 {
            if browser
                .evaluate(
                    "document.querySelector('[data-status]').textContent.match(/won|lost|Draw/) != null",
                )
                .await
                == json!(true)
            {
                browser.screenshot("liuzichong-over").await;
                return browser;
            }
            // Plays the move of the hint.
            browser.wait_until("!document.querySelector('[data-do=hint]').disabled").await;
            browser.click("[data-do=hint]").await;
            browser.wait_for_text(".message", "Try ").await;
            let hint = browser.text(".message").await;
            let mv = hint.split_whitespace().nth(1).expect("a move").trim_end_matches('.').to_owned();
            let before = browser
                .evaluate("document.querySelectorAll('.move').length")
                .await
                .as_u64()
                .expect("a number");
            browser.click_cell(&mv[..2]).await;
            browser.click_cell(&mv[2..4]).await;
            browser
                .wait_until(&format!(
                    "document.querySelectorAll('.move').length >= {} || document.querySelector('[data-status]').textContent.match(/won|lost|Draw/) != null",
                    before + 2
                ))
                .await;
        }
        panic!("a game with six pieces a side must end within 120 moves");
    });
}

#[test]
fn an_illegal_move_is_explained_in_the_language_of_the_page() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.click_cell("a1").await;
        browser.click_cell("a3").await;
        browser.wait_for_text(".message", "a2").await;
        browser.wait_for("select.language option[value='zh-Hant']").await.click().await.expect("a choice");
        browser.wait_until("document.documentElement.lang == 'zh-Hant'").await;
        browser.click_cell("a1").await;
        browser.click_cell("a3").await;
        browser.wait_for_text(".message", "去路被 a2 的棋子擋住").await;
        browser
    });
}

#[test]
fn in_fog_hidden_pieces_are_nowhere_in_the_document() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["fog"], None, Some(1)).await;
        let enemies = "document.querySelectorAll('.piece.second').length";
        assert_eq!(browser.evaluate(enemies).await, json!(0));
        assert_eq!(browser.evaluate("document.querySelectorAll('.fog').length").await, json!(32));
        browser.screenshot("fog").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        assert_eq!(
            browser
                .evaluate("[...document.querySelectorAll('.move')].map(m => m.textContent).join(' ')")
                .await,
            json!("e4 …")
        );
        browser
    });
}

#[test]
fn a_game_survives_a_reload_and_a_move_can_be_taken_back() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=xiangqi] [data-do=two]").await;
        browser.play_move("h2", "e2").await;
        browser.play_move("h9", "g7").await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".game .board").await;
        assert_eq!(browser.piece_at("g7").await.as_deref(), Some("2N"));
        browser.click("[data-do=take-back]").await;
        browser.wait_until("document.querySelectorAll('.move').length == 1").await;
        assert_eq!(browser.piece_at("h9").await.as_deref(), Some("2N"));
        browser
    });
}

#[test]
fn a_whole_game_is_played_by_keys_alone() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), Some(1)).await;
        browser
            .client
            .execute("document.querySelector('[data-cell=a1]').focus()", Vec::new())
            .await
            .expect("focus");
        browser.key(Key::Enter).await;
        for _ in 0..7 {
            browser.key(Key::Up).await;
        }
        assert_eq!(browser.evaluate("document.activeElement.dataset.cell").await, json!("a8"));
        browser.key(Key::Enter).await;
        browser.wait_for_text("[data-status]", "You won · checkmate").await;
        browser.wait_for_text(".live-region", "checkmate").await;
        browser
    });
}

#[test]
fn pieces_are_dragged_by_mouse_and_touch_and_a_pawn_is_promoted_on_the_board() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("8/4P1k1/8/8/8/8/P7/4K3 w - - 0 1"), None).await;
        browser.drag("e7", "e8").await;
        browser.screenshot("promotion").await;
        browser.click("[data-option=e7e8n]").await;
        browser.wait_until("document.querySelector('[data-piece=\"1N\"][data-at=e8]') != null").await;
        browser.wait_for_text("[data-status]", "Black to move").await;
        browser.swipe("g7", "g6").await;
        browser.wait_until("document.querySelector('[data-piece=\"2K\"][data-at=g6]') != null").await;
        browser
    });
}

#[test]
fn dice_portals_gravity_and_mines_are_shown() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["dice-a"], None, Some(1)).await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.die').length").await, json!(3));
        browser.screenshot("dice").await;
        resume(&browser, "chess", &["portals", "mines"], None, Some(1)).await;
        assert_eq!(
            browser.evaluate("document.querySelectorAll('[data-mark=portal]').length").await,
            json!(2)
        );
        assert_eq!(browser.evaluate("document.querySelectorAll('[data-mark=mine]').length").await, json!(0));
        browser.screenshot("portals-mines").await;
        resume(&browser, "chess", &["gravity"], None, Some(1)).await;
        // The arrow down moves toward the bottom of the board.
        let lower = "document.querySelector('[data-cell=h1]').getBoundingClientRect().y > document.querySelector('[data-cell=a1]').getBoundingClientRect().y";
        assert_eq!(browser.evaluate(lower).await, json!(true));
        browser.screenshot("gravity").await;
        browser
    });
}

#[test]
fn two_players_in_fog_change_seats_behind_a_curtain() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["fog"], None, None).await;
        browser.click_cell("e2").await;
        browser.click_cell("e4").await;
        browser.click("[data-do=hide-board]").await;
        browser.wait_for(".handover").await;
        browser.screenshot("curtain").await;
        browser.click(".handover button").await;
        browser.wait_until("document.querySelectorAll('.piece.second').length == 16").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.piece.first').length").await, json!(0));
        browser
    });
}

#[test]
fn arrows_are_drawn_with_the_right_button_and_wiped_off_by_a_click() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.wait_for(".game .board").await;
        let arrows = "document.querySelectorAll('.arrow').length";
        browser.draw_arrow("g1", "f3").await;
        browser.draw_arrow("e2", "e4").await;
        assert_eq!(browser.evaluate(arrows).await, json!(2));
        browser.screenshot("arrows").await;
        // Drawing an arrow again removes it, and no piece has moved.
        browser.draw_arrow("e2", "e4").await;
        assert_eq!(browser.evaluate(arrows).await, json!(1));
        assert_eq!(browser.piece_at("e2").await.as_deref(), Some("1P"));
        browser.click_cell("h4").await;
        assert_eq!(browser.evaluate(arrows).await, json!(0));
        // The right button puts the picked-up piece back.
        browser.click_cell("e2").await;
        browser.wait_for(".selected-cell").await;
        browser.draw_arrow("a5", "a6").await;
        assert_eq!(browser.evaluate("document.querySelector('.selected-cell')").await, json!(null));
        browser
    });
}

#[test]
fn rolls_are_listed_and_compared_with_their_expectation_after_the_game() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["dice-a"], None, None).await;
        browser.click(".dice-history summary").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('[data-roll]').length").await, json!(1));
        assert_eq!(browser.evaluate("document.querySelector('[data-dice-stats]')").await, json!(null));
        browser.confirm("resign").await;
        browser.click("[data-do=game-over-close]").await;
        browser.click("[data-dice-stats] summary").await;
        let rolled = "[...document.querySelectorAll('[data-dice-stats] [data-face] td:nth-child(2)')].reduce((sum, cell) => sum + Number(cell.textContent), 0)";
        assert_eq!(browser.evaluate(rolled).await, json!(3));
        browser.screenshot("dice-tally").await;
        browser
    });
}

#[test]
fn moves_are_stepped_through_by_keys_while_a_game_is_played() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.play_move("e2", "e4").await;
        browser.play_move("e7", "e5").await;
        // On the board arrow keys move the focus; elsewhere they step through the moves.
        browser.client.execute("document.activeElement.blur()", Vec::new()).await.expect("no focus");
        browser.key(Key::Left).await;
        browser.wait_for_text("[data-history]", "move 1 of 2").await;
        assert_eq!(browser.piece_at("e7").await.as_deref(), Some("2P"));
        browser.key(Key::Up).await;
        browser.wait_for_text("[data-history]", "move 0 of 2").await;
        assert_eq!(browser.piece_at("e2").await.as_deref(), Some("1P"));
        // No move can be made in an earlier position.
        browser.click_cell("e2").await;
        assert_eq!(browser.evaluate("document.querySelector('.selected-cell')").await, json!(null));
        browser.client.execute("document.activeElement.blur()", Vec::new()).await.expect("no focus");
        browser.key(Key::Down).await;
        browser.wait_until("document.querySelector('[data-history]') == null").await;
        browser.play_move("g1", "f3").await;
        browser.wait_for_text("[data-status]", "Black to move").await;
        browser
    });
}
