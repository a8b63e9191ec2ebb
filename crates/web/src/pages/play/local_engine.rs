use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::{LocalGame, MoveOption, WaitingFor, WorkerQuery, reply_pause_ms};
use yipan_core::Side;

use super::labels::hint_text;
use super::local::LocalGameState;
use super::pending_reply::EngineReply;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::timer;

/// The time that the browser is busy with a page that was just opened.
const OPENING_MS: u32 = 600;

impl LocalGameState {
    /// Loads the engine of a computer player once the browser has drawn the page.
    pub(super) fn load_engine_when_idle(self) {
        if self.local.with_untracked(LocalGame::is_hot_seat) {
            return self.may_think.set(true);
        }
        let on_loaded = move || {
            let _ = self.may_think.try_set(true);
        };
        spawn_local(async move {
            timer::sleep(OPENING_MS).await;
            let _ = self.engine_worker.try_with_value(|worker| worker.load(on_loaded));
        });
    }

    pub(super) fn request_engine_move(self, side: Side, level: u8) {
        self.is_thinking.set(true);
        let (setup, actions) = self.local.with_untracked(|local| (local.setup().clone(), local.actions()));
        let query = WorkerQuery::Move { side, level };
        self.engine_worker.with_value(|engine_worker| {
            engine_worker.query(&setup, &actions, query, move |response| {
                if response.failed {
                    if self.is_thinking.try_set(false).is_none() {
                        self.engine_failed.set(true);
                    }
                    return;
                }
                let reply = response.action.map_or(EngineReply::Resign(side), EngineReply::Play);
                let _ = self.engine_reply.reply.try_set(Some(reply));
            });
        });
    }

    /// Plays each reply when the animation before it has ended and the pause is over.
    pub(super) fn play_replies_when_due(self) {
        let (engine_reply, board) = (self.engine_reply, self.board);
        Effect::new(move |_| {
            if !board.is_animating.get() {
                engine_reply.idle_since.set_value(timer::now());
            }
        });
        Effect::new(move |_| {
            if engine_reply.reply.with(Option::is_none) || board.is_animating.get() {
                return;
            }
            let is_instant = self.context.settings.with_untracked(|settings| settings.instant_replies);
            let pause = if is_instant { 0 } else { self.local.with_untracked(reply_pause_ms) };
            spawn_local(async move {
                match engine_reply.take_after(pause).await {
                    Some(EngineReply::Play(action)) => self.play_action(&action),
                    Some(EngineReply::Resign(side)) => self.end_game(|local| local.resign(side)),
                    None => {}
                }
            });
        });
    }

    /// Returns the state of the computer's reply, for the style sheet and tests; reactive.
    pub(super) fn reply_state(self) -> Option<&'static str> {
        matches!(self.local.with(LocalGame::waiting_for), WaitingFor::Computer(..)).then_some("pending")
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
        self.engine_reply.cancel();
        self.is_thinking.set(false);
        self.engine_failed.set(false);
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
                let Some(action) = &response.action else { return };
                if let Some(reach) = MoveOption::parse(grid, action) {
                    self.hint_cells.set(vec![reach.from, reach.to]);
                }
                let settings = self.context.settings.get_untracked();
                self.show_message(
                    self.local.with_untracked(|local| hint_text(local.game(), action, &response, &settings)),
                );
            });
        });
    }
}
