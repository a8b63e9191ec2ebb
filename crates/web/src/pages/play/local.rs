use leptos::prelude::*;
use yipan_client::text::game;
use yipan_client::{
    GameTree, LocalGame, LocalGameExt, LocalSetup, LocalizedText, MissedMoves, MoveMarks, Mover,
    ResultSummary, Sound, WaitingFor, announce_missed_moves, announce_move, announce_position,
    join_sentences, last_move_marks, no_die_message, turn_status_text,
};
use yipan_core::{Cell, NullSink, Side};

use super::opened_game::OpenedGame;
use super::pending_reply::PendingReply;
use crate::board_view::BoardView;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::processors::has_processor_for_search;
use crate::browser::sound;
use crate::context::{AppContext, use_app_context};
use crate::local_setup::random_seed;
use crate::opened_analysis::open_analysis;
use crate::review_request::request_review;

/// The state of a game on this device.
#[derive(Clone, Copy)]
pub(super) struct LocalGameState {
    pub(super) context: AppContext,
    pub(super) local: RwSignal<LocalGame>,
    opened: OpenedGame,
    pub(super) board: BoardView,
    pub(super) engine_worker: StoredValue<EngineWorker, LocalStorage>,
    /// False on a small machine until the page is drawn and the engine is loaded, which take both processors.
    pub(super) may_think: RwSignal<bool>,
    pub(super) is_thinking: RwSignal<bool>,
    pub(super) engine_reply: PendingReply,
    pub(super) engine_failed: RwSignal<bool>,
    /// A move that is waiting for confirmation.
    pub(super) pending_action: RwSignal<Option<String>>,
    /// The last message to the user.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) hint_cells: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
}

impl LocalGameState {
    pub(super) fn new(local: LocalGame, opened: OpenedGame) -> LocalGameState {
        let context = use_app_context();
        context.settings.with_untracked(sound::create_audio_context);
        let board = BoardView::new(local.grid(), local.view());
        board.set_last_move(last_move_marks(&local, usize::MAX));
        let game = LocalGameState {
            context,
            local: RwSignal::new(local),
            opened,
            board,
            engine_worker: StoredValue::new_local(EngineWorker::default()),
            may_think: RwSignal::new(has_processor_for_search()),
            is_thinking: RwSignal::new(false),
            engine_reply: PendingReply::new(),
            engine_failed: RwSignal::new(false),
            pending_action: RwSignal::new(None),
            message: RwSignal::new(LocalizedText::default()),
            hint_cells: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
        };
        Effect::new(move |_| game.local.with(|local| opened.store(local)));
        // The search starts during the animation before it, unless it would delay its frames.
        let waits_for_animation = !has_processor_for_search();
        Effect::new(move |_| {
            let due = game.local.with(LocalGame::waiting_for);
            if waits_for_animation && (board.is_animating.get() || !game.may_think.get()) {
                return;
            }
            if let (WaitingFor::Computer(side, level), false) = (due, game.is_thinking.get_untracked()) {
                game.request_engine_move(side, level);
            }
        });
        game.load_engine_when_idle();
        game.play_replies_when_due();
        on_cleanup(move || game.engine_worker.with_value(EngineWorker::cancel));
        game.announce_position();
        game
    }

    /// Announces the position when the board is opened.
    fn announce_position(self) {
        let language = self.context.language.get_untracked();
        let announcement = self.local.with_untracked(|local| match local.waiting_for() {
            WaitingFor::Nothing => untrack(|| self.status_text()),
            _ => announce_position(local.grid().kind(), &local.view(), language),
        });
        self.context.announce(announcement);
    }

    /// Displays the current position without animation.
    fn redraw(self) {
        let (view, last) =
            self.local.with_untracked(|local| (local.view(), last_move_marks(local, usize::MAX)));
        self.board.unfreeze();
        self.board.set_now(view, last);
    }

    /// Plays an action of either side, and animates and announces it.
    pub(super) fn play_action(self, action: &str) {
        // A pending hint would delay the computer's move.
        self.cancel_engine();
        // A player who has moved has seen the page.
        self.may_think.set(true);
        self.pending_action.set(None);
        let number = self.local.with_untracked(LocalGame::action_count);
        let result = self.local.try_update(|local| local.play_and_show(action));
        match result {
            Some(Ok(shown)) => {
                self.message.set(LocalizedText::default());
                self.hint_cells.set(Vec::new());
                self.announce_move(number, &shown.effects);
                self.board.enqueue_step(shown);
            }
            Some(Err(error)) => {
                self.board.explaining_cells.set(error.explaining_cells());
                self.show_rejection(action, LocalizedText::from_message(&error));
            }
            None => {}
        }
    }

    /// Shows why an action is illegal. If no die allows the piece to move, that reason suffices.
    fn show_rejection(self, action: &str, reason: LocalizedText) {
        let grid = self.board.grid;
        let from = action.get(..2).and_then(|name| grid.cell(name));
        let dice =
            from.and_then(|from| self.board.view.with_untracked(|view| no_die_message(grid, view, from)));
        self.show_message(dice.unwrap_or(reason));
    }

    /// Shows a message. Its element is an alert, so screen readers announce it.
    pub(super) fn show_message(self, message: LocalizedText) {
        self.message.set(message);
    }

    fn announce_move(self, number: usize, effects: &[yipan_wire::Effect]) {
        let style = untrack(|| self.context.notation_style());
        self.context
            .announce(self.local.with_untracked(|local| announce_move(local, number, effects, style)));
    }

