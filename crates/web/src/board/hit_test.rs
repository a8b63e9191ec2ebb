use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, Node, PointerEvent};
use yipan_client::{Grid, Orientation};
use yipan_core::Cell;

/// The distance in CSS pixels after which a press becomes a drag.
pub(super) const DRAG_THRESHOLD: f64 = 3.0;

/// The right button in `PointerEvent.button`.
pub(super) const RIGHT_BUTTON: i16 = 2;

/// The bit of the right button in `PointerEvent.buttons`.
pub(super) const RIGHT_BUTTON_MASK: u16 = 2;

/// Maps pointer events to cells of a board.
#[derive(Clone, Copy)]
pub(super) struct HitTest {
    pub(super) grid: Grid,
    pub(super) orientation: Signal<Orientation>,
    /// The element over the cells.
    pub(super) overlay: NodeRef<Div>,
}

impl HitTest {
    /// Returns the position relative to the cells: 0 to 1 inside, less or more outside.
    pub(super) fn relative_position(self, event: &PointerEvent) -> Option<(f64, f64)> {
        let rect = self.overlay.get_untracked()?.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top());
        Some((x / rect.width(), y / rect.height()))
    }

    /// Returns the cell under the pointer.
    pub(super) fn cell(self, event: &PointerEvent) -> Option<Cell> {
        let (x, y) = self.relative_position(event)?;
        let orientation = self.orientation.get_untracked();
        let (columns, rows) = orientation.size(self.grid);
        let (column, row) = ((x * f64::from(columns)).floor(), (y * f64::from(rows)).floor());
        let inside = (0.0..f64::from(columns)).contains(&column) && (0.0..f64::from(rows)).contains(&row);
        inside.then(|| orientation.cell_at(self.grid, column as u8, row as u8)).flatten()
    }

    /// Whether the event targets the board and not an element above it.
    pub(super) fn is_board_event(self, event: &Event) -> bool {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        self.overlay.get_untracked().is_some_and(|overlay| overlay.contains(target.as_ref()))
    }
}

pub(super) fn client_position(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
