use leptos::ev;
use leptos::prelude::*;
use web_sys::PointerEvent;
use yipan_client::MoveInput;
use yipan_core::Cell;

use super::cells::DRAG_THRESHOLD;
use super::hit_test::HitTest;
use crate::context::AppContext;

/// Somebody else's reins on a board: every press is told, and what is picked up is decided there. The man that is picked up
/// follows the pointer, over the board and beside it.
#[derive(Clone, Copy)]
pub(crate) struct ExternalInput {
    /// Where the man stood that is held.
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// Where the pointer carries it, in parts of the board.
    pub(crate) drag_position: RwSignal<Option<(f64, f64)>>,
    /// The left button, a tap or Enter: on a cell, or beside the board.
    pub(crate) on_primary: Callback<Option<Cell>>,
    /// The right button or Escape.
    pub(crate) on_cancel: Callback<()>,
}

/// A press of the left button, or a finger.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    /// Whether the man was picked up by it, so that it may be dragged.
    selected_now: bool,
}

impl ExternalInput {
    /// Listens to the pointer wherever it goes, for as long as the board is there.
    pub(super) fn listen(self, page: AppContext, aim: HitTest) {
        let press = StoredValue::new(None::<Press>);
        // A right button that puts a man back opens no menu.
        let suppress_context_menu = StoredValue::new(false);
        let has_selection = move || self.selected.get_untracked().is_some();
        let input = move || page.settings.with_untracked(|settings| settings.move_input);
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
                0 if aim.is_board_event(&event) => {
                    self.drag_position.set(None);
                    self.on_primary.run(aim.cell(&event));
                    if has_selection() {
                        press.set_value(Some(Press { at: client_position(&event), selected_now: true }));
                        self.drag_position.set(aim.relative_position(&event));
                    }
                }
                2 if has_selection() => deselect(),
                _ => {}
            }
        });
        let moved = window_event_listener(ev::pointermove, move |event| {
            // A second button that goes down is told as a move.
            if has_selection() && event.buttons() & 2 != 0 {
                return deselect();
            }
            // A finger is only there while it presses.
            if has_selection() && (press.get_value().is_some() || event.pointer_type() != "touch") {
                self.drag_position.set(aim.relative_position(&event));
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
                (true, true, _) | (false, ..) => self.on_primary.run(aim.cell(&event)),
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

fn client_position(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
