use yipan_core::Side;
use yipan_games::AnyGame;

use super::analysis_result::{Analysis, AnalysisLine};
use super::hint::uci_line;
use super::mode_analysis::analyze_modes;
use super::player::{Backend, Computer};
use crate::assessment::Assessment;
use crate::limits::{Limits, SearchControl};
use crate::modes::PlayerKnowledge;
use crate::search::{PvLine, SearchInfo};

impl Computer {
    /// Analyzes a game with several principal variations; `None` for solved games and positions without moves.
    ///
    /// `on_progress` receives the lines whenever one was searched deeper. The tables of earlier calls are used again, so a
    /// longer analysis of the same position soon reaches the depth of the shorter one.
    pub fn analyze(
        &mut self,
        game: &AnyGame,
        side: Side,
        line_count: usize,
        limits: Limits,
        control: &dyn SearchControl,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let analysis = match (&mut self.backend, game) {
            (Backend::Chess(player), AnyGame::Chess(game)) => {
                let root = *game.position();
                let write_moves = |moves: &[yipan_chess::Move]| uci_line(root, moves);
                let mut found = FoundLines::new(side, line_count, &write_moves);
                let result = player.analyze(&root, &game.into(), line_count, limits, control, &mut |info| {
                    on_progress(found.insert(info));
                });
                analysis_of(&result.lines, result.nodes, side, &write_moves)
            }
            (Backend::Xiangqi(player), AnyGame::Xiangqi(game)) => {
                let write_moves =
                    |moves: &[yipan_xiangqi::Move]| moves.iter().map(ToString::to_string).collect();
                let mut found = FoundLines::new(side, line_count, &write_moves);
                let result =
                    player.analyze(game.position(), &game.into(), line_count, limits, control, &mut |info| {
                        on_progress(found.insert(info));
                    });
                analysis_of(&result.lines, result.nodes, side, &write_moves)
            }
            (Backend::ChessModes { setup, memory }, AnyGame::Chess(game)) => {
                let knowledge = PlayerKnowledge::of_game(setup, game, side).remembering(memory);
                analyze_modes(&knowledge, game, side, line_count, limits, control)
            }
            _ => return None,
        };
        Some(analysis).filter(|analysis| !analysis.lines.is_empty())
    }
}

type WriteMoves<'a, M> = &'a dyn Fn(&[M]) -> Vec<String>;

/// The latest lines of a running search.
struct FoundLines<'a, M> {
    side: Side,
    line_count: usize,
    write_moves: WriteMoves<'a, M>,
    lines: Vec<PvLine<M>>,
    analysis: Analysis,
}

