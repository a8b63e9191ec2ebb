//! Games at one screen.

use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Browser;
use crate::in_browser;

/// Lays a game before the page as if it had been played here, and opens it.
pub(crate) async fn resume(
    browser: &Browser,
    game: &str,
    modes: &[&str],
    position: Option<&str>,
    level: Option<u8>,
) {
    let second = level.map_or(json!("person"), |level| json!({ "computer": level }));
    let opening = json!({ "game": game, "position": position, "modes": modes, "rules": [], "chairs": ["person", second], "seed": 7 });
    let kept = json!({ "opening": opening, "acts": [] }).to_string();
    let line = format!("localStorage.setItem('yipan.game.{game}', {})", json!(kept));
    browser.client.execute(&line, Vec::new()).await.expect("it can be kept");
    browser.go(&format!("play/{game}")).await;
    browser.see(".table .board").await;
}

#[test]
fn a_move_before_the_hint_is_there_is_answered_all_the_same() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.see(".table .board").await;
        browser.click("[data-do=hint]").await;
        browser.play("e2", "e4").await;
        browser.until("document.querySelectorAll('.move').length == 2").await;
        browser
    });
}

#[test]
fn chess_is_played_against_the_computer_to_mate() {
    in_browser(async |browser: Browser| {
        // Two clicks from the first page to the first move.
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play("e2", "e4").await;
        browser.until("document.querySelectorAll('.move').length == 2").await;
        browser.photograph("chess").await;
        // A ladder of rooks: mate in two against anything.
        resume(&browser, "chess", &[], Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), Some(3)).await;
        browser.play("a2", "a7").await;
        browser.see_text("[data-line]", "White to move").await;
        browser.play("b1", "b8").await;
        browser.see_text("[data-line]", "White wins: checkmate").await;
        browser.photograph("chess-mate").await;
        browser
    });
}

#[test]
fn xiangqi_is_played_in_chinese_notation_and_to_the_end() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=xiangqi] [data-do=computer]").await;
        browser.type_into(".typed input", "炮二平五").await;
        browser.key(Key::Enter).await;
        browser.until("document.querySelectorAll('.move').length == 2").await;
        assert_eq!(browser.man("e2").await.as_deref(), Some("1C"));
        browser.photograph("xiangqi").await;
        resume(&browser, "xiangqi", &[], Some("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"), Some(1)).await;
        browser.play("e1", "d1").await;
        browser.see_text("[data-line]", "wins").await;
        browser
    });
}

#[test]
fn liuzichong_is_played_from_the_first_move_to_the_last() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=liuzichong] [data-do=computer]").await;
        browser.see(".table .board").await;
        browser.photograph("liuzichong").await;
        for _ in 0..120 {
            if browser
                .ask("document.querySelector('[data-line]').textContent.match(/wins|Draw/) != null")
                .await
                == json!(true)
            {
                browser.photograph("liuzichong-over").await;
                return browser;
            }
            // What the hint says is played, by hand.
            browser.until("!document.querySelector('[data-do=hint]').disabled").await;
            browser.click("[data-do=hint]").await;
            browser.see_text(".note", "Try ").await;
            let hint = browser.text(".note").await;
            let mv = hint.split_whitespace().nth(1).expect("a move").trim_end_matches('.').to_owned();
            let before =
                browser.ask("document.querySelectorAll('.move').length").await.as_u64().expect("a number");
            browser.cell(&mv[..2]).await;
            browser.cell(&mv[2..4]).await;
            browser
                .until(&format!(
                    "document.querySelectorAll('.move').length >= {} || document.querySelector('[data-line]').textContent.match(/wins|Draw/) != null",
                    before + 2
                ))
                .await;
        }
        panic!("six men a side must come to an end within 120 moves");
    });
}

#[test]
fn a_refused_move_is_explained_in_the_language_of_the_page() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.cell("a1").await;
        browser.cell("a3").await;
        browser.see_text(".note", "a2").await;
        browser.see("select.language option[value='zh-Hant']").await.click().await.expect("a choice");
        browser.until("document.documentElement.lang == 'zh-Hant'").await;
        browser.cell("a1").await;
        browser.cell("a3").await;
        browser.see_text(".note", "去路被 a2 的棋子擋住").await;
        browser
    });
}

#[test]
fn in_fog_hidden_men_are_nowhere_in_the_document() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["fog"], None, Some(1)).await;
        let enemies = "document.querySelectorAll('.man.second').length";
        assert_eq!(browser.ask(enemies).await, json!(0));
        assert_eq!(browser.ask("document.querySelectorAll('.fog').length").await, json!(32));
        browser.photograph("fog").await;
        browser.play("e2", "e4").await;
        browser.until("document.querySelectorAll('.move').length == 2").await;
        assert_eq!(
            browser.ask("[...document.querySelectorAll('.move')].map(m => m.textContent).join(' ')").await,
            json!("e2e4 …")
        );
        browser
    });
}

#[test]
fn a_game_survives_a_reload_and_a_move_can_be_taken_back() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=xiangqi] [data-do=two]").await;
        browser.play("h2", "e2").await;
        browser.play("h9", "g7").await;
        browser.client.refresh().await.expect("a reload");
        browser.see(".table .board").await;
        assert_eq!(browser.man("g7").await.as_deref(), Some("2N"));
        browser.click("[data-do=back]").await;
        browser.until("document.querySelectorAll('.move').length == 1").await;
        assert_eq!(browser.man("h9").await.as_deref(), Some("2N"));
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
        assert_eq!(browser.ask("document.activeElement.dataset.cell").await, json!("a8"));
        browser.key(Key::Enter).await;
        browser.see_text("[data-line]", "White wins: checkmate").await;
        browser.see_text(".aloud", "checkmate").await;
        browser
    });
}

