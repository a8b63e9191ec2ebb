use leptos::ev::PointerEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::MoveInput;
use yipan_core::Cell;

use super::hit_test::{DRAG_THRESHOLD, HitTest, RIGHT_BUTTON, RIGHT_BUTTON_MASK, client_position};
use super::interaction::BoardInput;
use crate::context::AppContext;

/// Translates pointer events on the cells into selections, drags, moves and arrows.
#[derive(Clone, Copy)]
pub(super) struct PointerInput {
    pub(super) context: AppContext,
    pub(super) board_input: BoardInput,
    pub(super) hit_test: HitTest,
    /// The cell with keyboard focus; it follows the pointer.
    pub(super) focus: RwSignal<Cell>,
    press: StoredValue<Option<Press>>,
}

/// A button or finger that is down.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    cell: Cell,
    /// Whether this press selected the piece.
    selected_now: bool,
    is_arrow: bool,
}

impl PointerInput {
    pub(super) fn new(
        context: AppContext,
        board_input: BoardInput,
        hit_test: HitTest,
        focus: RwSignal<Cell>,
    ) -> PointerInput {
        PointerInput { context, board_input, hit_test, focus, press: StoredValue::new(None) }
    }

    fn move_input(self) -> MoveInput {
        self.context.settings.with_untracked(|settings| settings.move_input)
    }

    pub(super) fn on_down(self, event: &PointerEvent) {
        let board_input = self.board_input;
        let Some(cell) = self.hit_test.cell(event).filter(|_| !board_input.has_external_input()) else {
            return;
        };
        let at = client_position(event);
        if event.button() == RIGHT_BUTTON {
            board_input.deselect();
            self.press.set_value(Some(Press { at, cell, selected_now: false, is_arrow: true }));
            return;
        }
        if event.button() != 0 {
            return;
        }
        self.focus.set(cell);
        let is_target = untrack(|| board_input.targets().contains(&cell));
        let was_selected = board_input.selected.get_untracked() == Some(cell);
        // A press on a destination plays the move instead of selecting the piece there.
        let selected_now = !was_selected && board_input.can_select(cell) && !is_target;
        if selected_now {
            board_input.arrows.update(Vec::clear);
            board_input.select(cell);
        }
        if let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        self.press.set_value(Some(Press { at, cell, selected_now, is_arrow: false }));
    }

    pub(super) fn on_move(self, event: &PointerEvent) {
        let board_input = self.board_input;
        let Some(Press { at, cell, is_arrow: false, .. }) = self.press.get_value() else { return };
        // Browsers report a second button as a move. The right button cancels the drag.
        if event.buttons() & RIGHT_BUTTON_MASK != 0 {
            self.press.set_value(None);
            return board_input.deselect();
        }
        if board_input.selected.get_untracked() != Some(cell) || self.move_input() == MoveInput::Click {
            return;
        }
        let to = client_position(event);
        let distance = (to.0 - at.0).hypot(to.1 - at.1);
        if board_input.drag_position.get_untracked().is_some() || distance > DRAG_THRESHOLD {
            board_input.drag_position.set(self.hit_test.relative_position(event));
        }
    }

    pub(super) fn on_up(self, event: &PointerEvent) {
        let board_input = self.board_input;
        let Some(press) = self.press.get_value() else { return };
        self.press.set_value(None);
        let cell = self.hit_test.cell(event);
        match (press, cell) {
            (Press { is_arrow: true, cell: from, .. }, Some(to)) if from != to => {
                board_input.toggle_arrow(from, to);
            }
            (Press { is_arrow: true, .. }, _) => {}
            _ if board_input.drag_position.get_untracked().is_some() => match cell {
                Some(cell) if Some(cell) != board_input.selected.get_untracked() => board_input.drop_on(cell),
                // Dropped on its origin or outside the board: it stays selected and can be moved with a click.
                _ => board_input.drag_position.set(None),
            },
            (Press { selected_now: true, .. }, _) if self.move_input() == MoveInput::Drag => {
                board_input.deselect();
            }
            (Press { selected_now: true, .. }, _) => {}
            (_, Some(cell)) => board_input.press_cell(cell),
            _ => {}
        }
    }

    pub(super) fn on_cancel(self) {
        if !self.board_input.has_external_input() {
            self.board_input.deselect();
        }
    }
}
