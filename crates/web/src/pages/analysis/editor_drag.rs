//! Dragging of pieces in the position editor, from the palette and on the board.

use leptos::ev::{self, PointerEvent};
use leptos::prelude::*;
use web_sys::Element;
use yipan_client::Grid;
use yipan_core::{AnyPiece, Cell};

/// The distance in CSS pixels after which a press becomes a drag.
const DRAG_THRESHOLD: f64 = 4.0;

/// A piece under a pressed pointer.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct DraggedPiece {
    pub(super) piece: AnyPiece,
    /// The cell of the piece; `None` if it comes from the palette.
    pub(super) from: Option<Cell>,
    pressed_at: (f64, f64),
    /// The place of the pointer in the window; `None` until it has moved.
    pub(super) place: Option<(f64, f64)>,
}

/// The drag of an editor.
#[derive(Clone, Copy)]
pub(super) struct EditorDrag {
    grid: Grid,
    pub(super) dragged: RwSignal<Option<DraggedPiece>>,
}

impl EditorDrag {
    /// Creates the drag of a board. `on_drop` receives the piece, its origin and the cell under the pointer.
    pub(super) fn new(grid: Grid, on_drop: Callback<(DraggedPiece, Option<Cell>)>) -> EditorDrag {
        let drag = EditorDrag { grid, dragged: RwSignal::new(None) };
        let handles = [
            window_event_listener(ev::pointermove, move |event| drag.follow(&event)),
            window_event_listener(ev::pointerup, move |event| {
                let dropped = drag.dragged.get_untracked().filter(|dragged| dragged.place.is_some());
                drag.dragged.set(None);
                if let Some(dragged) = dropped {
                    on_drop.run((dragged, drag.cell_at(&event)));
                }
            }),
            window_event_listener(ev::pointercancel, move |_| drag.dragged.set(None)),
        ];
        on_cleanup(move || handles.into_iter().for_each(WindowListenerHandle::remove));
        drag
    }

    /// Picks up a piece under a pressed pointer.
    pub(super) fn begin(self, event: &PointerEvent, piece: AnyPiece, from: Option<Cell>) {
        if event.button() == 0 && event.is_primary() {
            self.dragged.set(Some(DraggedPiece { piece, from, pressed_at: position(event), place: None }));
        }
    }

    /// Whether a piece is being dragged, so that the release of the pointer is no press.
    pub(super) fn is_active(self) -> bool {
        self.dragged.with_untracked(|dragged| dragged.is_some_and(|dragged| dragged.place.is_some()))
    }

    /// Returns the cell under the pointer.
    pub(super) fn cell_at(self, event: &PointerEvent) -> Option<Cell> {
        let (x, y) = position(event);
        let element: Element = document().element_from_point(x as f32, y as f32)?;
        let cell = element.closest("[data-cell]").ok()??;
        self.grid.cell(&cell.get_attribute("data-cell")?)
    }

    fn follow(self, event: &PointerEvent) {
        let Some(dragged) = self.dragged.get_untracked() else { return };
        let (x, y) = position(event);
        let is_far = (x - dragged.pressed_at.0).hypot(y - dragged.pressed_at.1) > DRAG_THRESHOLD;
        if is_far || dragged.place.is_some() {
            self.dragged.set(Some(DraggedPiece { place: Some((x, y)), ..dragged }));
        }
    }
}

fn position(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
