use leptos::prelude::*;
use yipan_client::text::game;
use yipan_client::{
    LocalGame, LocalSetup, LocalizedText, Route, Sound, WaitingFor, WorkerQuery, announce_missed_moves,
    announce_move, announce_position, join_sentences, no_die_message, outcome_text, status_text,
};
use yipan_core::{Cell, Side};

use super::{game_storage_key, hint_text, random_seed};
use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};
use crate::engine_worker::EngineWorker;
use crate::pages::analysis::analysis_storage_key;
use crate::{local_storage, sound};

/// A game at this screen and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct LocalGameState {
    pub(super) page: AppContext,
    pub(super) local: RwSignal<LocalGame>,
    pub(super) stage: BoardView,
    engine_worker: StoredValue<EngineWorker, LocalStorage>,
    pub(super) is_thinking: RwSignal<bool>,
    /// Whether the computer could not be asked.
    pub(super) engine_failed: RwSignal<bool>,
    /// Whether the person has been asked about giving the game up for a new one.
    pub(super) is_confirming_new_game: RwSignal<bool>,
    /// A move that waits to be confirmed.
    pub(super) pending_action: RwSignal<Option<String>>,
    /// What was last refused, hinted or said.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) hint_cells: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
}

impl LocalGameState {
    pub(super) fn new(local: LocalGame) -> LocalGameState {
        let page = use_app_context();
        page.settings.with_untracked(sound::create_audio_context);
        let stage = BoardView::new(local.grid(), local.view());
        stage.last_move.set(local.last_move_cells(usize::MAX));
        let game = LocalGameState {
            page,
            local: RwSignal::new(local),
            stage,
            engine_worker: StoredValue::new_local(EngineWorker::default()),
            is_thinking: RwSignal::new(false),
            engine_failed: RwSignal::new(false),
            is_confirming_new_game: RwSignal::new(false),
            pending_action: RwSignal::new(None),
            message: RwSignal::new(LocalizedText::default()),
            hint_cells: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
        };
        Effect::new(move |_| {
            let kind = game.local.with(|local| local.game().kind());
            local_storage::write(&game_storage_key(kind), &game.local.with(LocalGame::save));
        });
        // The computer is asked when everything before has been shown.
        Effect::new(move |_| {
            let due = game.local.with(LocalGame::waiting_for);
            if let (WaitingFor::Computer(seat, level), false, false) =
                (due, stage.is_animating.get(), game.is_thinking.get_untracked())
            {
                game.request_engine_move(seat, level);
            }
        });
        on_cleanup(move || game.engine_worker.with_value(EngineWorker::cancel));
        game.announce_position();
        game
    }

    /// How it stands, aloud, for who has just come to the board.
    fn announce_position(self) {
        let language = self.page.language.get_untracked();
        let words = self.local.with_untracked(|local| match local.waiting_for() {
            WaitingFor::Nothing => untrack(|| self.status_text()),
            _ => announce_position(local.grid().kind(), &local.view(), language),
        });
        self.page.announce(words);
    }

    /// Shows the board as it stands, without a move.
    fn redraw(self) {
        let (view, last) =
            self.local.with_untracked(|local| (local.view(), local.last_move_cells(usize::MAX)));
        self.stage.unfreeze();
        self.stage.set_now(view, last);
    }