    /// Plays an action from the board, after a confirmation if the user wants one.
    pub(super) fn submit_action(self, action: &str) {
        if !matches!(self.local.with_untracked(LocalGame::waiting_for), WaitingFor::Human(_)) {
            return;
        }
        if self.board.unfreeze() {
            self.redraw();
        }
        // An illegal move is not proposed but explained.
        let parsed =
            self.local.with_untracked(|local| local.game().clone().apply_action(action, &mut NullSink));
        match parsed {
            Ok(action) if self.context.settings.with_untracked(|settings| settings.confirm_moves) => {
                self.board.show_proposal(&action);
                self.pending_action.set(Some(action));
            }
            _ => self.play_action(action),
        }
    }

    /// Takes a move back that was not confirmed.
    pub(super) fn cancel_action(self) {
        self.pending_action.set(None);
        self.board.hide_proposal();
    }

    /// Whether a move can be taken back. The result of a finished game stands; reactive.
    pub(super) fn can_take_back(self) -> bool {
        !self.is_over() && self.local.with(LocalGame::can_take_back)
    }

    pub(super) fn take_back(self) {
        if !untrack(|| self.can_take_back()) {
            return;
        }
        self.cancel_engine();
        self.cancel_action();
        self.local.update(LocalGame::take_back);
        self.message.set(LocalizedText::default());
        self.redraw();
        let language = self.context.language.get_untracked();
        let message = [game::TAKEN_BACK.localize(language).to_owned(), untrack(|| self.status_text())];
        self.context.announce(join_sentences(&message, language));
    }

    pub(super) fn resign(self) {
        let side = self.local.with_untracked(|local| match local.waiting_for() {
            WaitingFor::Human(side) if local.is_hot_seat() => side,
            _ => local.viewing_side(),
        });
        self.end_game(|local| local.resign(side));
    }

    /// Ends the game as a draw by agreement of two players on this device.
    pub(super) fn agree_draw(self) {
        self.end_game(LocalGame::agree_draw);
    }

    /// Ends the game by a decision of a player, and announces the result.
    pub(super) fn end_game(self, change: impl FnOnce(&mut LocalGame)) {
        self.cancel_engine();
        self.pending_action.set(None);
        self.local.update(change);
        self.redraw();
        self.context.settings.with_untracked(|settings| sound::play(Sound::End, settings));
        self.context.announce(untrack(|| self.status_text()));
    }

    /// Passes the screen to the other player and replays what they missed, as far as it is visible to them.
    pub(super) fn switch_viewer(self, side: Side) {
        let missed = self.local.with_untracked(|local| MissedMoves::since_last_move(local, side));
        self.local.update(|local| local.set_viewing_side(side));
        self.board.set_now(missed.before.clone(), MoveMarks::default());
        missed.updates.iter().cloned().for_each(|shown| self.board.enqueue_step(shown));
        if missed.updates.is_empty() {
            self.redraw();
        }
        let settings = self.context.settings.get_untracked();
        let missed_text = |local: &LocalGame| {
            LocalizedText::new(|language| {
                announce_missed_moves(local, &missed, settings.notation_style(language))
            })
        };
        self.show_message(self.local.with_untracked(missed_text));
    }

    /// Starts a new game. A running game stays in the list of games, so no confirmation is needed.
    pub(super) fn new_game(self) {
        self.restart(|_| ());
    }

    /// Starts a new game after a change of the setup.
    pub(super) fn restart(self, change: impl FnOnce(&mut LocalSetup)) {
        let mut setup = self.local.with_untracked(|local| local.setup().clone());
        change(&mut setup);
        self.cancel_engine();
        if let Ok(local) = LocalGame::start(LocalSetup { seed: random_seed(), ..setup }) {
            self.message.set(LocalizedText::default());
            self.hint_cells.set(Vec::new());
            self.pending_action.set(None);
            self.opened.replace(&local);
            self.local.set(local);
            self.redraw();
            self.announce_position();
        }
    }

    /// Returns the side to move or the result; reactive.
    pub(super) fn status_text(self) -> String {
        let (language, kind) = (self.context.language.get(), self.board.grid.kind());
        // The board may still show the position before the last move; the game decides.
        self.result().map(|result| result.line).unwrap_or_else(|| {
            self.local.with(|local| {
                let mover = match local.waiting_for() {
                    WaitingFor::Computer(..) if self.may_think.get() => Mover::Computer,
                    WaitingFor::Human(_) if !local.is_hot_seat() => Mover::You,
                    _ => Mover::Side,
                };
                turn_status_text(kind, &local.view(), mover, language)
            })
        })
    }

    /// Returns the result, once the game is over; reactive.
    pub(super) fn result(self) -> Option<ResultSummary> {
        let language = self.context.language.get();
        self.local.with(|local| ResultSummary::of_local_game(local, language))
    }

    /// Whether it is the turn of a person who plays the computer; reactive.
    pub(super) fn is_own_turn(self) -> bool {
        self.local.with(|local| !local.is_hot_seat() && matches!(local.waiting_for(), WaitingFor::Human(_)))
    }

    /// Whether the analysis may be opened. Before the end it could reveal hidden information.
    pub(super) fn can_analyze(self) -> bool {
        self.local.with(|local| {
            local.waiting_for() == WaitingFor::Nothing
                || !local.game().has_hidden_information() && !local.game().has_modes()
        })
    }

    pub(super) fn open_analysis(self) {
        let Some(tree) = GameTree::restore(&self.local.with_untracked(LocalGame::save)) else { return };
        if untrack(|| self.is_over()) {
            request_review();
        }
        open_analysis(self.context, tree, LocalizedText::default());
    }

    pub(super) fn is_over(self) -> bool {
        self.local.with(|local| local.waiting_for() == WaitingFor::Nothing)
    }
}
