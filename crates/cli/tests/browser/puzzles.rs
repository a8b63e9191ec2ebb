//! Puzzles: the puzzle of the day, mistakes, hints, streaks, and without a server.

use std::fs;
use std::path::Path;

use serde_json::json;
use yipan_core::{NullSink, Turn};
use yipan_games::AnyGame;
use yipan_puzzles::{Puzzle, PuzzleFile, PuzzleSet};

use crate::in_browser;
use crate::ratings::sign_up;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// Reads the puzzles that the page has.
fn shipped(game: &str) -> PuzzleFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../web/site/puzzles/{game}.txt"));
    fs::read_to_string(path).expect("the puzzles").parse().expect("a puzzle file")
}

/// Returns the puzzle on the board.
async fn shown(browser: &Browser, file: &PuzzleFile) -> Puzzle {
    browser.wait_for("[data-puzzle]").await;
    let id = browser.evaluate("document.querySelector('[data-puzzle]').dataset.puzzle").await;
    let puzzle = file.puzzles.iter().find(|puzzle| id == json!(puzzle.id()));
    puzzle.unwrap_or_else(|| panic!("{id} is not in the file")).clone()
}

/// Types a move and presses Enter.
async fn enter_move(browser: &Browser, action: &str) {
    browser.run("document.querySelector('.move-input input').value = ''").await;
    browser.type_into(".move-input input", &format!("{action}\n")).await;
}

/// Returns the moves of the solver, each with the number of steps before it.
fn own_moves(set: PuzzleSet, puzzle: &Puzzle) -> Vec<(usize, String)> {
    let mut game = AnyGame::start(set.game(), &set.options(&puzzle.position)).expect("a position");
    for die in &puzzle.dice {
        game.apply_chance(die, &mut NullSink).expect("a roll");
    }
    let solver = game.turn();
    let mut moves = Vec::new();
    for (index, action) in puzzle.moves.iter().enumerate() {
        if game.turn() == solver {
            moves.push((puzzle.dice.len() + index, action.clone()));
        }
        game.apply_action(action, &mut NullSink).expect("a legal move");
    }
    assert!(matches!(solver, Turn::Player(_)));
    moves
}

/// Solves the puzzle on the board from the start, against the replies of the page.
async fn solve(browser: &Browser, set: PuzzleSet, puzzle: &Puzzle) {
    for (ply, action) in own_moves(set, puzzle) {
        browser.wait_until(&format!("document.querySelector('[data-ply]').dataset.ply == '{ply}'")).await;
        enter_move(browser, &action).await;
    }
    browser.wait_for("[data-puzzle-state=solved]").await;
}

/// Returns a legal first move that neither solves the puzzle nor wins at once.
fn wrong_move(puzzle: &Puzzle) -> String {
    let position: yipan_chess::Position = puzzle.position.parse().expect("a position");
    let is_quiet = |mv: &yipan_chess::Move| !position.after(*mv).in_check();
    let texts = position.legal_moves().into_iter().filter(is_quiet).map(|mv| position.uci(mv).to_string());
    texts.into_iter().find(|text| *text != puzzle.moves[0]).expect("another move")
}

#[test]
fn the_daily_puzzle_is_the_same_for_all_and_is_solved_at_the_board() {
    in_browser(async |browser: Browser| {
        let file = shipped("chess");
        browser.click("[data-daily=chess] a").await;
        let puzzle = shown(&browser, &file).await;
        browser.open_path("puzzles/chess").await;
        assert_eq!(shown(&browser, &file).await, puzzle);
        let (from, to) = (&puzzle.moves[0][..2], &puzzle.moves[0][2..4]);
        if puzzle.moves[0].len() == 4 {
            browser.play_move(from, to).await;
        } else {
            enter_move(&browser, &puzzle.moves[0]).await;
        }
        for (ply, action) in &own_moves(PuzzleSet::Chess, &puzzle)[1..] {
            browser.wait_until(&format!("document.querySelector('[data-ply]').dataset.ply == '{ply}'")).await;
            enter_move(&browser, action).await;
        }
        browser.wait_for("[data-puzzle-state=solved]").await;
        browser.wait_for_text("[data-status]", "Solved!").await;
        browser.wait_for("[data-themes] li").await;
        browser.wait_for_text("[data-explanation]", ": it ").await;
        browser.screenshot("puzzle-solved").await;
        // The start page knows it, and another day has another puzzle.
        browser.open_path("").await;
        browser.wait_for("[data-daily=chess] .puzzle-solved").await;
        assert_eq!(browser.evaluate("document.querySelectorAll('.puzzle-solved').length").await, json!(1));
        browser
    });
}

