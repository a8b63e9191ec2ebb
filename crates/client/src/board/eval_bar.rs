//! The evaluation, for the bar and the graph.

use yipan_core::{Language, Side, Turn};
use yipan_games::AnyGame;

use crate::text::messages::replay;
use crate::worker_protocol::WorkerResponse;

/// The evaluation of a won position.
const WINNING_PAWNS: f64 = 100.0;

/// Returns the evaluation in pawns for the first side: from the outcome, the engine or the tablebase, in this order.
#[must_use]
pub fn evaluation_in_pawns(game: &AnyGame, answer: Option<&WorkerResponse>) -> Option<f64> {
    let side = match game.turn() {
        Turn::Over(outcome) => {
            return Some(outcome.winner.map_or(0.0, |side| WINNING_PAWNS * sign_for(side)));
        }
        Turn::Chance => return None,
        Turn::Player(side) => side,
    };
    let answer = answer?;
    let best = answer.tablebase_moves.iter().map(|(_, value, _)| *value).max();
    answer.pawns.or_else(|| best.map(|value| f64::from(value) * WINNING_PAWNS * sign_for(side)))
}

/// Returns the share of the bar that belongs to the first side, from 0 to 1.
///
/// The curve is steep around equality and flat where the game is decided.
#[must_use]
pub fn bar_fraction(pawns: f64) -> f64 {
    1.0 / (1.0 + (-0.45 * pawns).exp())
}

/// Returns the number of the bar: the moves to mate such as `#3`, or pawns, with one decimal below ten.
#[must_use]
pub fn eval_number(pawns: f64, score: Option<&str>) -> String {
    let minus = |text: String| text.replace('-', "−");
    match score.filter(|score| score.starts_with('#')) {
        Some(mate) => minus(mate.to_owned()),
        None if pawns.abs() < 0.05 => "0.0".to_owned(),
        None if pawns >= WINNING_PAWNS => "1–0".to_owned(),
        None if pawns <= -WINNING_PAWNS => "0–1".to_owned(),
        // The bar is four characters wide.
        None if pawns.abs() >= 9.95 => minus(format!("{pawns:+.0}")),
        None => minus(format!("{pawns:+.1}")),
    }
}

/// Returns the tablebase value of a move; `None` if the tablebase does not contain it.
#[must_use]
pub fn tablebase_text(answer: &WorkerResponse, action: &str, language: Language) -> Option<String> {
    let (_, value, plies) = answer.tablebase_moves.iter().find(|(name, ..)| name == action)?;
    let plies = plies.map(|plies| plies.to_string()).unwrap_or_default();
    Some(match value {
        1 => replay::WINS_IN.localize_with(language, &[&plies]),
        0 => replay::IS_DRAWN.localize(language).to_owned(),
        _ => replay::LOSES_IN.localize_with(language, &[&plies]),
    })
}

const fn sign_for(side: Side) -> f64 {
    match side {
        Side::First => 1.0,
        Side::Second => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalSetup, PlayerKind};

    use super::*;
    use crate::local::replay::Replay;

    fn play_line(kind: GameKind, actions: &[&str]) -> Replay {
        let actions: Vec<String> = actions.iter().map(|action| (*action).to_owned()).collect();
        Replay::from_actions(LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0), &actions)
            .expect("a game")
    }

    #[test]
    fn a_finished_game_needs_no_evaluation() {
        let mated = play_line(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(evaluation_in_pawns(mated.game_at(4), None), Some(-100.0));
        assert_eq!(evaluation_in_pawns(mated.game_at(3), None), None);
    }

    #[test]
    fn the_tablebase_is_relative_to_the_side_to_move() {
        let game = play_line(GameKind::Liuzichong, &["a2b2"]);
        let tablebase_moves = vec![
            ("a3b3".to_owned(), 1, Some(9)),
            ("d3c3".to_owned(), -1, Some(4)),
            ("b3b2".to_owned(), 0, None),
        ];
        let answer = WorkerResponse { tablebase_moves, ..WorkerResponse::default() };
        assert_eq!(evaluation_in_pawns(game.game_at(1), Some(&answer)), Some(-100.0));
        let text_of = |action| tablebase_text(&answer, action, Language::English);
        assert_eq!(text_of("a3b3").as_deref(), Some("wins in 9"));
        assert_eq!(text_of("d3c3").as_deref(), Some("loses in 4"));
        assert_eq!((text_of("b3b2").as_deref(), text_of("a1a1")), (Some("draw"), None));
    }

    #[test]
    fn a_mate_is_counted_in_moves() {
        assert_eq!(eval_number(100.0, Some("#3")), "#3");
        assert_eq!(eval_number(-100.0, Some("#-2")), "#−2");
        assert_eq!(eval_number(-1.26, Some("-1.26")), "−1.3");
        assert_eq!(eval_number(-9.99, Some("-9.99")), "−10");
        assert_eq!(eval_number(9.94, Some("9.94")), "+9.9");
        assert_eq!((eval_number(0.01, None), eval_number(-100.0, None)), ("0.0".into(), "0–1".into()));
    }

    #[test]
    fn the_bar_is_even_in_the_middle_and_never_overflows() {
        assert!((bar_fraction(0.0) - 0.5).abs() < 1e-9);
        assert!(bar_fraction(1.0) > 0.55 && bar_fraction(100.0) <= 1.0 && bar_fraction(-100.0) >= 0.0);
    }
}
