use leptos::ev::PointerEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::MoveInput;
use yipan_core::Cell;

use super::hit_test::{DRAG_THRESHOLD, HitTest, RIGHT_BUTTON, RIGHT_BUTTON_MASK, client_position};
use super::interaction::BoardInput;
use crate::context::AppContext;

/// Translates pointer events on the cells into selections, drags, moves and drawings.
#[derive(Clone, Copy)]
pub(super) struct PointerInput {
    pub(super) context: AppContext,
    pub(super) board_input: BoardInput,
    pub(super) hit_test: HitTest,
    /// The cell with keyboard focus; it follows the pointer.
    pub(super) focus: RwSignal<Cell>,
    press: StoredValue<Option<Press>>,
    /// The cells pressed during an animation. The board shows the position before it, so they wait for its end.
    waiting: StoredValue<Vec<Cell>>,
}

/// A button or finger that is down.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    cell: Cell,
    /// Whether this press selected the piece.
    selected_now: bool,
    is_drawing: bool,
    /// Whether the press waits for the end of an animation.
    is_waiting: bool,
}

impl PointerInput {
    pub(super) fn new(
        context: AppContext,
        board_input: BoardInput,
        hit_test: HitTest,
        focus: RwSignal<Cell>,
    ) -> PointerInput {
        let waiting = StoredValue::new(Vec::new());
        Effect::new(move |_| {
            if !board_input.board.is_animating.get() {
                let cells = waiting.try_update_value(std::mem::take).unwrap_or_default();
                untrack(|| cells.into_iter().for_each(|cell| board_input.press_cell(cell)));
            }
        });
        PointerInput { context, board_input, hit_test, focus, press: StoredValue::new(None), waiting }
    }

    fn move_input(self) -> MoveInput {
        self.context.settings.with_untracked(|settings| settings.move_input)
    }

    pub(super) fn on_down(self, event: &PointerEvent) {
        let board_input = self.board_input;
        let Some(cell) = self.hit_test.cell(event) else { return };
        let at = client_position(event);
        if event.button() == RIGHT_BUTTON {
            return self.begin_drawing(event, at, cell);
        }
        if event.button() != 0 {
            return;
        }
        board_input.drawing.clear();
        if board_input.has_external_input() {
            return;
        }
        self.focus.set(cell);
        if board_input.waits_for_animation() {
            self.waiting.update_value(|cells| cells.push(cell));
            capture_pointer(event);
            let press = Press { at, cell, selected_now: false, is_drawing: false, is_waiting: true };
            return self.press.set_value(Some(press));
        }
        let is_target = untrack(|| board_input.targets().contains(&cell));
        let was_selected = board_input.selected.get_untracked() == Some(cell);
        // A press on a destination plays the move instead of selecting the piece there.
        let selected_now = !was_selected && board_input.can_select(cell) && !is_target;
        if selected_now {
            board_input.select(cell);
        }
        capture_pointer(event);
        self.press.set_value(Some(Press { at, cell, selected_now, is_drawing: false, is_waiting: false }));
    }

    /// Begins an arrow or a circle, unless the right button cancels a selection or a premove.
    fn begin_drawing(self, event: &PointerEvent, at: (f64, f64), cell: Cell) {
        let board_input = self.board_input;
        let is_canceling =
            board_input.selected.get_untracked().is_some() || board_input.premove.get_untracked().is_some();
        if !board_input.has_external_input() {
            board_input.deselect();
        } else if is_canceling {
            return;
        }
        if !is_canceling {
            board_input.drawing.show_preview(cell, Some(cell), event);
        }
        capture_pointer(event);
        self.press.set_value(Some(Press {
            at,
            cell,
            selected_now: false,
            is_drawing: true,
            is_waiting: false,
        }));
    }

    pub(super) fn on_move(self, event: &PointerEvent) {
        let board_input = self.board_input;
        let Some(Press { at, cell, is_drawing, .. }) = self.press.get_value() else { return };
        if is_drawing {
            let to = self.hit_test.cell(event);
            // The press that cancels a selection becomes an arrow when it leaves its cell.
            if board_input.drawing.preview.get_untracked().is_some() || to != Some(cell) {
                board_input.drawing.show_preview(cell, to, event);
            }
            return;
        }
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
            (Press { is_drawing: true, .. }, Some(_)) => board_input.drawing.finish(),
            (Press { is_drawing: true, .. }, None) => board_input.drawing.cancel(),
            // A drag that ends during the animation is two presses; one that ends after it has selected its piece.
            (Press { is_waiting: true, cell: from, .. }, Some(to)) if from != to => {
                if board_input.board.is_animating.get_untracked() {
                    self.waiting.update_value(|cells| cells.push(to));
                } else {
                    board_input.press_cell(to);
                }
            }
            (Press { is_waiting: true, .. }, _) => {}
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
        self.press.set_value(None);
        self.board_input.drawing.cancel();
        if !self.board_input.has_external_input() {
            self.board_input.deselect();
        }
    }
}

/// Directs the following events of the pointer to the pressed cell, also outside the board.
fn capture_pointer(event: &PointerEvent) {
    if let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
        let _ = target.set_pointer_capture(event.pointer_id());
    }
}
