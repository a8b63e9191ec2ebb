//! Searches of the engine about positions of the tree.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::{NodeId, Replay, WorkerQuery, WorkerResponse, evaluation_in_pawns};
use yipan_core::Turn;
use yipan_games::GameKind;

use super::state::AnalysisState;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::timer;

/// The time for which a position is displayed before its search begins, in milliseconds.
const DISPLAY_MS: u32 = 250;

/// The time of the search of a displayed position, in milliseconds: it goes on until another one is displayed or the user
/// stops it, and shows every depth that it reaches.
const SEARCH_MS: u32 = u32::MAX;

/// The time of the first search of a game with modes, in milliseconds, which shows only its end. Longer ones follow.
const MODE_SEARCH_MS: u32 = 1_500;

/// The factor by which a search of a game with modes is longer than the one before.
const DEEPER_FACTOR: u32 = 4;

/// The search time for each position of a whole-game analysis, in milliseconds.
const GAME_SEARCH_MS: u32 = 250;

/// The same where information is hidden, so that every move is searched in many sampled games.
const HIDDEN_GAME_SEARCH_MS: u32 = 800;

impl AnalysisState {
    /// Searches each position that has been displayed for a moment, until another one is displayed.
    pub(super) fn search_displayed_positions(self) {
        let is_whole_game = Memo::new(move |_| self.whole_game_ply.get().is_some());
        let threat_node = Memo::new(move |_| self.threat.with(|threat| threat.as_ref().map(|one| one.node)));
        Effect::new(move |_| {
            let (node, line_count) = (self.node(), self.line_count.get());
            let is_threat = threat_node.get() == Some(node);
            if threat_node.get_untracked().is_some() && !is_threat {
                self.threat.set(None);
                return;
            }
            // The lines would give away the answers of a lesson.
            if is_whole_game.get() || self.lesson.with(Option::is_some) {
                return;
            }
            self.stop_search();
            self.is_stopped.set(false);
            if self.is_live.get() {
                spawn_local(async move {
                    timer::sleep(DISPLAY_MS).await;
                    let Some(ply) = self.ply.try_get_untracked() else { return };
                    let stays = untrack(|| self.node()) == node
                        && self.line_count.get_untracked() == line_count
                        && (threat_node.get_untracked() == Some(node)) == is_threat;
                    let is_free =
                        !is_whole_game.get_untracked() && self.lesson.with_untracked(Option::is_none);
                    if stays && is_free && self.is_live.get_untracked() {
                        if is_threat { self.search_threat() } else { self.evaluate(ply) }
                    }
                });
            }
        });
    }

    /// Searches a position, unless a search with as many lines has found everything.
    fn evaluate(self, ply: usize) {
        if self.is_solved() && self.is_evaluated(ply) {
            return;
        }
        let millis = self.next_search_ms(untrack(|| self.node_at(ply)));
        if let Some(millis) = millis {
            self.search(ply, millis);
        }
    }

    /// Returns the time of the next search of a node; `None` after a search without a limit.
    fn next_search_ms(self, node: NodeId) -> Option<u32> {
        let key = (node, self.line_count.get_untracked());
        match self.searched_ms.with_untracked(|searched| searched.get(&key).copied()) {
            None => Some(self.first_search_ms()),
            Some(SEARCH_MS) => None,
            Some(millis) => Some(millis.saturating_mul(DEEPER_FACTOR)),
        }
    }

    /// Stops the search of the displayed position until the user continues it or displays another one.
    pub(super) fn stop_deepening(self) {
        self.stop_search();
        self.is_stopped.set(true);
    }

    /// Continues the search of the displayed position, with more time than the last finished one had.
    pub(super) fn search_deeper(self) {
        self.is_stopped.set(false);
        let millis = self.next_search_ms(untrack(|| self.node()));
        if let Some(millis) = millis {
            self.search(self.ply.get_untracked(), millis);
        }
    }

    fn search(self, ply: usize, millis: u32) {
        if !self.can_be_evaluated(ply) || self.engine_failed.get_untracked() {
            return;
        }
        self.stop_search();
        let (node, line_count) = (untrack(|| self.node_at(ply)), self.line_count.get_untracked());
        self.is_searching.set(true);
        self.query_engine(ply, millis, line_count, move || {
            self.is_searching.set(false);
            self.searched_ms.update(|searched| {
                searched.insert((node, line_count), millis);
            });
            if millis < SEARCH_MS {
                self.continue_search(node);
            }
        });
    }

    /// Begins a longer search after one that has ended, while its position is displayed.
    fn continue_search(self, node: NodeId) {
        let is_free = self.whole_game_ply.get_untracked().is_none()
            && self.lesson.with_untracked(Option::is_none)
            && self.threat.with_untracked(Option::is_none);
        let is_wanted = self.is_live.get_untracked() && !self.is_stopped.get_untracked();
        if is_free && is_wanted && !self.is_solved() && untrack(|| self.node()) == node {
            self.search_deeper();
        }
    }

    fn first_search_ms(self) -> u32 {
        if self.has_modes() { MODE_SEARCH_MS } else { SEARCH_MS }
    }

    /// Evaluates all positions of the displayed line.
    pub(super) fn evaluate_game(self) {
        self.threat.set(None);
        self.stop_search();
        self.evaluate_from(0);
    }

