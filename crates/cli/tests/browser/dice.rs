//! A dice game in two browsers, from the first roll to mate.

use serde_json::{Value, json};

use crate::in_two_browsers;
use crate::online::sit_down;
use crate::support::browser::{Browser, TIMEOUT};

/// The rook controls the seventh rank, so a distant check on the eighth is mate.
const POSITION: &str = "7k/R7/8/8/8/8/8/K2Q4 w - - 0 1";

const MOVES: &str = "document.querySelectorAll('.move').length";
const LIVE_QUEEN: &str = "document.querySelector('.die[data-face=Q]:not(.used):not(.dead)') != null";

/// Returns the cell of a piece.
async fn cell_of(player: &Browser, piece: &str) -> String {
    let cell = player
        .evaluate(&format!("document.querySelector('[data-piece=\"{piece}\"]:not(.leaving)').dataset.at"))
        .await;
    cell.as_str().expect("a cell").to_owned()
}

/// Moves a piece to the first possible one of these cells and returns whether it moved.
async fn move_piece(player: &Browser, piece: &str, wanted: &[String]) -> bool {
    let before = player.evaluate(MOVES).await;
    player.click_cell(&cell_of(player, piece).await).await;
    let targets =
        player.evaluate("[...document.querySelectorAll('[data-target]')].map(at => at.dataset.target)").await;
    let targets: Vec<&str> = targets.as_array().expect("cells").iter().filter_map(Value::as_str).collect();
    let Some(to) = wanted.iter().find(|cell| targets.contains(&cell.as_str())) else { return false };
    player.click_cell(to).await;
    player.wait_until(&format!("{MOVES} > {before}")).await;
    true
}

/// Makes a move for White: first a check with dice left, then mate as soon as the dice allow it.
async fn play_white(player: &Browser, has_checked: bool) -> bool {
    let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    let king = cell_of(player, "2K").await;
    let left = player.evaluate("document.querySelectorAll('.die:not(.used)').length").await;
    if player.evaluate(LIVE_QUEEN).await == json!(true) {
        let file = |cell: &str| i16::from(cell.as_bytes()[0]);
        let mates =
            ('a'..='h').map(|file| format!("{file}8")).filter(|to| (file(to) - file(&king)).abs() > 1);
        let wanted = match (has_checked, king.as_str()) {
            (true, _) => mates.collect(),
            (false, "h8") if left != 1 => cells(&["d4"]),
            (false, "g8") if left != 1 => cells(&["d5"]),
            (false, "f8") if left != 1 => cells(&["d6"]),
            (false, _) => cells(&["d1", "d2", "d3"]),
        };
        if move_piece(player, "1Q", &wanted).await {
            return true;
        }
    }
    // The other pieces stay out of the way.
    move_piece(player, "1R", &cells(&["a7", "b7", "c7"])).await
        || move_piece(player, "1K", &cells(&["a1", "b1", "a2", "b2"])).await
}

/// Makes a move for Black that keeps the king on the last rank.
async fn play_black(player: &Browser) -> bool {
    let cells = ["g8", "f8", "h8", "e8", "d8"].map(str::to_owned);
    move_piece(player, "2K", &cells).await
}

#[test]
fn two_players_play_a_dice_game_through_an_interruption_to_mate() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let config = json!({
            "game": "chess", "modes": ["dice-a"], "host_side": "first", "position": POSITION, "rules": ["dice=3"],
        });
        sit_down(&host, &guest, &config).await;
        let over = "document.querySelector('[data-status]').textContent.match(/wins|won|lost|Draw/) != null";
        let (mut has_checked, mut last) = (false, std::time::Instant::now());
        while host.evaluate(over).await != json!(true) {
            assert!(last.elapsed() < TIMEOUT, "{}", host.text("[data-status]").await);
            // The status line may be ahead of the animation.
            let status = guest.text("[data-status]").await;
            let is_to_move = |status: &str| status.contains("Your move") || status.contains("Check!");
            if !has_checked && status.contains("Reply with any piece") {
                has_checked = true;
                check_interruption(&host, &guest).await;
            } else if is_to_move(&host.text("[data-status]").await) && play_white(&host, has_checked).await
                || is_to_move(&status) && play_black(&guest).await
            {
                last = std::time::Instant::now();
            }
        }
        assert!(has_checked, "mate came before a check had interrupted a turn");
        for player in [&host, &guest] {
            player.wait_for_text("[data-status]", "checkmate").await;
            // Every roll can be verified against the seed commitment.
            player.click("[data-do=verify]").await;
            player.wait_for("[data-verified=yes]").await;
            player.click("[data-dice-stats] summary").await;
        }
        host.screenshot("dice-over").await;
        let throws = "document.querySelectorAll('[data-roll]').length";
        assert_eq!(host.evaluate(throws).await, guest.evaluate(throws).await);
        (host, guest)
    });
}

/// Checks that both players see the interruption, that Black replies, and that the turn resumes with the saved dice.
async fn check_interruption(host: &Browser, guest: &Browser) {
    for player in [host, guest] {
        player.wait_for("[data-interruption=reply]").await;
        player.wait_until("document.querySelector('.die.waiting') != null").await;
    }
    guest.wait_for_text("[data-status]", "Check! Reply with any piece").await;
    host.wait_for_text("[data-status]", "Waiting for").await;
    guest.screenshot("interruption").await;
    let waiting = host.evaluate("document.querySelectorAll('.die.waiting').length").await;
    let start = std::time::Instant::now();
    while !play_black(guest).await {
        assert!(start.elapsed() < TIMEOUT, "Black cannot answer");
    }
    for player in [host, guest] {
        player.wait_until("document.querySelector('[data-interruption=reply]') == null").await;
        player.wait_until("document.querySelector('.die.waiting') == null").await;
    }
    // The dice are not rerolled.
    assert_eq!(host.evaluate("document.querySelectorAll('.die:not(.used)').length").await, waiting);
}
