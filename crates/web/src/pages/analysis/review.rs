//! The review of the displayed line, and the lesson from its mistakes.

use leptos::prelude::*;
use yipan_client::{
    GameReview, GameTree, Judgment, Lesson, LessonState, LocalizedText, NodeId, Replay, ReviewedMove,
    WorkerQuery, evaluation_in_pawns,
};
use yipan_core::{NullSink, Side, Turn};

use super::line_review::LineReview;
use super::state::AnalysisState;

/// The search time for an answer of a lesson, in milliseconds.
const ANSWER_SEARCH_MS: u32 = 600;

impl AnalysisState {
    /// Evaluates all positions of the displayed line in the background, and reviews it then.
    pub(super) fn start_review(self) {
        self.lesson.set(None);
        self.review.set(None);
        self.is_review_due.set_value(true);
        self.evaluate_game();
    }

    /// Reviews the displayed line, whose positions are all evaluated, and writes the judgments into the tree.
    pub(super) fn finish_review(self) {
        self.is_review_due.set_value(false);
        let line = self.line.get_untracked();
        let nodes = |tree: &GameTree| [&[tree.root()][..], &line].concat();
        let nodes = self.tree.with_untracked(nodes);
        let review = self.evaluations.with_untracked(|evaluations| {
            let response_at = |ply: usize| evaluations.get(nodes.get(ply)?);
            self.replay.with_untracked(|replay| GameReview::of_line(replay, response_at))
        });
        let earlier = self.review_glyphs.get_value();
        let (stale, mut glyphs): (Vec<_>, Vec<_>) =
            earlier.into_iter().partition(|(node, _)| nodes.contains(node));
        self.tree.update(|tree| {
            stale.into_iter().for_each(|(node, nag)| tree.remove_glyph(node, nag));
            for reviewed in &review.moves {
                let Some(nag) = reviewed.judgment.map(Judgment::nag) else { continue };
                let node = nodes[reviewed.ply + 1];
                if tree.add_move_glyph(node, nag) {
                    glyphs.push((node, nag));
                }
            }
        });
        self.review_glyphs.set_value(glyphs);
        self.save();
        self.review.set(Some(LineReview { line, review }));
    }

    /// Forgets the review, and the lesson from it, if some of its moves are no longer in the tree.
    pub(super) fn forget_deleted_review(self) {
        let is_deleted = |node: &NodeId| self.tree.with_untracked(|tree| !tree.contains(*node));
        let is_stale = self.review.with_untracked(|review| {
            review.as_ref().is_some_and(|review| review.line.iter().any(is_deleted))
        });
        if is_stale {
            self.lesson.set(None);
            self.review.set(None);
        }
    }

    /// Displays the next reviewed move that was judged in this way, or the first one after the last.
    pub(super) fn go_to_judged(self, is_wanted: impl Fn(&ReviewedMove, Judgment) -> bool) {
        let displayed = untrack(|| self.node());
        let node = self.review.with_untracked(|review| {
            let review = review.as_ref()?;
            let ply = review.line.iter().position(|node| *node == displayed).map_or(0, |index| index + 1);
            review.node_at(review.review.next_judged_ply(ply, is_wanted)?)
        });
        if let Some(node) = node {
            self.go_to_node(node);
        }
    }

    /// Starts the lesson from the mistakes of a side.
    pub(super) fn start_lesson(self, side: Side) {
        let mistakes =
            self.review.with_untracked(|review| review.as_ref().map(|one| one.review.mistakes(side)));
        self.threat.set(None);
        self.stop_search();
        self.lesson.set(mistakes.and_then(Lesson::start));
        self.flipped.set(side == Side::Second);
        self.show_mistake();
    }

    /// Goes on to the next mistake, or ends the lesson.
    pub(super) fn next_mistake(self) {
        let has_next = self.lesson.try_update(|lesson| lesson.as_mut().is_some_and(Lesson::go_to_next));
        if has_next == Some(true) { self.show_mistake() } else { self.lesson.set(None) }
    }

