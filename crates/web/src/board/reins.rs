use leptos::ev;
use leptos::prelude::*;
use web_sys::PointerEvent;
use yipan_board::Input;
use yipan_rules::Cell;

use super::aim::Aim;
use super::cells::DRAG;
use crate::page::Page;

/// Somebody else's reins on a board: every press is told, and what is picked up is decided there. The man that is picked up
/// follows the pointer, over the board and beside it.
#[derive(Clone, Copy)]
pub(crate) struct Reins {
    /// Where the man stood that is held.
    pub(crate) picked: RwSignal<Option<Cell>>,
    /// Where the pointer carries it, in parts of the board.
    pub(crate) dragged: RwSignal<Option<(f64, f64)>>,
    /// The left button, a tap or Enter: on a cell, or beside the board.
    pub(crate) on_left: Callback<Option<Cell>>,
    /// The right button or Escape.
    pub(crate) on_right: Callback<()>,
}

/// A press of the left button, or a finger.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    /// Whether the man was picked up by it, so that it may be dragged.
    fresh: bool,
}

impl Reins {
    /// Listens to the pointer wherever it goes, for as long as the board is there.
    pub(super) fn listen(self, page: Page, aim: Aim) {
        let press = StoredValue::new(None::<Press>);
        // A right button that puts a man back opens no menu.
        let menu_is_shut = StoredValue::new(false);
        let holds = move || self.picked.get_untracked().is_some();
        let input = move || page.settings.with_untracked(|settings| settings.input);
        let put_back = move || {
            press.set_value(None);
            menu_is_shut.set_value(true);
            self.on_right.run(());
        };
        let down = window_event_listener(ev::pointerdown, move |event| {
            menu_is_shut.set_value(false);
            if !event.is_primary() {
                return;
            }
            match event.button() {
                0 if holds() => press.set_value(Some(Press { at: at(&event), fresh: false })),
                0 if aim.is_hit(&event) => {
                    self.dragged.set(None);
                    self.on_left.run(aim.cell(&event));
                    if holds() {
                        press.set_value(Some(Press { at: at(&event), fresh: true }));
                        self.dragged.set(aim.spot(&event));
                    }
                }
                2 if holds() => put_back(),
                _ => {}
            }
        });
        let moved = window_event_listener(ev::pointermove, move |event| {
            // A second button that goes down is told as a move.
            if holds() && event.buttons() & 2 != 0 {
                return put_back();
            }
            // A finger is only there while it presses.
            if holds() && (press.get_value().is_some() || event.pointer_type() != "touch") {
                self.dragged.set(aim.spot(&event));
            }
        });
        let up = window_event_listener(ev::pointerup, move |event| {
            let Some(Press { at: from, fresh }) = press.get_value() else { return };
            press.set_value(None);
            if !holds() {
                return;
            }
            let to = at(&event);
            let is_drag = (to.0 - from.0).hypot(to.1 - from.1) > DRAG;
            match (fresh, is_drag, input()) {
                (true, false, Input::Drag) => self.on_right.run(()),
                (true, false, _) | (true, true, Input::Click) => {
                    if event.pointer_type() == "touch" {
                        self.dragged.set(None);
                    }
                }
                (true, true, _) | (false, ..) => self.on_left.run(aim.cell(&event)),
            }
        });
        let cancelled = window_event_listener(ev::pointercancel, move |_| {
            if press.get_value().is_some() && holds() {
                put_back();
            }
        });
        let menu = window_event_listener(ev::contextmenu, move |event| {
            if menu_is_shut.get_value() {
                event.prevent_default();
            }
        });
        let key = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" && holds() {
                put_back();
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

fn at(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
