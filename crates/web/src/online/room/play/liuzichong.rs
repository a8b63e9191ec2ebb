use leptos::prelude::*;
use yipan_client::MoveOptions;
use yipan_core::{Cause, Cell};
use yipan_wire::Effect as WireEffect;

use super::super::game::OnlineGame;
use crate::board::ExternalInput;
use crate::board_view::BoardView;

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
                    board.set_last_move(vec![from, to]);
                }
                // Illegal moves are sent too: the server returns the reason.
                self.game.submit_action(grid.name(from) + &grid.name(to));
            }
            (Some(_), _) => self.deselect(),
        }
    }
}