impl<'a, M: Copy + PartialEq> FoundLines<'a, M> {
    fn new(side: Side, line_count: usize, write_moves: WriteMoves<'a, M>) -> FoundLines<'a, M> {
        FoundLines { side, line_count, write_moves, lines: Vec::new(), analysis: Analysis::default() }
    }

    /// Inserts a completed line. Lines of the iteration before stay behind those of the running one.
    fn insert(&mut self, info: SearchInfo<'_, M>) -> &Analysis {
        let rank = info.multi_pv_index.min(self.lines.len());
        let mut old = self.lines.split_off(rank);
        old.retain(|line| line.moves.first() != info.line.moves.first());
        self.lines.push(info.line.clone());
        self.lines.extend(old);
        self.lines.truncate(self.line_count);
        self.analysis = analysis_of(&self.lines, info.nodes, self.side, self.write_moves);
        &self.analysis
    }
}

fn analysis_of<M>(lines: &[PvLine<M>], nodes: u64, side: Side, write_moves: WriteMoves<'_, M>) -> Analysis {
    let line = |line: &PvLine<M>| AnalysisLine {
        actions: write_moves(&line.moves),
        assessment: Assessment::new(line.score, side),
        spread: None,
    };
    Analysis {
        lines: lines.iter().map(line).collect(),
        depth: lines.first().map(|line| line.depth),
        nodes,
        action_values: Vec::new(),
        hindsight_values: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Turn;
    use yipan_games::{GameKind, GameOptions};

    use super::*;
    use crate::computer::{SolvedTable, Strength};
    use crate::limits::NoControl;

    fn analyze(kind: GameKind, options: &GameOptions, limits: Limits) -> (Option<Analysis>, Vec<Analysis>) {
        let mut game = AnyGame::start(kind, options).expect("a position");
        while game.turn() == Turn::Chance {
            let (outcome, _) = game.chance_outcomes().into_iter().next().expect("an outcome");
            game.apply_chance(&outcome, &mut yipan_core::NullSink).expect("possible");
        }
        let mut computer = Computer::new(&game, options, &SolvedTable::default(), Strength::Best);
        let Turn::Player(side) = game.turn() else { return (None, Vec::new()) };
        let mut progress = Vec::new();
        let analysis = computer
            .analyze(&game, side, 3, limits, &NoControl, &mut |analysis| progress.push(analysis.clone()));
        (analysis, progress)
    }

    fn position(text: &str) -> GameOptions {
        GameOptions::default().with_position(text)
    }

    #[test]
    fn several_lines_are_returned_best_first() {
        let mate_in_one = position("7k/Q7/6K1/8/8/8/8/8 w - - 0 1");
        let (analysis, _) = analyze(GameKind::Chess, &mate_in_one, Limits::nodes(2_000));
        let analysis = analysis.expect("lines");
        assert_eq!(analysis.lines.len(), 3);
        assert_eq!(analysis.lines[0].assessment.notation(), "#1");
        let pawns: Vec<f64> = analysis.lines.iter().map(|line| line.assessment.pawns()).collect();
        assert!(pawns.is_sorted_by(|a, b| a >= b) && analysis.depth.is_some() && analysis.nodes > 0);
        let (analysis, _) = analyze(GameKind::Xiangqi, &GameOptions::default(), Limits::nodes(2_000));
        let analysis = analysis.expect("lines");
        assert!(analysis.lines.iter().all(|line| !line.actions.is_empty()), "{analysis:?}");
    }

    #[test]
    fn progress_grows_in_depth_and_ends_with_the_result() {
        let (analysis, progress) = analyze(GameKind::Chess, &GameOptions::default(), Limits::depth(6));
        let analysis = analysis.expect("lines");
        assert_eq!(progress.len(), 18, "three lines at each of six depths");
        assert!(progress.is_sorted_by_key(|one| (one.depth, one.nodes)), "{progress:?}");
        assert_eq!(progress.last().map(|last| last.depth), Some(analysis.depth));
        for one in &progress {
            let mut first: Vec<&String> = one.lines.iter().map(|line| &line.actions[0]).collect();
            first.sort();
            first.dedup();
            assert_eq!(first.len(), one.lines.len(), "no line is listed twice: {one:?}");
        }
    }

    #[test]
    fn dice_give_every_action_an_expected_value_and_a_spread() {
        let options = GameOptions { modes: vec!["dice-b".to_owned()], ..GameOptions::default() };
        let (analysis, _) = analyze(GameKind::Chess, &options, Limits::nodes(3_000));
        let analysis = analysis.expect("actions");
        assert_eq!((analysis.lines.len(), analysis.depth), (3, None));
        let values: Vec<f64> = analysis.action_values.iter().map(|value| value.assessment.pawns()).collect();
        assert!(values.len() > 3 && values.is_sorted_by(|a, b| a >= b), "{values:?}");
        for value in &analysis.action_values {
            let [low, high] = value.spread.expect("the opponent rolls next");
            assert!(low.pawns() <= high.pawns(), "{value:?}");
        }
        for (line, value) in analysis.lines.iter().zip(&analysis.action_values) {
            assert_eq!((&line.actions[0], line.spread), (&value.action, value.spread));
        }
    }

    #[test]
    fn without_time_only_the_lines_have_a_spread() {
        let options = GameOptions { modes: vec!["dice-b".to_owned()], ..GameOptions::default() };
        let limits = Limits { hard_time: Some(std::time::Duration::ZERO), ..Limits::nodes(3_000) };
        let (analysis, _) = analyze(GameKind::Chess, &options, limits);
        let values = analysis.expect("actions").action_values;
        let spreads: Vec<bool> = values.iter().map(|value| value.spread.is_some()).collect();
        assert!(spreads.len() > 3, "{values:?}");
        assert!(
            spreads.iter().enumerate().all(|(index, has_spread)| *has_spread == (index < 3)),
            "{values:?}"
        );
    }

    #[test]
    fn finished_and_solved_games_have_no_lines() {
        let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(analyze(GameKind::Chess, &mated, Limits::nodes(100)).0, None);
        assert_eq!(analyze(GameKind::Liuzichong, &GameOptions::default(), Limits::nodes(100)).0, None);
    }
}
