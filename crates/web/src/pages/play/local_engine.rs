use leptos::prelude::*;
use yipan_client::{LocalGame, MoveOption, WaitingFor, WorkerQuery};
use yipan_core::Side;

use super::labels::hint_text;
use super::local::LocalGameState;
use crate::browser::engine_worker::EngineWorker;

impl LocalGameState {
    pub(super) fn request_engine_move(self, side: Side, level: u8) {
        self.is_thinking.set(true);
        let (setup, actions) = self.local.with_untracked(|local| (local.setup().clone(), local.actions()));
        let query = WorkerQuery::Move { side, level };
        self.engine_worker.with_value(|engine_worker| {
            engine_worker.query(&setup, &actions, query, move |response| {
                if self.is_thinking.try_set(false).is_some() {
                    return;
                }
                if response.failed {
                    return self.engine_failed.set(true);
                }
                match response.action {
                    Some(action) => self.play_action(&action),
                    None => self.end_game(|local| local.resign(side)),
                }
            });
        });
    }

    /// Repeats the query after an engine failure.
    pub(super) fn retry_engine(self) {
        self.engine_failed.set(false);
        if let WaitingFor::Computer(side, level) = self.local.with_untracked(LocalGame::waiting_for) {
            self.request_engine_move(side, level);
        }
    }

    /// Cancels pending engine queries and clears the flags that depend on them.
    pub(super) fn cancel_engine(self) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.is_thinking.set(false);
        self.engine_failed.set(false);
        self.is_confirming_new_game.set(false);
    }

    pub(super) fn hint(self) {
        if self.is_thinking.get_untracked()
            || !matches!(self.local.with_untracked(LocalGame::waiting_for), WaitingFor::Human(_))
        {
            return;
        }
        self.is_thinking.set(true);
        let (setup, actions) = self.local.with_untracked(|local| (local.setup().clone(), local.actions()));
        let grid = self.board.grid;
        self.engine_worker.with_value(|engine_worker| {
            engine_worker.query(&setup, &actions, WorkerQuery::Hint, move |response| {
                if self.is_thinking.try_set(false).is_some() {
                    return;
                }
                if response.failed {
                    return self.engine_failed.set(true);
                }
                let Some(action) = response.action else { return };
                if let Some(reach) = MoveOption::parse(grid, &action) {
                    self.hint_cells.set(vec![reach.from, reach.to]);
                }
                self.show_message(hint_text(&action, &response.evaluation_text));
            });
        });
    }
}
