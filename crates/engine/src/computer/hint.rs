use yipan_core::{Language, Side};
use yipan_games::AnyGame;
use yipan_liuzichong::ai::AiLevel;
use yipan_liuzichong::tablebase::{ProbeResult, Wdl};

use super::player::{Backend, Computer};
use super::reasons::{HintReason, mode_reasons, move_reasons, reasons_text, stone_reasons};
use crate::assessment::Assessment;
use crate::level_player::ChosenMove;
use crate::limits::{Limits, SearchControl};
use crate::modes::{self, PlayerKnowledge};
use crate::score::Score;

/// The length of the expected line of a solved game, which may be endless.
const MAX_EXPECTED_ACTIONS: usize = 15;

/// The suggested action and the assessment of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The suggested action.
    pub action: String,
    /// The expected continuation, without the suggested action.
    pub expected_line: Vec<String>,
    /// The reasons for the action, the most important first; empty if there is none in words.
    pub reasons: Vec<HintReason>,
    source: HintSource,
}

/// The basis of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HintSource {
    /// A book move.
    Book,
    /// The score of a search.
    Searched(Assessment),
    /// The score of a stochastic search, too uncertain to show as a number.
    Estimated(Assessment),
    /// The tablebase result of the position, and its side to move.
    Tablebase(ProbeResult, Side),
}

impl Hint {
    /// Describes the assessment; empty for a book move.
    #[must_use]
    pub fn assessment_text(&self, game: &AnyGame, language: Language) -> String {
        let side_names = Side::BOTH.map(|side| game.side_name(side, language));
        match &self.source {
            HintSource::Book => String::new(),
            HintSource::Searched(assessment) => {
                format!("{} ({})", assessment.localize(side_names, language), assessment.notation())
            }
            HintSource::Estimated(assessment) => assessment.localize(side_names, language),
            HintSource::Tablebase(probe_result, side) => {
                tablebase_text(*probe_result, *side, side_names, language)
            }
        }
    }

    /// Describes the reasons in one sentence: `it wins a knight and gives check`. Empty without reasons.
    #[must_use]
    pub fn reasons_text(&self, game: &AnyGame, language: Language) -> String {
        reasons_text(&self.reasons, game.kind(), language)
    }

    /// Returns the advantage of the first side in pawns; `None` for a book move or a tablebase result.
    #[must_use]
    pub fn pawns(&self) -> Option<f64> {
        match &self.source {
            HintSource::Searched(assessment) | HintSource::Estimated(assessment) => Some(assessment.pawns()),
            HintSource::Book | HintSource::Tablebase(..) => None,
        }
    }
}

impl Hint {
    /// Returns the score of a search as [`Assessment::notation`] writes it; `None` for any other source.
    #[must_use]
    pub fn score_notation(&self) -> Option<String> {
        match &self.source {
            HintSource::Searched(assessment) => Some(assessment.notation()),
            HintSource::Book | HintSource::Estimated(_) | HintSource::Tablebase(..) => None,
        }
    }
}

impl Computer {
    /// Suggests the best action within the limits, regardless of the strength; `None` unless the side is to move.
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
                let (root, chosen) =
                    (game.position(), player.hint(game.position(), &game.into(), limits, control)?);
                Hint {
                    action: root.uci(chosen.mv).to_string(),
                    expected_line: uci_line(root.after(chosen.mv), &chosen.expected_line),
                    reasons: move_reasons(root, &whole_line(&chosen), chosen.score),
                    source: searched(chosen.score),
                }
            }
            (Backend::ChessModes { setup, memory }, AnyGame::Chess(game)) => {
                let knowledge = PlayerKnowledge::of_game(setup, game, side).remembering(memory);
                let scored =
                    modes::rank_actions(&knowledge, 0, limits, control, 0).actions.first().copied()?;
                Hint {
                    action: scored.action.to_string(),
                    expected_line: Vec::new(),
                    reasons: mode_reasons(setup.modes(), knowledge.view(), side, scored),
                    source: HintSource::Estimated(assessment_of(Score::Centipawns(scored.value))),
                }
            }
            (Backend::Xiangqi(player), AnyGame::Xiangqi(game)) => {
                let chosen = player.hint(game.position(), &game.into(), limits, control)?;
                Hint {
                    action: chosen.mv.to_string(),
                    expected_line: chosen.expected_line.iter().map(ToString::to_string).collect(),
                    reasons: move_reasons(game.position(), &whole_line(&chosen), chosen.score),
                    source: searched(chosen.score),
                }
            }
            (Backend::Liuzichong(solved_table), AnyGame::Liuzichong(game)) => {
                let perfect = AiLevel::Perfect(solved_table.tablebase());
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
                let expected = expected.take(MAX_EXPECTED_ACTIONS).collect();
                let reasons = stone_reasons(game.position(), solved_table.tablebase(), mv);
                Hint { action: mv.to_string(), expected_line: expected, reasons, source }
            }
            _ => unreachable!("a computer is created for its game"),
        })
    }
}

/// Returns the chosen move and the expected line.
fn whole_line<M: Copy>(chosen: &ChosenMove<M>) -> Vec<M> {
    std::iter::once(chosen.mv).chain(chosen.expected_line.iter().copied()).collect()
}

/// Formats a line of chess moves in UCI notation.
pub(super) fn uci_line(mut position: yipan_chess::Position, moves: &[yipan_chess::Move]) -> Vec<String> {
    let write_move = |mv: &yipan_chess::Move| {
        let text = position.uci(*mv).to_string();
        position = position.after(*mv);
        text
    };
    moves.iter().map(write_move).collect()
}

/// Describes a tablebase result.
fn tablebase_text(
    probe_result: ProbeResult,
    side_to_move: Side,
    side_names: [&str; 2],
    language: Language,
) -> String {
    let winner = match probe_result.wdl {
        Wdl::Draw => {
            return language
                .choose("a draw with best play", "双方最佳应对为和棋", "雙方最佳應對為和棋")
                .to_owned();
        }
        Wdl::Win => side_to_move,
        Wdl::Loss => side_to_move.other(),
    };
    // The winner's own moves are counted, as players do.
    let moves = probe_result.plies.unwrap_or_default().div_ceil(2);
    let winner = side_names[winner.index()];
    match language {
        Language::English if moves == 1 => format!("{winner} wins in 1 move (best play)"),
        Language::English => format!("{winner} wins in {moves} moves (best play)"),
        Language::Simplified => format!("双方最佳应对，{winner} {moves} 步获胜"),
        Language::Traditional => format!("雙方最佳應對，{winner} {moves} 步獲勝"),
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
            let mut game = AnyGame::start(kind, &options).expect("the default options are valid");
            let solved_table = SolvedTable::solve_single_threaded(&game);
            let mut computer = Computer::new(&game, &options, &solved_table, Strength::Best);
            let hint = computer.hint(&game, Side::First, Limits::nodes(20_000), &NoControl);
            let hint = hint.expect("a move");
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
