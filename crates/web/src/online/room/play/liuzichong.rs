use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_client::text::{common, game as game_text, online};
use yipan_client::{MoveOptions, Route};
use yipan_core::{Cause, Cell};
use yipan_wire::{Effect as WireEffect, Offer};

use super::super::game::OnlineGame;
use super::offers::{OfferButton, Offers};
use crate::board::ExternalInput;
use crate::board_view::BoardView;
use crate::icons;
use crate::link::Link;

/// Input for liuzichong: the selected piece follows the pointer until it is dropped or deselected. The server validates
/// the move; a rejected piece returns to its origin.
#[derive(Clone, Copy)]
pub(crate) struct LiuzichongInput {
    game: OnlineGame,
    board: BoardView,
    /// The pointer position relative to the board.
    drag_position: RwSignal<Option<(f64, f64)>>,
}

impl LiuzichongInput {
    pub(crate) fn new(game: OnlineGame, board: BoardView) -> LiuzichongInput {
        let liuzichong_input = LiuzichongInput { game, board, drag_position: RwSignal::new(None) };
        // A piece that cannot move in the new position is deselected.
        Effect::new(move |_| {
            let move_options = board.view.with(|view| MoveOptions::from_actions(board.grid, &view.actions));
            if board.selected.get_untracked().is_some_and(|cell| !move_options.can_move_from(cell)) {
                liuzichong_input.deselect();
            }
        });
        liuzichong_input
    }

    pub(crate) fn external_input(self) -> ExternalInput {
        ExternalInput {
            selected: self.board.selected,
            drag_position: self.drag_position,
            on_primary: Callback::new(move |cell| self.press_primary(cell)),
            on_cancel: Callback::new(move |()| self.deselect()),
        }
    }

    /// Returns the name of the UI state for the style sheet; reactive.
    pub(crate) fn phase_name(self) -> &'static str {
        let (game, board) = (self.game, self.board);
        let is_own = game
            .own_side()
            .is_some_and(|side| board.view.with(|view| view.turn.is_some_and(|turn| side == turn)));
        if board.is_rewinding.get() {
            "taking-back"
        } else if board.selected.get().is_some() {
            "picked-up"
        } else if board.is_animating.get() {
            "moving"
        } else if game.is_over() {
            "over"
        } else if is_own {
            "waiting"
        } else {
            "thinking"
        }
    }

    fn deselect(self) {
        self.board.selected.set(None);
        self.drag_position.set(None);
    }

    fn press_primary(self, cell: Option<Cell>) {
        let (board, grid) = (self.board, self.board.grid);
        // No input during a confirmation or an animation.
        if self.game.pending_action.get_untracked().is_some() || board.is_animating.get_untracked() {
            return;
        }
        let move_options = board.view.with_untracked(|view| MoveOptions::from_actions(grid, &view.actions));
        match (board.selected.get_untracked(), cell) {
            (None, Some(cell)) => {
                let has_piece = board.sprites.with_untracked(|sprites| sprites.piece_at(cell).is_some());
                if has_piece && move_options.can_move_from(cell) {
                    board.sprites.update(|sprites| sprites.bring_to_front(cell));
                    board.selected.set(Some(cell));
                }
            }
            (None, None) => {}
            (Some(from), Some(to)) if from != to => {
                self.deselect();
                let is_sure = !self.game.context.settings.with_untracked(|settings| settings.confirm_moves);
                if is_sure && !move_options.between(from, to).is_empty() {
                    // The piece stays at its destination until the server responds.
                    let slide =
                        WireEffect::Slide { from: grid.name(from), to: grid.name(to), cause: Cause::Move };
                    board.sprites.update(|sprites| sprites.apply_effect(&slide));
                    board.last_move.set(vec![from, to]);
                }
                // Illegal moves are sent too: the server returns the reason.
                self.game.submit_action(grid.name(from) + &grid.name(to));
            }
            (Some(_), _) => self.deselect(),
        }
    }
}

/// The result dialog, shown once when the game ends.
#[component]
pub(crate) fn LiuzichongGameOver(game: OnlineGame, board: BoardView) -> impl IntoView {
    let context = game.context;
    let dialog = NodeRef::<Dialog>::new();
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    // The dialog does not open for a game that was over when the page was loaded.
    let is_due = RwSignal::new(false);
    Effect::new(move |was_playing: Option<bool>| {
        if was_playing == Some(true) && game.is_over() {
            is_due.set(true);
        }
        game.is_playing()
    });
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (is_due.get() && !board.is_animating.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let count =
        move || game.room_client.with(|room_client| room_client.state().map_or(0, |state| state.moves.len()));
    let is_player = move || game.own_side().is_some();
    view! {
        <dialog class="game-over" node_ref=dialog aria-labelledby="game-over-status" on:close=move |_| is_due.set(false)>
            <p class="status" id="game-over-status" data-game-over="">{move || game.status_text()}</p>
            <p class="secondary">{move || context.t_args(game_text::PLIES, &[&count().to_string()])}</p>
            <Offers game/>
            <div class="dialog-buttons">
                <Show when=is_player><OfferButton game offer=Offer::Rematch label=online::REMATCH icon=icons::PLAY/></Show>
                <Link to=Route::Replay(room) class="button">{move || context.t(game_text::REVIEW)}</Link>
                <button type="button" data-do="game-over-close" on:click=move |_| is_due.set(false)>{move || context.t(common::CLOSE)}</button>
            </div>
        </dialog>
    }
}
