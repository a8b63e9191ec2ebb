//! The board of the page is the drawing that other pages and pictures show.

use serde_json::json;
use yipan_board_svg::BoardDrawing;
use yipan_core::{Language, NullSink, Side, Viewer};
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::in_browser;
use crate::local::resume;
use crate::support::browser::Browser;

/// Returns the layers that differ between the page's board and a drawing, each with both markups.
const DIFFERENCES: &str = r"(svg => {
    const drawn = document.createElement('div');
    drawn.innerHTML = svg;
    const page = document.querySelector('.game .board');
    // The page marks the end of some elements by an empty comment.
    const text = value => JSON.stringify(value).replaceAll('<!---->', '');
    const layers = {
        background: root => root.querySelector('.background').innerHTML,
        coordinates: root => root.querySelector('.coordinates').innerHTML,
        lastMove: root => [...root.querySelectorAll('.last-move')].map(mark => mark.outerHTML).sort(),
        check: root => [...root.querySelectorAll('.check')].map(mark => mark.outerHTML),
        pieces: root => [...root.querySelectorAll('.piece')].map(piece => piece.dataset.at + piece.dataset.piece + piece.innerHTML).sort(),
    };
    return Object.entries(layers)
        .map(([name, read]) => [name, text(read(page)), text(read(drawn))])
        .filter(([, there, here]) => there !== here);
})";

/// Plays moves on the page and compares its board with the drawing of the same game.
async fn compare(browser: &Browser, kind: GameKind, modes: &[&str], moves: &[[&str; 2]]) {
    resume(browser, kind.name(), modes, None, None).await;
    let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
    let mut game = AnyGame::start(kind, &GameOptions { modes, ..GameOptions::default() }).expect("a game");
    for [from, to] in moves {
        browser.play_move(from, to).await;
        game.apply_action(&format!("{from}{to}"), &mut NullSink).expect("a legal move");
    }
    let last_move = moves.last().map(|cells| cells.concat());
    let drawing =
        BoardDrawing::of_game(&game, Viewer::Arbiter, Side::First, last_move.as_deref(), Language::English);
    let differences = format!("{DIFFERENCES}({})", json!(drawing.to_themed_svg()));
    // A check is shown after the animation of the move.
    browser.wait_until("document.querySelector('.board[data-animation], .piece.leaving') == null").await;
    let checks = usize::from(drawing.checked.is_some());
    browser.wait_until(&format!("document.querySelectorAll('.game .check').length == {checks}")).await;
    let differences = browser.evaluate(&differences).await;
    assert_eq!(differences, json!([]), "{kind}");
}

#[test]
fn the_board_of_the_page_is_the_drawing_that_other_pages_show() {
    in_browser(async |browser: Browser| {
        compare(&browser, GameKind::Chess, &[], &[["e2", "e4"], ["f7", "f6"], ["d1", "h5"]]).await;
        compare(&browser, GameKind::Chess, &["gravity"], &[]).await;
        compare(&browser, GameKind::Xiangqi, &[], &[["h2", "e2"], ["h9", "g7"]]).await;
        compare(&browser, GameKind::Liuzichong, &[], &[]).await;
        browser
    });
}
