use leptos::prelude::*;
use yipan_client::{Replay, WorkerQuery, WorkerResponse, evaluation_in_pawns};
use yipan_core::Turn;
use yipan_games::GameKind;

use super::state::AnalysisState;
use crate::browser::engine_worker::EngineWorker;

/// The search time for the displayed position, and for each position of a whole-game analysis, in milliseconds.
const POSITION_SEARCH_MS: u32 = 1_200;

const GAME_SEARCH_MS: u32 = 250;

impl AnalysisState {
    /// Evaluates a position that has no evaluation yet.
    pub(super) fn evaluate(self, ply: usize) {
        if self.is_evaluated(ply) || self.engine_failed.get_untracked() {
            return;
        }
        if self.board.grid.kind() != GameKind::Liuzichong {
            self.engine_worker.with_value(EngineWorker::cancel);
        }
        self.query_engine(ply, POSITION_SEARCH_MS, move || {});
    }

    /// Evaluates all positions from a ply on.
    pub(super) fn evaluate_from(self, ply: usize) {
        let last = self.replay.with_untracked(Replay::len);
        let next = (ply..=last).find(|ply| !self.is_evaluated(*ply));
        self.whole_game_ply.set(next);
        if let Some(ply) = next {
            self.query_engine(ply, GAME_SEARCH_MS, move || {
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

    /// Cancels all engine queries.
    pub(super) fn stop_engine(self) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.whole_game_ply.set(None);
    }

    /// Whether a position has an evaluation or cannot have one.
    fn is_evaluated(self, ply: usize) -> bool {
        let node = untrack(|| self.node_at(ply));
        self.evaluations.with_untracked(|evaluations| evaluations.contains_key(&node))
            || self.replay.with_untracked(|replay| !matches!(replay.game_at(ply).turn(), Turn::Player(_)))
    }

    fn query_engine(self, ply: usize, millis: u32, then: impl FnOnce() + 'static) {
        let (setup, actions) =
            self.replay.with_untracked(|replay| (replay.setup().clone(), replay.actions_before(ply)));
        let node = untrack(|| self.node_at(ply));
        let on_response = move |response: WorkerResponse, then: Box<dyn FnOnce()>| {
            if response.failed {
                let _ = self.whole_game_ply.try_set(None);
                let _ = self.engine_failed.try_set(true);
                return;
            }
            // The page may have been left.
            if self.evaluations.try_update(|evaluations| evaluations.insert(node, response)).is_some() {
                then();
            }
        };
        self.engine_worker.with_value(|engine_worker| {
            if self.board.grid.kind() == GameKind::Liuzichong {
                // The tablebase values come first, then the text of the evaluation.
                let other = engine_worker.clone();
                let (again, moves) = (setup.clone(), actions.clone());
                engine_worker.query(&setup, &actions, WorkerQuery::Tablebase, move |table| {
                    if table.failed {
                        return on_response(table, Box::new(then));
                    }
                    other.query(&again, &moves, WorkerQuery::Hint, move |response| {
                        on_response(
                            WorkerResponse { tablebase_moves: table.tablebase_moves, ..response },
                            Box::new(then),
                        );
                    });
                });
            } else {
                engine_worker.query(
                    &setup,
                    &actions,
                    WorkerQuery::Evaluate { time_ms: millis },
                    move |response| {
                        on_response(response, Box::new(then));
                    },
                );
            }
        });
    }

    /// Returns the response of the engine about the displayed position; reactive.
    pub(super) fn response(self) -> Option<WorkerResponse> {
        let node = self.node();
        self.evaluations.with(|evaluations| evaluations.get(&node).cloned())
    }

    /// Returns the evaluation of a position in pawns for the first side; reactive.
    pub(super) fn evaluation(self, ply: usize) -> Option<f64> {
        let node = self.node_at(ply);
        self.evaluations.with(|evaluations| {
            self.replay.with(|replay| evaluation_in_pawns(replay.game_at(ply), evaluations.get(&node)))
        })
    }
}