#[test]
fn a_wrong_move_can_be_tried_again_and_an_illegal_one_is_explained() {
    in_browser(async |browser: Browser| {
        let file = shipped("chess");
        let puzzle = file.puzzles.first().expect("a puzzle");
        browser.open_path(&format!("puzzles/chess/{}", puzzle.id())).await;
        assert_eq!(&shown(&browser, &file).await, puzzle);
        enter_move(&browser, &wrong_move(puzzle)).await;
        browser.wait_for_text(".message", "is not the solution").await;
        assert_eq!(browser.evaluate("document.querySelector('[data-ply]').dataset.ply").await, json!("0"));
        enter_move(&browser, "a1a1").await;
        browser.wait_until("!document.querySelector('.message').textContent.includes('solution')").await;
        assert!(!browser.text(".message").await.is_empty());
        solve(&browser, PuzzleSet::Chess, puzzle).await;
        browser.wait_for_text("[data-status]", "not at the first try").await;
        // The position can be played on in the analysis.
        browser.click("[data-do=analyze]").await;
        browser.wait_for(".analysis .board").await;
        let moves = format!("document.querySelectorAll('.move').length == {}", puzzle.moves.len());
        browser.wait_until(&moves).await;
        browser
    });
}

#[test]
fn a_hint_shows_the_piece_and_then_the_move() {
    in_browser(async |browser: Browser| {
        let file = shipped("xiangqi");
        browser.open_path("puzzles/xiangqi/practice").await;
        let puzzle = shown(&browser, &file).await;
        browser.click("[data-do=hint]").await;
        browser.wait_for_text(".message", &puzzle.moves[0][..2]).await;
        browser.wait_until("document.querySelectorAll('.highlights .hint').length == 1").await;
        browser.click("[data-do=hint]").await;
        browser.wait_until("document.querySelectorAll('.highlights .hint').length == 2").await;
        // The solution is played on the board, and its moves are listed.
        browser.click("[data-do=solution]").await;
        browser.wait_for("[data-puzzle-state=shown]").await;
        let last = format!("document.querySelector('[data-ply]').dataset.ply == '{}'", puzzle.moves.len());
        browser.wait_until(&last).await;
        let listed = format!("document.querySelectorAll('.move').length == {}", puzzle.moves.len());
        browser.wait_until(&listed).await;
        browser.wait_for_text("[data-explanation]", ": it ").await;
        browser.screenshot("puzzle-shown").await;
        for (tag, word) in [("zh-Hans", "："), ("zh-Hant", "："), ("en", ": it ")] {
            browser.click(&format!("select.language option[value='{tag}']")).await;
            browser.wait_for_text("[data-explanation]", word).await;
        }
        browser.click("[data-do=next]").await;
        browser.wait_for("[data-puzzle-state=solving]").await;
        browser.wait_until("document.querySelector('[data-explanation]').textContent == ''").await;
        browser
    });
}

#[test]
fn a_theme_is_practiced() {
    in_browser(async |browser: Browser| {
        let file = shipped("chess");
        let theme = file.puzzles[0].themes[0];
        browser.open_path("puzzles/chess/practice").await;
        browser.click(&format!("select[name=theme] option[value={theme}]")).await;
        for _ in 0..3 {
            let puzzle = shown(&browser, &file).await;
            assert!(puzzle.themes.contains(&theme), "{puzzle} is not about {theme}");
            browser.click("[data-do=next]").await;
        }
        browser
    });
}

