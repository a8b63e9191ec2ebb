use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::{LiuzichongGame, MoveOption, WorkerQuery, WorkerResponse};
use yipan_liuzichong::Move;
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, timings};

use super::super::labels::hint_text;
use super::state::LiuzichongState;
use crate::browser::timer;

impl LiuzichongState {
    /// Requests the computer's move. It is played after a minimum thinking time, as in the original program.
    pub(super) fn request_engine_move(self) {
        let Some((side, level)) = self.liuzichong_game.with_untracked(LiuzichongGame::computer_to_move)
        else {
            return;
        };
        let since = timer::now();
        self.query_engine(WorkerQuery::Move { side, level }, move |response| {
            if response.failed {
                let _ = self.engine_failed.try_set(true);
                return;
            }
            let Some(Ok(mv)) = response.action.map(|action| action.parse::<Move>()) else { return };
            let rest = timings::MIN_THINKING_TIME.as_secs_f64() * 1_000.0 - (timer::now() - since);
            spawn_local(async move {
                timer::sleep(rest.max(0.0).ceil() as u32).await;
                self.handle_input(FlowInput::ComputerChose(mv));
            });
        });
    }

    /// Repeats the query after an engine failure.
    pub(super) fn retry_engine(self) {
        self.engine_failed.set(false);
        self.request_engine_move();
    }

    fn query_engine(self, query: WorkerQuery, response: impl FnOnce(WorkerResponse) + 'static) {
        let (setup, actions) = self
            .liuzichong_game
            .with_untracked(|liuzichong_game| (liuzichong_game.setup().clone(), liuzichong_game.actions()));
        self.engine_worker.with_value(|engine_worker| engine_worker.query(&setup, &actions, query, response));
    }

    pub(super) fn hint(self) {
        if self.is_hinting.get_untracked() || self.node.get_untracked() != FlowNode::Waiting {
            return;
        }
        self.is_hinting.set(true);
        let asked_actions = self.liuzichong_game.with_untracked(LiuzichongGame::actions);
        self.query_engine(WorkerQuery::Hint, move |response| {
            if self.is_hinting.try_set(false).is_some() {
                return;
            }
            if response.failed {
                return self.engine_failed.set(true);
            }
            // The game may have changed in the meantime.
            let is_stale = self
                .liuzichong_game
                .with_untracked(|liuzichong_game| liuzichong_game.actions() != asked_actions);
            let Some(action) = response.action.as_ref().filter(|_| !is_stale) else { return };
            if let Some(reach) = MoveOption::parse(self.board.grid, action) {
                self.hint_cells.set(vec![reach.from, reach.to]);
            }
            let settings = self.context.settings.get_untracked();
            let local = self.liuzichong_game.with_untracked(LiuzichongGame::to_local_game);
            self.show_message(hint_text(local.game(), action, &response, &settings));
        });
    }
}