    fn request_engine_move(self, seat: Side, level: u8) {
        self.is_thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.setup().clone(), local.actions().to_vec()));
        let question = WorkerQuery::Move { side: seat, level };
        self.engine_worker.with_value(|thinker| {
            thinker.query(&opening, &acts, question, move |answer| {
                if self.is_thinking.try_set(false).is_some() {
                    return;
                }
                if answer.failed {
                    return self.engine_failed.set(true);
                }
                match answer.action {
                    Some(action) => self.play_action(&action),
                    None => self.end_game(|local| local.resign(seat)),
                }
            });
        });
    }

    /// Asks the computer once more that could not be asked.
    pub(super) fn retry_engine(self) {
        self.engine_failed.set(false);
        if let WaitingFor::Computer(seat, level) = self.local.with_untracked(LocalGame::waiting_for) {
            self.request_engine_move(seat, level);
        }
    }

    /// Plays an action, whoever is to move, and shows and tells what came of it.
    pub(super) fn play_action(self, action: &str) {
        // A hint that comes after the move would hold the computer up.
        self.cancel_engine();
        self.pending_action.set(None);
        let number = self.local.with_untracked(|local| local.actions().len());
        let result = self.local.try_update(|local| local.play_action(action));
        match result {
            Some(Ok(shown)) => {
                self.message.set(LocalizedText::default());
                self.hint_cells.set(Vec::new());
                self.announce_move(number, &shown.effects);
                self.stage.enqueue_step(shown);
            }
            Some(Err(error)) => self.show_rejection(action, LocalizedText::from_message(&error)),
            None => {}
        }
    }

    /// A refusal in words. Of a man whom no die lets move, the dice say it all.
    fn show_rejection(self, action: &str, reason: LocalizedText) {
        let grid = self.stage.grid;
        let from = action.get(..2).and_then(|name| grid.cell(name));
        let dice =
            from.and_then(|from| self.stage.view.with_untracked(|view| no_die_message(grid, view, from)));
        self.show_message(dice.unwrap_or(reason));
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn show_message(self, said: LocalizedText) {
        self.message.set(said);
    }

    fn announce_move(self, number: usize, effects: &[yipan_wire::Effect]) {
        let script = untrack(|| self.page.notation_style());
        self.page.announce(self.local.with_untracked(|local| announce_move(local, number, effects, script)));
    }

    /// What a person does on the board.
    pub(super) fn submit_action(self, action: String) {
        if !matches!(self.local.with_untracked(LocalGame::waiting_for), WaitingFor::Human(_)) {
            return;
        }
        if self.stage.unfreeze() {
            self.redraw();
        }
        if self.page.settings.with_untracked(|settings| settings.confirm_moves) {
            self.pending_action.set(Some(action));
        } else {
            self.play_action(&action);
        }
    }

    /// What was asked of the computer is no longer wanted.
    fn cancel_engine(self) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.is_thinking.set(false);
        self.engine_failed.set(false);
        self.is_confirming_new_game.set(false);
    }

    pub(super) fn take_back(self) {
        self.cancel_engine();
        self.pending_action.set(None);
        if !self.local.with_untracked(LocalGame::can_take_back) {
            return;
        }
        self.local.update(LocalGame::take_back);
        self.message.set(LocalizedText::default());
        self.redraw();
        let language = self.page.language.get_untracked();
        let said = [game::TAKEN_BACK.localize(language).to_owned(), untrack(|| self.status_text())];
        self.page.announce(join_sentences(&said, language));
    }

    pub(super) fn hint(self) {
        if self.is_thinking.get_untracked()
            || !matches!(self.local.with_untracked(LocalGame::waiting_for), WaitingFor::Human(_))
        {
            return;
        }
        self.is_thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.setup().clone(), local.actions().to_vec()));
        let grid = self.stage.grid;
        self.engine_worker.with_value(|thinker| {
            thinker.query(&opening, &acts, WorkerQuery::Hint, move |answer| {
                if self.is_thinking.try_set(false).is_some() {
                    return;
                }
                if answer.failed {
                    return self.engine_failed.set(true);
                }
                let Some(action) = answer.action else { return };
                if let Some(reach) = yipan_client::MoveOption::parse(grid, &action) {
                    self.hint_cells.set(vec![reach.from, reach.to]);
                }
                self.show_message(hint_text(&action, &answer.evaluation_text));
            });
        });
    }

    pub(super) fn resign(self) {
        let seat = self.local.with_untracked(|local| match local.waiting_for() {
            WaitingFor::Human(seat) if local.is_hot_seat() => seat,
            _ => local.viewing_side(),
        });
        self.end_game(|local| local.resign(seat));
    }

    /// Two people call it a draw.
    pub(super) fn agree_draw(self) {
        self.end_game(LocalGame::agree_draw);
    }

    /// Players end the game; that is shown and told.
    fn end_game(self, change: impl FnOnce(&mut LocalGame)) {
        self.cancel_engine();
        self.pending_action.set(None);
        self.local.update(change);
        self.redraw();
        self.page.settings.with_untracked(|settings| sound::play(Sound::End, settings));
        self.page.announce(untrack(|| self.status_text()));
    }

    /// The one who was sent away sits down and is shown what went on, as far as that may be known.
    pub(super) fn switch_viewer(self, seat: Side) {
        let missed = self.local.with_untracked(|local| local.missed_moves(seat));
        self.local.update(|local| local.set_viewing_side(seat));
        let Some(missed) = missed else { return self.redraw() };
        self.stage.set_now(missed.before.clone(), Vec::new());
        missed.updates.iter().cloned().for_each(|shown| self.stage.enqueue_step(shown));
        if missed.updates.is_empty() {
            self.redraw();
        }
        let settings = self.page.settings.get_untracked();
        let missed_text = |local: &LocalGame| {
            LocalizedText::new(|language| {
                announce_missed_moves(local, &missed, settings.notation_style(language))
            })
        };
        self.show_message(self.local.with_untracked(missed_text));
    }

    /// A new game; one that is going on is given up only when that is asked for twice.
    pub(super) fn new_game(self) {
        let is_running = self.local.with_untracked(|local| {
            local.waiting_for() != WaitingFor::Nothing && !local.actions().is_empty()
        });
        if is_running && !self.is_confirming_new_game.get_untracked() {
            return self.is_confirming_new_game.set(true);
        }
        let opening = self.local.with_untracked(|local| local.setup().clone());
        self.cancel_engine();
        if let Ok(local) = LocalGame::start(LocalSetup { seed: random_seed(), ..opening }) {
            self.message.set(LocalizedText::default());
            self.hint_cells.set(Vec::new());
            self.pending_action.set(None);
            self.local.set(local);
            self.redraw();
            self.announce_position();
        }
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn status_text(self) -> String {
        let (language, kind) = (self.page.language.get(), self.stage.grid.kind());
        // Who looks back is told how the game stands now.
        let status_line = |local: &LocalGame| match self.stage.frozen.get() {
            true => status_text(kind, &local.view(), language),
            false => self.stage.view.with(|view| status_text(kind, view, language)),
        };
        self.local.with(|local| match (local.declared_result(), local.outcome(), local.waiting_for()) {
            (Some(verdict), ..) => verdict.localize(kind, language),
            (None, Some(outcome), _) => outcome_text(kind, outcome, language),
            (None, None, WaitingFor::Computer(..)) => {
                format!("{} · {}", status_line(local), game::THINKING.localize(language))
            }
            _ => status_line(local),
        })
    }

    /// Whether the whole game may be looked at: before the end that could tell secrets.
    pub(super) fn can_analyze(self) -> bool {
        self.local.with(|local| {
            local.waiting_for() == WaitingFor::Nothing
                || !local.game().has_hidden_information() && !local.game().has_modes()
        })
    }

    pub(super) fn open_analysis(self) {
        let kind = self.stage.grid.kind();
        local_storage::write(&analysis_storage_key(kind), &self.local.with_untracked(LocalGame::save));
        self.page.navigate(Route::Analysis(kind));
    }

    pub(super) fn is_over(self) -> bool {
        self.local.with(|local| local.waiting_for() == WaitingFor::Nothing)
    }
}
