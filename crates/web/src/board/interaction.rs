use leptos::prelude::*;
use yipan_client::{Drawings, LocalizedText, MoveOption, MoveOptions, no_die_message};
use yipan_core::{Cell, Side};

use super::drawings::DrawingState;
use super::external_input::ExternalInput;
use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};

/// The input state of a board: selection, drag, premove and drawings.
#[derive(Clone, Copy)]
pub(crate) struct BoardInput {
    context: AppContext,
    pub(super) board: BoardView,
    own_side: Signal<Option<Side>>,
    callbacks: InputCallbacks,
    pub(super) external_input: Option<ExternalInput>,
    move_options: Memo<MoveOptions>,
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// The pointer position during a drag, relative to the board.
    pub(crate) drag_position: RwSignal<Option<(f64, f64)>>,
    pub(crate) premove: RwSignal<Option<(Cell, Cell)>>,
    pub(crate) drawing: DrawingState,
    /// The open promotion dialog.
    pub(crate) prompt: RwSignal<Option<PromotionPrompt>>,
}

/// The callbacks of a board.
#[derive(Clone, Copy)]
pub(super) struct InputCallbacks {
    pub(super) on_action: Callback<String>,
    pub(super) on_press: Option<Callback<Cell>>,
    pub(super) on_message: Option<Callback<LocalizedText>>,
}

/// A choice between several moves to the same cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PromotionPrompt {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) options: Vec<MoveOption>,
}

impl BoardInput {
    pub(super) fn new(
        board: BoardView,
        own_side: Signal<Option<Side>>,
        callbacks: InputCallbacks,
        external_input: Option<ExternalInput>,
        stored_drawings: Option<RwSignal<Drawings>>,
    ) -> BoardInput {
        let move_options =
            Memo::new(move |_| board.view.with(|view| MoveOptions::from_actions(board.grid, &view.actions)));
        let board_input = BoardInput {
            context: use_app_context(),
            board,
            own_side,
            callbacks,
            external_input,
            move_options,
            selected: external_input.map_or(board.selected, |external_input| external_input.selected),
            drag_position: external_input
                .map_or_else(|| RwSignal::new(None), |external_input| external_input.drag_position),
            premove: RwSignal::new(None),
            drawing: DrawingState::new(stored_drawings),
            prompt: RwSignal::new(None),
        };
        // A premove is played when it becomes legal, otherwise dropped.
        Effect::new(move |_| {
            board.view.track();
            let Some((from, to)) = board_input.premove.get_untracked() else { return };
            if board_input.board.view.with_untracked(|view| view.actions.is_empty()) {
                return;
            }
            board_input.premove.set(None);
            let options: Vec<MoveOption> = board_input
                .move_options
                .with(|move_options| move_options.between(from, to).into_iter().cloned().collect());
            let queen = options.iter().find(|option| option.promotion == Some('q')).or(options.first());
            if let Some(option) = queen {
                board_input.callbacks.on_action.run(option.action.clone());
            }
        });
        // The key cancels a premove wherever the focus is.
        let escape = window_event_listener(leptos::ev::keydown, move |event| {
            if event.key() == "Escape" && board_input.premove.get_untracked().is_some() {
                event.prevent_default();
                board_input.premove.set(None);
            }
        });
        on_cleanup(move || escape.remove());
        // A selection that the new position does not allow is cleared.
        Effect::new(move |_| {
            board.view.track();
            let is_still_selectable =
                |cell: Cell| board_input.has_external_input() || board_input.can_select(cell);
            if board_input.selected.get_untracked().is_some_and(|cell| !is_still_selectable(cell)) {
                board_input.deselect();
            }
        });
        board_input
    }

    /// Whether the caller owns the input.
    pub(super) const fn has_external_input(self) -> bool {
        self.external_input.is_some()
    }

    /// Whether the user may move now. While their own move is animated, the displayed view is that before it.
    fn is_turn(self) -> bool {
        self.board.view.with_untracked(|view| !view.actions.is_empty())
            && !(self.board.is_animating.get_untracked() && self.allows_premove())
    }

    /// Whether a press must wait, because the board shows an animation and the position before it.
    pub(super) fn waits_for_animation(self) -> bool {
        self.board.is_animating.get_untracked() && !self.allows_premove()
    }