    /// Plays the best move of the displayed mistake.
    pub(super) fn show_best_move(self) {
        let best = self.lesson.with_untracked(|lesson| lesson.as_ref().map(|one| one.mistake().best.clone()));
        if let Some(best) = best {
            self.show_mistake();
            self.lesson.update(|lesson| lesson.iter_mut().for_each(Lesson::show));
            self.play_action(&best);
        }
    }

    /// Displays the position before the mistake.
    fn show_mistake(self) {
        if let Some(node) = self.mistake_node() {
            self.go_to_node(node);
        }
    }

    /// Returns the position before the mistake; `None` without a lesson.
    fn mistake_node(self) -> Option<NodeId> {
        let ply = self.lesson.with_untracked(|lesson| lesson.as_ref().map(|lesson| lesson.mistake().ply))?;
        let node = self.review.with_untracked(|review| review.as_ref()?.node_at(ply));
        Some(node.unwrap_or_else(|| self.tree.with_untracked(GameTree::root)))
    }

    /// Plays an action, or takes it as the answer of a lesson. An action has no effect while an answer is compared.
    pub(super) fn play_or_answer(self, action: &str) {
        let state = self.lesson.with_untracked(|lesson| lesson.as_ref().map(Lesson::state));
        let is_at_mistake = self.mistake_node() == Some(untrack(|| self.node()));
        match state {
            Some(LessonState::Comparing) => {}
            Some(LessonState::Asking | LessonState::Wrong) if is_at_mistake => self.answer(action),
            _ => self.play_action(action),
        }
    }

    fn answer(self, action: &str) {
        self.message.set(LocalizedText::default());
        let ply = self.ply.get_untracked();
        let mut after = self.replay.with_untracked(|replay| replay.game_at(ply).clone());
        let action = match after.apply_action(action, &mut NullSink) {
            Ok(action) => action,
            Err(error) => return self.show_message(LocalizedText::from_message(&error)),
        };
        let response = untrack(|| self.response());
        let state = self
            .lesson
            .try_update(|lesson| lesson.as_mut().map(|lesson| lesson.answer(&action, response.as_ref())))
            .flatten();
        match state {
            Some(LessonState::Solved) => self.play_action(&action),
            Some(LessonState::Comparing) => match after.turn() {
                Turn::Player(_) => self.compare_answer(ply, action),
                _ => self.judge_answer(ply, &action, evaluation_in_pawns(&after, None)),
            },
            _ => {}
        }
    }

    /// Searches the position after an answer.
    fn compare_answer(self, ply: usize, action: String) {
        let (setup, mut actions) = self
            .replay
            .with_untracked(|replay: &Replay| (replay.setup().clone(), replay.actions_before(ply)));
        actions.push(action.clone());
        let query = WorkerQuery::Analyze { time_ms: ANSWER_SEARCH_MS, line_count: 1 };
        self.stop_search();
        self.engine_worker.with_value(|worker| {
            worker.query(&setup, &actions, query, move |response| {
                if response.failed {
                    return self.report_failure();
                }
                if self.lesson.try_with_untracked(|_| ()).is_some() {
                    self.judge_answer(ply, &action, response.pawns);
                }
            });
        });
    }

    /// Judges an answer, unless it is no longer the one that is compared.
    fn judge_answer(self, ply: usize, action: &str, pawns: Option<f64>) {
        let Some(pawns) = pawns else { return self.cancel_comparison() };
        let judge = |lesson: &mut Option<Lesson>| lesson.as_mut()?.judge_answer(ply, action, pawns);
        if self.lesson.try_update(judge).flatten() == Some(LessonState::Solved) {
            // Another position may be displayed by now.
            self.show_mistake();
            self.play_action(action);
        }
    }

    /// Asks for an answer again, whose comparison has ended without a result.
    pub(super) fn cancel_comparison(self) {
        let cancel = |lesson: &mut Option<Lesson>| {
            let is_canceled = lesson.as_mut().is_some_and(Lesson::cancel_comparison);
            (is_canceled, ())
        };
        let _ = self.lesson.try_maybe_update(cancel);
    }
}
