use leptos::ev::{self, PointerEvent};
use leptos::prelude::*;
use yipan_client::MoveInput;
use yipan_core::Cell;

use super::hit_test::{DRAG_THRESHOLD, HitTest, RIGHT_BUTTON, RIGHT_BUTTON_MASK, client_position};
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
        let listener = Listener {
            input: self,
            context,
            hit_test,
            press: StoredValue::new(None),
            suppress_context_menu: StoredValue::new(false),
        };
        let handles = [
            window_event_listener(ev::pointerdown, move |event| listener.on_down(&event)),
            window_event_listener(ev::pointermove, move |event| listener.on_move(&event)),
            window_event_listener(ev::pointerup, move |event| listener.on_up(&event)),
            window_event_listener(ev::pointercancel, move |_| listener.on_pointer_cancel()),
            window_event_listener(ev::contextmenu, move |event| {
                if listener.suppress_context_menu.get_value() {
                    event.prevent_default();
                }
            }),
            window_event_listener(ev::keydown, move |event| {
                if event.key() == "Escape" && listener.has_selection() {
                    listener.deselect();
                }
            }),
        ];
        on_cleanup(move || handles.into_iter().for_each(WindowListenerHandle::remove));
    }
}

/// The state of the window listeners.
#[derive(Clone, Copy)]
struct Listener {
    input: ExternalInput,
    context: AppContext,
    hit_test: HitTest,
    press: StoredValue<Option<Press>>,
    /// A right click that deselects a piece opens no context menu.
    suppress_context_menu: StoredValue<bool>,
}

impl Listener {
    fn has_selection(self) -> bool {
        self.input.selected.get_untracked().is_some()
    }

    fn deselect(self) {
        self.press.set_value(None);
        self.suppress_context_menu.set_value(true);
        self.input.on_cancel.run(());
    }

    fn on_down(self, event: &PointerEvent) {
        self.suppress_context_menu.set_value(false);
        if !event.is_primary() {
            return;
        }
        let at = client_position(event);
        match event.button() {
            0 if self.has_selection() => self.press.set_value(Some(Press { at, selected_now: false })),
            0 if self.hit_test.is_board_event(event) => {
                self.input.drag_position.set(None);
                self.input.on_primary.run(self.hit_test.cell(event));
                if self.has_selection() {
                    self.press.set_value(Some(Press { at, selected_now: true }));
                    self.input.drag_position.set(self.hit_test.relative_position(event));
                }
            }
            RIGHT_BUTTON if self.has_selection() => self.deselect(),
            _ => {}
        }
    }

    fn on_move(self, event: &PointerEvent) {
        if !self.has_selection() {
            return;
        }
        // Browsers report a second button as a move.
        if event.buttons() & RIGHT_BUTTON_MASK != 0 {
            return self.deselect();
        }
        // A touch pointer has a position only while it is pressed.
        if self.press.get_value().is_some() || event.pointer_type() != "touch" {
            self.input.drag_position.set(self.hit_test.relative_position(event));
        }
    }

    fn on_up(self, event: &PointerEvent) {
        let Some(Press { at: from, selected_now }) = self.press.get_value() else { return };
        self.press.set_value(None);
        if !self.has_selection() {
            return;
        }
        let to = client_position(event);
        let is_drag = (to.0 - from.0).hypot(to.1 - from.1) > DRAG_THRESHOLD;
        let move_input = self.context.settings.with_untracked(|settings| settings.move_input);
        match (selected_now, is_drag, move_input) {
            (true, false, MoveInput::Drag) => self.input.on_cancel.run(()),
            (true, false, _) | (true, true, MoveInput::Click) => {
                if event.pointer_type() == "touch" {
                    self.input.drag_position.set(None);
                }
            }
            (true, true, _) | (false, ..) => self.input.on_primary.run(self.hit_test.cell(event)),
        }
    }

    fn on_pointer_cancel(self) {
        if self.press.get_value().is_some() && self.has_selection() {
            self.deselect();
        }
    }
}
