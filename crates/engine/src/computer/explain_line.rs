use yipan_chess::Action;
use yipan_core::{Game, NullSink, Side, Turn, Viewer};
use yipan_games::AnyGame;

use super::reasons::{HintReason, mode_reasons, solution_reasons, stone_reasons};
use super::solved_table::SolvedTable;
use crate::stochastic::ScoredAction;

/// Returns the reasons why a line that is known to be best begins as it does, the most important first.
///
/// Nothing is searched: the line is the solution of a puzzle, or was found by a search before. A line that is illegal, or
/// that begins where no side is to move, has no reasons.
///
/// ```
/// use yipan_core::Language;
/// use yipan_engine::computer::{SolvedTable, explain_line, reasons_text};
/// use yipan_games::{AnyGame, GameKind, GameOptions};
///
/// let options = GameOptions::default().with_position("5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1");
/// let game = AnyGame::start(GameKind::Chess, &options)?;
/// let line = ["a2a8", "f8a8", "a1a8"].map(str::to_owned);
/// let reasons = explain_line(&game, &SolvedTable::default(), &line);
/// let text = reasons_text(&reasons, GameKind::Chess, Language::English);
/// assert!(text.starts_with("it forces mate in 2"), "{text}");
/// # Ok::<(), yipan_games::AnyGameError>(())
/// ```
#[must_use]
pub fn explain_line(game: &AnyGame, solved_table: &SolvedTable, line: &[String]) -> Vec<HintReason> {
    let Turn::Player(side) = game.turn() else { return Vec::new() };
    let Some(PlayedLine { actions, mate }) = PlayedLine::play(game, side, line) else { return Vec::new() };
    match game {
        AnyGame::Chess(game) if game.modes().is_none() => {
            let root = game.position();
            let mut position = *root;
            let moves = actions.iter().map_while(|action| {
                let mv = position.resolve_uci(action.parse().ok()?).ok()?;
                position = position.after(mv);
                Some(mv)
            });
            solution_reasons(root, &moves.collect::<Vec<_>>(), mate)
        }
        AnyGame::Chess(game) => {
            let Some(Ok(action)) = actions.first().map(|action| action.parse::<Action>()) else {
                return Vec::new();
            };
            let view = game.view(Viewer::Player(side));
            let scored = ScoredAction { action, value: 0 };
            let reasons = mode_reasons(game.modes(), &view, side, scored);
            mate.map(HintReason::Mates).into_iter().chain(reasons).collect()
        }
        AnyGame::Xiangqi(game) => {
            let moves = actions.iter().map_while(|action| action.parse::<yipan_xiangqi::Move>().ok());
            solution_reasons(game.position(), &moves.collect::<Vec<_>>(), mate)
        }
        AnyGame::Liuzichong(game) => {
            match actions.first().map(|action| action.parse::<yipan_liuzichong::Move>()) {
                _ if mate == Some(1) => vec![HintReason::Mates(1)],
                Some(Ok(mv)) => stone_reasons(game.position(), solved_table.tablebase(), mv),
                _ => Vec::new(),
            }
        }
    }
}

/// A legal line up to its first chance event.
struct PlayedLine {
    actions: Vec<String>,
    /// The number of the side's own actions, if the last one wins the game.
    mate: Option<u32>,
}

impl PlayedLine {
    /// Plays the actions of a line; `None` if one is illegal.
    fn play(game: &AnyGame, side: Side, line: &[String]) -> Option<PlayedLine> {
        let mut game = game.clone();
        let (mut actions, mut own_actions) = (Vec::new(), 0);
        for action in line {
            let Turn::Player(mover) = game.turn() else { break };
            own_actions += u32::from(mover == side);
            actions.push(game.apply_action(action, &mut NullSink).ok()?);
        }
        let is_won = game.outcome().is_some_and(|outcome| outcome.winner == Some(side));
        Some(PlayedLine { actions, mate: is_won.then_some(own_actions) })
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    fn reasons(kind: GameKind, options: &GameOptions, chance: &[&str], line: &[&str]) -> Vec<HintReason> {
        let mut game = AnyGame::start(kind, options).expect("a position");
        for outcome in chance {
            game.apply_chance(outcome, &mut NullSink).expect(outcome);
        }
        let line: Vec<String> = line.iter().map(|action| (*action).to_owned()).collect();
        explain_line(&game, &SolvedTable::default(), &line)
    }

    fn position(text: &str) -> GameOptions {
        GameOptions::default().with_position(text)
    }

    #[test]
    fn a_line_of_xiangqi_wins_a_piece() {
        let options = position("3k5/9/9/c8/9/9/9/9/9/R3K4 w - - 0 30");
        let reasons = reasons(GameKind::Xiangqi, &options, &[], &["a0a6"]);
        assert!(matches!(reasons[..], [HintReason::WinsPiece(_)]), "{reasons:?}");
    }

    #[test]
    fn dice_win_in_this_many_actions_of_the_side() {
        let options = GameOptions {
            modes: vec!["dice-a".to_owned()],
            rules: vec!["dice=3".to_owned()],
            ..position("6k1/5ppp/8/8/8/8/7P/R6K w - - 0 1")
        };
        let roll = ["die rook", "die king", "die pawn"];
        assert_eq!(reasons(GameKind::Chess, &options, &roll, &["a1a8"])[0], HintReason::Mates(1));
        let quiet = reasons(GameKind::Chess, &options, &roll, &["h1g1"]);
        assert!(matches!(quiet[..], [HintReason::UsesDie(_)]), "{quiet:?}");
    }

    #[test]
    fn an_illegal_line_and_a_game_that_is_over_have_no_reasons() {
        let options = position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
        assert_eq!(reasons(GameKind::Chess, &options, &[], &["a1a8"]), [HintReason::Mates(1)]);
        assert_eq!(reasons(GameKind::Chess, &options, &[], &["a1b8"]), []);
        assert_eq!(reasons(GameKind::Chess, &options, &[], &[]), []);
        let mated = position("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
        assert_eq!(reasons(GameKind::Chess, &mated, &[], &["g8f8"]), []);
    }

    #[test]
    fn a_move_of_liuzichong_has_the_reasons_of_a_hint() {
        let game = AnyGame::start(GameKind::Liuzichong, &GameOptions::default()).expect("a game");
        let AnyGame::Liuzichong(started) = &game else { unreachable!("just started") };
        let table = SolvedTable::default();
        for mv in started.position().legal_moves() {
            let expected = stone_reasons(started.position(), table.tablebase(), mv);
            assert_eq!(explain_line(&game, &table, &[mv.to_string()]), expected);
        }
    }
}
