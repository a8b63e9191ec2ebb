use leptos::ev;
use leptos::prelude::*;
use yipan_client::MoveInput;
use yipan_core::Cell;

use super::hit_test::{DRAG_THRESHOLD, HitTest, client_position};
use crate::context::AppContext;

/// Input owned by the caller: it receives every press and decides what is selected. The selected piece follows the
/// pointer, also outside the board.
#[derive(Clone, Copy)]
pub(crate) struct ExternalInput {
    /// The origin of the selected piece.
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// The pointer position relative to the board, from 0 to 1.
    pub(crate) drag_position: RwSignal<Option<(f64, f64)>>,
    /// Called for the left button, a tap or Enter, with `None` outside the board.
    pub(crate) on_primary: Callback<Option<Cell>>,
    /// Called for the right button or Escape.
    pub(crate) on_cancel: Callback<()>,
}

/// A press of the left button or a finger.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    /// Whether this press selected the piece, so that it may be dragged.
    selected_now: bool,
}

impl ExternalInput {
    /// Registers pointer and key listeners on the window until the board is unmounted.
    pub(super) fn listen(self, context: AppContext, hit_test: HitTest) {
        let press = StoredValue::new(None::<Press>);
        // A right click that deselects a piece opens no context menu.
        let suppress_context_menu = StoredValue::new(false);
        let has_selection = move || self.selected.get_untracked().is_some();
        let input = move || context.settings.with_untracked(|settings| settings.move_input);
        let deselect = move || {
            press.set_value(None);
            suppress_context_menu.set_value(true);
            self.on_cancel.run(());
        };
        let down = window_event_listener(ev::pointerdown, move |event| {
            suppress_context_menu.set_value(false);
            if !event.is_primary() {
                return;
            }
            match event.button() {
                0 if has_selection() => {
                    press.set_value(Some(Press { at: client_position(&event), selected_now: false }));
                }
                0 if hit_test.is_board_event(&event) => {
                    self.drag_position.set(None);
                    self.on_primary.run(hit_test.cell(&event));
                    if has_selection() {
                        press.set_value(Some(Press { at: client_position(&event), selected_now: true }));
                        self.drag_position.set(hit_test.relative_position(&event));
                    }
                }
                2 if has_selection() => deselect(),
                _ => {}
            }
        });
        let moved = window_event_listener(ev::pointermove, move |event| {
            // Browsers report a second button as a move.
            if has_selection() && event.buttons() & 2 != 0 {
                return deselect();
            }
            // A touch pointer has a position only while it is pressed.
            if has_selection() && (press.get_value().is_some() || event.pointer_type() != "touch") {
                self.drag_position.set(hit_test.relative_position(&event));
            }
        });
        let up = window_event_listener(ev::pointerup, move |event| {
            let Some(Press { at: from, selected_now: fresh }) = press.get_value() else { return };
            press.set_value(None);
            if !has_selection() {
                return;
            }
            let to = client_position(&event);
            let is_drag = (to.0 - from.0).hypot(to.1 - from.1) > DRAG_THRESHOLD;
            match (fresh, is_drag, input()) {
                (true, false, MoveInput::Drag) => self.on_cancel.run(()),
                (true, false, _) | (true, true, MoveInput::Click) => {
                    if event.pointer_type() == "touch" {
                        self.drag_position.set(None);
                    }
                }
                (true, true, _) | (false, ..) => self.on_primary.run(hit_test.cell(&event)),
            }
        });
        let cancelled = window_event_listener(ev::pointercancel, move |_| {
            if press.get_value().is_some() && has_selection() {
                deselect();
            }
        });
        let menu = window_event_listener(ev::contextmenu, move |event| {
            if suppress_context_menu.get_value() {
                event.prevent_default();
            }
        });
        let key = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" && has_selection() {
                deselect();
            }
        });
        on_cleanup(move || {
            down.remove();
            moved.remove();
            up.remove();
            cancelled.remove();
            menu.remove();
            key.remove();
        });
    }
}