#[test]
fn men_are_dragged_by_mouse_and_by_finger_and_a_pawn_is_promoted_on_the_board() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &[], Some("8/4P1k1/8/8/8/8/P7/4K3 w - - 0 1"), None).await;
        browser.drag("e7", "e8").await;
        browser.photograph("promotion").await;
        browser.click("[data-way=e7e8n]").await;
        browser.until("document.querySelector('[data-man=\"1N\"][data-at=e8]') != null").await;
        browser.see_text("[data-line]", "Black to move").await;
        browser.swipe("g7", "g6").await;
        browser.until("document.querySelector('[data-man=\"2K\"][data-at=g6]') != null").await;
        browser
    });
}

#[test]
fn dice_portals_gravity_and_mines_are_shown() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["dice-a"], None, Some(1)).await;
        assert_eq!(browser.ask("document.querySelectorAll('.die').length").await, json!(3));
        browser.photograph("dice").await;
        resume(&browser, "chess", &["portals", "mines"], None, Some(1)).await;
        assert_eq!(browser.ask("document.querySelectorAll('[data-mark=portal]').length").await, json!(2));
        assert_eq!(browser.ask("document.querySelectorAll('[data-mark=mine]').length").await, json!(0));
        browser.photograph("portals-mines").await;
        resume(&browser, "chess", &["gravity"], None, Some(1)).await;
        // Down is down: the last file lies below.
        let lower = "document.querySelector('[data-cell=h1]').getBoundingClientRect().y > document.querySelector('[data-cell=a1]').getBoundingClientRect().y";
        assert_eq!(browser.ask(lower).await, json!(true));
        browser.photograph("gravity").await;
        browser
    });
}

#[test]
fn two_people_in_fog_change_seats_behind_a_curtain() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["fog"], None, None).await;
        browser.cell("e2").await;
        browser.cell("e4").await;
        browser.see(".curtain").await;
        browser.photograph("curtain").await;
        browser.click(".curtain button").await;
        browser.until("document.querySelectorAll('.man.second').length == 16").await;
        assert_eq!(browser.ask("document.querySelectorAll('.man.first').length").await, json!(0));
        browser
    });
}

#[test]
fn arrows_are_drawn_with_the_right_button_and_wiped_off_by_a_click() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.see(".table .board").await;
        let arrows = "document.querySelectorAll('.arrow').length";
        browser.draw("g1", "f3").await;
        browser.draw("e2", "e4").await;
        assert_eq!(browser.ask(arrows).await, json!(2));
        browser.photograph("arrows").await;
        // Drawn again, an arrow is gone; and none of it has moved a man.
        browser.draw("e2", "e4").await;
        assert_eq!(browser.ask(arrows).await, json!(1));
        assert_eq!(browser.man("e2").await.as_deref(), Some("1P"));
        browser.cell("h4").await;
        assert_eq!(browser.ask(arrows).await, json!(0));
        // The right button puts back what is held.
        browser.cell("e2").await;
        browser.see(".picked").await;
        browser.draw("a5", "a6").await;
        assert_eq!(browser.ask("document.querySelector('.picked')").await, json!(null));
        browser
    });
}

#[test]
fn throws_are_listed_and_counted_against_chance_after_the_game() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["dice-a"], None, None).await;
        browser.click(".rolls summary").await;
        assert_eq!(browser.ask("document.querySelectorAll('[data-throw]').length").await, json!(1));
        assert_eq!(browser.ask("document.querySelector('[data-tally]')").await, json!(null));
        browser.click("[data-do=resign]").await;
        browser.click("[data-do=resign]").await;
        browser.click("[data-tally] summary").await;
        let rolled = "[...document.querySelectorAll('[data-tally] [data-face] td:nth-child(2)')].reduce((sum, cell) => sum + Number(cell.textContent), 0)";
        assert_eq!(browser.ask(rolled).await, json!(3));
        browser.photograph("dice-tally").await;
        browser
    });
}

#[test]
fn moves_are_stepped_through_by_keys_while_a_game_is_played() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        browser.play("e2", "e4").await;
        browser.play("e7", "e5").await;
        // On the board arrows walk from cell to cell; anywhere else they go through the moves.
        browser.client.execute("document.activeElement.blur()", Vec::new()).await.expect("no focus");
        browser.key(Key::Left).await;
        browser.see_text("[data-past]", "move 1 of 2").await;
        assert_eq!(browser.man("e7").await.as_deref(), Some("2P"));
        browser.key(Key::Up).await;
        browser.see_text("[data-past]", "move 0 of 2").await;
        assert_eq!(browser.man("e2").await.as_deref(), Some("1P"));
        // Nothing can be moved in the past.
        browser.cell("e2").await;
        assert_eq!(browser.ask("document.querySelector('.picked')").await, json!(null));
        browser.client.execute("document.activeElement.blur()", Vec::new()).await.expect("no focus");
        browser.key(Key::Down).await;
        browser.until("document.querySelector('[data-past]') == null").await;
        browser.play("g1", "f3").await;
        browser.see_text("[data-line]", "Black to move").await;
        browser
    });
}