    /// Whether a move can be entered before its turn. With dice it could not be chosen, because the roll is unknown.
    fn allows_premove(self) -> bool {
        self.context.settings.with_untracked(|settings| settings.premove)
            && self.own_side.get_untracked().is_some()
            && !self.board.frozen.get_untracked()
            && self.board.view.with_untracked(|view| view.turn.is_some() && view.dice.is_none())
    }

    /// Whether the piece can be selected: to move it, to premove it, or to get the reason why it cannot move.
    pub(super) fn can_select(self, cell: Cell) -> bool {
        if self.callbacks.on_press.is_some() || self.board.proposal.with_untracked(Option::is_some) {
            return false;
        }
        let Some(piece) = self.board.sprites.with_untracked(|sprites| sprites.piece_at(cell)) else {
            return false;
        };
        let turn = self.board.view.with_untracked(|view| view.turn);
        if self.is_turn() {
            return turn.is_some_and(|side| piece.side == side);
        }
        self.allows_premove() && self.own_side.get_untracked() == Some(piece.side)
    }

    pub(crate) fn select(self, cell: Cell) {
        self.premove.set(None);
        self.prompt.set(None);
        if let Some(reason) = self.outside_roll(cell) {
            self.selected.set(None);
            if let Some(on_message) = self.callbacks.on_message {
                on_message.run(reason);
            }
            return;
        }
        self.board.sprites.update(|sprites| sprites.bring_to_front(cell));
        self.selected.set(Some(cell));
    }

    /// Returns the message that no die allows the piece to move, if that is the reason.
    fn outside_roll(self, cell: Cell) -> Option<LocalizedText> {
        let reason = self.board.view.with_untracked(|view| no_die_message(self.board.grid, view, cell));
        reason.filter(|_| self.is_turn())
    }

    pub(crate) fn deselect(self) {
        if let Some(external_input) = self.external_input {
            return external_input.on_cancel.run(());
        }
        self.selected.set(None);
        self.drag_position.set(None);
        self.premove.set(None);
        self.prompt.set(None);
    }

    /// Returns the destinations of the selected piece; reactive.
    pub(super) fn targets(self) -> Vec<Cell> {
        let selected = self.selected.get();
        selected.map_or_else(Vec::new, |from| {
            self.move_options.with(|move_options| move_options.destinations(from))
        })
    }

    /// Handles a click or Enter on a cell.
    pub(super) fn press_cell(self, cell: Cell) {
        self.drawing.clear();
        if let Some(press) = self.callbacks.on_press {
            return press.run(cell);
        }
        if let Some(external_input) = self.external_input {
            external_input.drag_position.set(None);
            return external_input.on_primary.run(Some(cell));
        }
        match self.selected.get_untracked() {
            Some(from) if from == cell => self.deselect(),
            Some(from)
                if self
                    .move_options
                    .with_untracked(|move_options| !move_options.between(from, cell).is_empty()) =>
            {
                self.drop_on(cell);
            }
            _ if self.can_select(cell) => self.select(cell),
            Some(_) => self.drop_on(cell),
            None => self.deselect(),
        }
    }

    /// Plays the move of the selected piece. Illegal moves are submitted too, so that the rules return the reason.
    pub(super) fn drop_on(self, to: Cell) {
        let Some(from) = self.selected.get_untracked() else { return };
        self.drag_position.set(None);
        self.selected.set(None);
        if from == to {
            return;
        }
        if !self.is_turn() {
            self.premove.set(Some((from, to)));
            return;
        }
        let mut options: Vec<MoveOption> = self
            .move_options
            .with_untracked(|move_options| move_options.between(from, to).into_iter().cloned().collect());
        self.board.narrow_to_chosen_die(&mut options);
        // The queen is first because it is chosen most often.
        options.sort_by_key(|option| {
            (option.uses_wild_die, option.promotion.and_then(|letter| "qrbn".find(letter)))
        });
        match options.as_slice() {
            [] => self.callbacks.on_action.run(self.board.grid.name(from) + &self.board.grid.name(to)),
            [only] => self.callbacks.on_action.run(only.action.clone()),
            _ => self.prompt.set(Some(PromotionPrompt { from, to, options })),
        }
    }

    /// Plays the option chosen in the promotion dialog.
    pub(super) fn choose_option(self, action: &str) {
        self.prompt.set(None);
        self.callbacks.on_action.run(action.to_owned());
    }
}
