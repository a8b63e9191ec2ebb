use yipan_core::{Language, Side};
use yipan_games::AnyGame;
use yipan_liuzichong::ai::AiLevel as LiuzichongPlayer;
use yipan_liuzichong::tablebase::{ProbeResult, Wdl};

use super::{Backend, Computer};
use crate::modes::{self, PlayerKnowledge};
use crate::{Assessment, Limits, Score, SearchControl};

/// How far a solved game is foreseen.
const MAX_EXPECTED_ACTIONS: usize = 15;

/// What the computer would do, and what it thinks of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// What it would do.
    pub action: String,
    /// What it expects to follow, action by action, as far as it has thought.
    pub expected_line: Vec<String>,
    source: HintSource,
}

/// What the computer thinks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HintSource {
    /// It plays from the book.
    Book,
    /// What a search came to.
    Searched(Assessment),
    /// The same where chance or secrets make a number mean little.
    Estimated(Assessment),
    /// What is known of the position, in which this seat is to move.
    Tablebase(ProbeResult, Side),
}

impl Hint {
    /// How the game stands, in words; nothing when it plays from the book.
    #[must_use]
    pub fn assessment_text(&self, game: &AnyGame, language: Language) -> String {
        let side_names = Side::BOTH.map(|side| game.side_name(side, language));
        match &self.source {
            HintSource::Book => String::new(),
            HintSource::Searched(assessment) => {
                format!("{} ({})", assessment.localize(side_names, language), assessment.notation())
            }
            HintSource::Estimated(assessment) => assessment.localize(side_names, language),
            HintSource::Tablebase(verdict, side) => tablebase_text(*verdict, *side, side_names, language),
        }
    }

    /// The same in pawns for the first seat; nothing when it plays from the book or knows the result.
    #[must_use]
    pub fn pawns(&self) -> Option<f64> {
        match &self.source {
            HintSource::Searched(assessment) | HintSource::Estimated(assessment) => Some(assessment.pawns()),
            HintSource::Book | HintSource::Tablebase(..) => None,
        }
    }
}

impl Computer {
    /// The best it can find for the seat to move, whatever its strength.
    pub fn hint(
        &mut self,
        game: &AnyGame,
        side: Side,
        limits: Limits,
        control: &dyn SearchControl,
    ) -> Option<Hint> {
        let assessment_of = |score: Score| Assessment::new(score, side);
        let searched = |score: Option<Score>| {
            score.map_or(HintSource::Book, |score| HintSource::Searched(assessment_of(score)))
        };
        Some(match (&mut self.backend, game) {
            (Backend::Chess(player), AnyGame::Chess(game)) => {
                let (root, choice) =
                    (game.position(), player.hint(game.position(), &game.into(), limits, control)?);
                Hint {
                    action: root.uci(choice.mv).to_string(),
                    expected_line: uci_line(root.after(choice.mv), &choice.expected_line),
                    source: searched(choice.score),
                }
            }
            (Backend::ChessModes { setup, placement_history: past }, AnyGame::Chess(game)) => {
                let knowledge =
                    PlayerKnowledge::of_game(setup, game, side).with_placement_history(past.clone());
                let scored = modes::rank_actions(&knowledge, limits, control, 0).actions.first().copied()?;
                Hint {
                    action: scored.action.to_string(),
                    expected_line: Vec::new(),
                    source: HintSource::Estimated(assessment_of(Score::Centipawns(scored.value))),
                }
            }
            (Backend::Xiangqi(player), AnyGame::Xiangqi(game)) => {
                let choice = player.hint(game.position(), &game.into(), limits, control)?;
                Hint {
                    action: choice.mv.to_string(),
                    expected_line: choice.expected_line.iter().map(ToString::to_string).collect(),
                    source: searched(choice.score),
                }
            }
            (Backend::Liuzichong(solved_table), AnyGame::Liuzichong(game)) => {
                let perfect = LiuzichongPlayer::Perfect(solved_table.tablebase());
                let mv = perfect.choose_move(game.position(), 0)?;
                let source = HintSource::Tablebase(
                    solved_table.tablebase().probe(game.position()),
                    game.position().side_to_move(),
                );
                let mut position = game.position().after(mv);
                let expected = std::iter::from_fn(|| {
                    let next = perfect.choose_move(&position, 0)?;
                    position = position.after(next);
                    Some(next.to_string())
                });
                // A drawn game goes on for ever.
                let expected = expected.take(MAX_EXPECTED_ACTIONS).collect();
                Hint { action: mv.to_string(), expected_line: expected, source }
            }
            _ => unreachable!("a computer is made for its game"),
        })
    }
}

/// Moves of chess that follow one another, each written in its position.
fn uci_line(mut position: yipan_chess::Position, moves: &[yipan_chess::Move]) -> Vec<String> {
    let write_move = |mv: &yipan_chess::Move| {
        let text = position.uci(*mv).to_string();
        position = position.after(*mv);
        text
    };
    moves.iter().map(write_move).collect()
}

/// What a solved position is worth, in words.
fn tablebase_text(
    verdict: ProbeResult,
    side_to_move: Side,
    side_names: [&str; 2],
    language: Language,
) -> String {
    let winner = match verdict.wdl {
        Wdl::Draw => {
            return language
                .choose("a draw with best play", "双方最佳应对为和棋", "雙方最佳應對為和棋")
                .to_owned();
        }
        Wdl::Win => side_to_move,
        Wdl::Loss => side_to_move.other(),
    };
    let (winner, plies) = (side_names[winner.index()], verdict.plies.unwrap_or_default());
    match language {
        Language::English => format!("{winner} wins in {plies} plies with best play"),
        Language::Simplified => format!("双方最佳应对，{winner} {plies} 步后获胜"),
        Language::Traditional => format!("雙方最佳應對，{winner} {plies} 步後獲勝"),
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::NullSink;
    use yipan_games::{GameKind, GameOptions};

    use super::*;
    use crate::NoControl;
    use crate::computer::{SolvedTable, Strength};

    #[test]
    fn the_expected_line_can_be_played_to_its_end() {
        for kind in GameKind::ALL {
            let options = GameOptions::default();
            let mut game = AnyGame::start(kind, &options).expect("the usual start");
            let solved_table = SolvedTable::solve_single_threaded(&game);
            let mut computer = Computer::new(&game, &options, &solved_table, Strength::Best);
            let hint = computer.hint(&game, Side::First, Limits::nodes(20_000), &NoControl);
            let hint = hint.expect("a move");
            // One opinion is told in any language.
            let texts = Language::ALL.map(|language| hint.assessment_text(&game, language));
            assert!(
                texts[0] != texts[1] && texts[1] != texts[2] || texts.iter().all(String::is_empty),
                "{texts:?}"
            );
            assert!(hint.expected_line.len() >= 3, "{kind}: {hint:?}");
            for action in std::iter::once(&hint.action).chain(&hint.expected_line) {
                game.apply_action(action, &mut NullSink).expect("legal");
            }
        }
    }
}