    fn evaluate_from(self, ply: usize) {
        let last = self.replay.with_untracked(Replay::len);
        let next = (ply..=last).find(|ply| !self.is_evaluated(*ply));
        self.whole_game_ply.set(next);
        if next.is_none() && self.is_review_due.get_value() {
            self.finish_review();
        }
        if let Some(ply) = next {
            let has_secrets = self.replay.with_untracked(Replay::depends_on_viewer);
            let millis = if has_secrets { HIDDEN_GAME_SEARCH_MS } else { GAME_SEARCH_MS };
            self.query_engine(ply, millis, 1, move || {
                if self.whole_game_ply.get_untracked() == Some(ply) {
                    self.evaluate_from(ply + 1);
                }
            });
        }
    }

    /// Repeats the query after an engine failure.
    pub(super) fn retry_engine(self) {
        self.engine_failed.set(false);
        self.evaluate(self.ply.get_untracked());
    }

    /// Cancels the search of the displayed position.
    pub(super) fn stop_search(self) {
        if self.is_searching.get_untracked() {
            self.engine_worker.with_value(EngineWorker::cancel);
            self.is_searching.set(false);
        }
    }

    /// Cancels all engine queries.
    pub(super) fn stop_engine(self) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.is_searching.set(false);
        self.is_review_due.set_value(false);
        self.whole_game_ply.set(None);
        self.cancel_comparison();
    }

    /// Whether the game has modes, so that every action has an expected value.
    pub(super) fn has_modes(self) -> bool {
        self.replay.with_untracked(|replay| replay.game_at(0).has_modes())
    }

    /// Whether every position has an exact value.
    pub(super) fn is_solved(self) -> bool {
        self.board.grid.kind() == GameKind::Liuzichong
    }

    /// Whether a position has an evaluation or cannot have one.
    fn is_evaluated(self, ply: usize) -> bool {
        let node = untrack(|| self.node_at(ply));
        self.evaluations.with_untracked(|evaluations| evaluations.contains_key(&node))
            || !self.can_be_evaluated(ply)
    }

    /// Whether a side is to move, so that the engine can evaluate the position.
    fn can_be_evaluated(self, ply: usize) -> bool {
        self.replay.with_untracked(|replay| matches!(replay.game_at(ply).turn(), Turn::Player(_)))
    }

    /// Stores a response about a node, unless a better one is known.
    fn store_response(self, node: NodeId, response: WorkerResponse) {
        let line_count = response.lines.len();
        let mut drops_lines = false;
        self.evaluations.update(|evaluations| {
            let earlier = evaluations.get(&node);
            if earlier.is_none_or(|earlier| response.improves(earlier)) {
                drops_lines = earlier.is_some_and(|earlier| earlier.lines.len() > line_count);
                evaluations.insert(node, response);
            }
        });
        if drops_lines {
            // The other lines are searched again when they are asked for.
            self.searched_ms.update(|searched| {
                searched.retain(|(searched_node, count), _| *searched_node != node || *count <= line_count);
            });
        }
    }

    fn query_engine(self, ply: usize, millis: u32, line_count: usize, then: impl FnOnce() + 'static) {
        let (setup, actions) =
            self.replay.with_untracked(|replay| (replay.setup().clone(), replay.actions_before(ply)));
        let node = untrack(|| self.node_at(ply));
        let mut then = Some(then);
        let mut on_response = move |response: WorkerResponse| {
            // The page may have been left.
            if self.evaluations.try_with_untracked(|_| ()).is_none() {
                return;
            }
            if response.failed {
                return self.report_failure();
            }
            let is_partial = response.is_partial;
            self.store_response(node, response);
            if let Some(then) = then.take_if(|_| !is_partial) {
                then();
            }
        };
        self.engine_worker.with_value(|engine_worker| {
            if self.is_solved() {
                // The tablebase values come first, then the text of the evaluation.
                let other = engine_worker.clone();
                let (again, moves) = (setup.clone(), actions.clone());
                engine_worker.query(&setup, &actions, WorkerQuery::Tablebase, move |table| {
                    if table.failed {
                        return on_response(table);
                    }
                    other.query(&again, &moves, WorkerQuery::Hint, move |response| {
                        on_response(WorkerResponse { tablebase_moves: table.tablebase_moves, ..response });
                    });
                });
            } else {
                let query = WorkerQuery::Analyze { time_ms: millis, line_count };
                engine_worker.query_with_progress(&setup, &actions, query, on_response);
            }
        });
    }

    /// Ends the searches after an engine failure.
    pub(super) fn report_failure(self) {
        let _ = self.whole_game_ply.try_set(None);
        let _ = self.is_searching.try_set(false);
        let _ = self.engine_failed.try_set(true);
        self.cancel_comparison();
    }

    /// Returns the response of the engine about the displayed position; reactive.
    pub(super) fn response(self) -> Option<WorkerResponse> {
        let node = self.node();
        self.evaluations.with(|evaluations| evaluations.get(&node).cloned())
    }

    /// Whether the evaluation of a position would show the viewer hidden information; reactive.
    pub(super) fn hides_evaluation(self, ply: usize) -> bool {
        self.replay.with(|replay| replay.hides_evaluation(ply, self.viewer.get()))
    }

    /// Returns the evaluation of a position in pawns for the first side, unless it is hidden from the viewer; reactive.
    pub(super) fn evaluation(self, ply: usize) -> Option<f64> {
        if self.hides_evaluation(ply) {
            return None;
        }
        let node = self.node_at(ply);
        self.evaluations.with(|evaluations| {
            self.replay.with(|replay| evaluation_in_pawns(replay.game_at(ply), evaluations.get(&node)))
        })
    }
}