#[test]
fn a_puzzle_with_dice_shows_the_roll_and_is_solved_in_one_order() {
    in_browser(async |browser: Browser| {
        let file = shipped("dice");
        browser.open_path("puzzles/dice/practice").await;
        let puzzle = shown(&browser, &file).await;
        browser
            .wait_until(&format!(
                "document.querySelectorAll('.dice-area [data-face]').length >= {}",
                puzzle.dice.len()
            ))
            .await;
        browser.screenshot("puzzle-dice").await;
        solve(&browser, PuzzleSet::Dice, &puzzle).await;
        let moves = own_moves(PuzzleSet::Dice, &puzzle).len();
        browser.wait_for_text("[data-explanation]", &format!("forces mate in {moves}")).await;
        browser
    });
}

#[test]
fn a_streak_counts_and_ends_at_the_first_mistake() {
    in_browser(async |browser: Browser| {
        let file = shipped("chess");
        browser.open_path("puzzles/chess/streak").await;
        for solved in 1..=3 {
            let puzzle = shown(&browser, &file).await;
            solve(&browser, PuzzleSet::Chess, &puzzle).await;
            browser.wait_for_text("[data-progress]", &format!("Streak: {solved}")).await;
            browser.click("[data-do=next]").await;
            browser.wait_for("[data-puzzle-state=solving]").await;
        }
        let puzzle = shown(&browser, &file).await;
        enter_move(&browser, &wrong_move(&puzzle)).await;
        browser.wait_for_text(".message", "The streak ends after 3").await;
        browser.wait_for("[data-puzzle-state=shown]").await;
        browser.click("[data-do=next]").await;
        browser.wait_for_text("[data-progress]", "Streak: 0. Best: 3.").await;
        browser
    });
}

#[test]
fn puzzles_need_no_server_after_the_first_visit() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let server = Server::start();
        let browser = Browser::open(&server.address).await;
        let ready = "const done = arguments[0]; navigator.serviceWorker.ready.then(async () => { \
            while (!await caches.match('/web_bg.wasm')) { await new Promise(then => setTimeout(then, 50)); } done(true); })";
        browser.client.execute_async(ready, Vec::new()).await.expect("the page is kept");
        let file = shipped("liuzichong");
        browser.open_path("puzzles/liuzichong/practice").await;
        shown(&browser, &file).await;
        let kept = "const done = arguments[0]; (async () => { \
            while (!await caches.match('/puzzles/liuzichong.txt')) { await new Promise(then => setTimeout(then, 50)); } done(true); })()";
        browser.client.execute_async(kept, Vec::new()).await.expect("the puzzles are kept");
        drop(server);
        browser.open_path("puzzles/liuzichong/streak").await;
        let puzzle = shown(&browser, &file).await;
        solve(&browser, PuzzleSet::Liuzichong, &puzzle).await;
        browser.click("[data-do=next]").await;
        browser.wait_for("[data-puzzle-state=solving]").await;
        browser.close_offline().await;
    });
}

#[test]
fn the_first_attempt_of_an_account_changes_its_rating() {
    in_browser(async |browser: Browser| {
        let file = shipped("chess");
        let [solved, failed] = [&file.puzzles[0], &file.puzzles[1]];
        sign_up(&browser, "Ada").await;
        browser.open_path(&format!("puzzles/chess/{}", solved.id())).await;
        assert_eq!(&shown(&browser, &file).await, solved);
        assert_eq!(browser.text("[data-rating]").await, "");
        solve(&browser, PuzzleSet::Chess, solved).await;
        browser.wait_for_text("[data-rating]", "(+").await;
        // A mistake counts, and what follows it does not.
        browser.open_path(&format!("puzzles/chess/{}", failed.id())).await;
        assert_eq!(&shown(&browser, &file).await, failed);
        browser.wait_for_text("[data-rating]", "Your puzzle rating: ").await;
        enter_move(&browser, &wrong_move(failed)).await;
        browser.wait_for_text("[data-rating]", "(-").await;
        let rating = browser.text("[data-rating]").await;
        solve(&browser, PuzzleSet::Chess, failed).await;
        assert_eq!(browser.text("[data-rating]").await, rating);
        browser.screenshot("puzzle-rating").await;
        browser.open_path("account").await;
        browser.click("a[href^='/players/']").await;
        browser.wait_for_text("[data-list=puzzle-ratings]", "1 of 2 solved").await;
        browser
    });
}
