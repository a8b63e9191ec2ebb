use std::sync::atomic::{AtomicU32, Ordering};

use leptos::prelude::*;
use yipan_board_svg::fog;
use yipan_client::Orientation;
use yipan_core::Cell;

use crate::board_view::BoardView;

/// The number of fogged boards so far. A page of rules has several, and each needs its own clip path.
static BOARD_COUNT: AtomicU32 = AtomicU32::new(0);

/// The fog over hidden cells.
#[component]
pub(crate) fn Fog(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let id = StoredValue::new(format!("fog-area-{}", BOARD_COUNT.fetch_add(1, Ordering::Relaxed)));
    // The pieces move more often than the fog changes.
    let cells = Memo::new(move |_| {
        board.sprites.with(|sprites| {
            let hidden = sprites.hidden().iter().copied();
            hidden.partition::<Vec<Cell>, _>(|cell| !sprites.was_seen(*cell))
        })
    });
    let drawing = move || {
        let orientation = orientation.get();
        cells.with(|(unseen, seen)| id.with_value(|id| fog(board.grid, orientation, unseen, seen, id)))
    };
    view! { <g class="fog-layer" inner_html=drawing></g> }
}
