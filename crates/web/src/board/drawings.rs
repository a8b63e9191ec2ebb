use leptos::ev::PointerEvent;
use leptos::prelude::*;
use yipan_client::{Drawing, DrawingColor, Drawings};
use yipan_core::Cell;

/// The drawings of a board and the one that follows the pointer.
#[derive(Clone, Copy)]
pub(crate) struct DrawingState {
    pub(crate) drawings: RwSignal<Drawings>,
    pub(crate) preview: RwSignal<Option<Drawing>>,
    /// Whether the caller stores the drawings, so that a click does not remove them.
    is_stored: bool,
}

impl DrawingState {
    /// Creates the drawings of a board: those that the caller stores, or none.
    pub(super) fn new(stored: Option<RwSignal<Drawings>>) -> DrawingState {
        DrawingState {
            drawings: stored.unwrap_or_else(|| RwSignal::new(Drawings::default())),
            preview: RwSignal::new(None),
            is_stored: stored.is_some(),
        }
    }

    /// Shows the drawing from a cell to the pointer. Without a destination there is none.
    pub(super) fn show_preview(self, from: Cell, to: Option<Cell>, event: &PointerEvent) {
        let color = DrawingColor::from_keys(event.shift_key(), event.alt_key());
        let preview = to.map(|to| Drawing { from, to, color });
        if self.preview.get_untracked() != preview {
            self.preview.set(preview);
        }
    }

    /// Adds the drawing that the pointer has ended, or removes it if it exists.
    pub(super) fn finish(self) {
        if let Some(drawing) = self.preview.get_untracked() {
            self.preview.set(None);
            self.drawings.update(|drawings| drawings.toggle(drawing));
        }
    }

    pub(super) fn cancel(self) {
        if self.preview.get_untracked().is_some() {
            self.preview.set(None);
        }
    }

    pub(super) fn clear(self) {
        if !self.is_stored && self.drawings.with_untracked(|drawings| !drawings.is_empty()) {
            self.drawings.update(Drawings::clear);
        }
    }
}
