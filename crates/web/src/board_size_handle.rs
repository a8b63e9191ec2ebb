use leptos::html::Div;
use leptos::prelude::*;
use yipan_client::text::game;
use yipan_client::{MAX_BOARD_SIZE, MIN_BOARD_SIZE};

use crate::context::use_app_context;

/// The change of the board size by one press of an arrow key, in percent.
const KEY_STEP: f64 = 2.0;

/// A handle beside the board that changes its size, by mouse or by keyboard. A double click restores the full size.
#[component]
pub(crate) fn BoardSizeHandle() -> impl IntoView {
    let context = use_app_context();
    let handle = NodeRef::<Div>::new();
    let is_dragging = RwSignal::new(false);
    let size = move || context.settings.with(yipan_client::Settings::board_size);
    let set_size = move |percent: f64| context.settings.update(|settings| settings.set_board_size(percent));
    let on_down = move |event: leptos::ev::PointerEvent| {
        if let Some(handle) = handle.get_untracked() {
            let _ = handle.set_pointer_capture(event.pointer_id());
            is_dragging.set(true);
        }
    };
    // The columns are centered, so the handle does not move as far as the board grows. Each event corrects what is left.
    let on_move = move |event: leptos::ev::PointerEvent| {
        let Some(handle) = handle.get_untracked().filter(|_| is_dragging.get_untracked()) else { return };
        let frame = handle.parent_element().map(|frame| frame.get_bounding_client_rect().width());
        let Some(width) = frame.filter(|width| *width > 0.0) else { return };
        let rect = handle.get_bounding_client_rect();
        let distance = f64::from(event.client_x()) - (rect.left() + rect.right()) / 2.0;
        let percent = f64::from(untrack(size));
        set_size(percent + distance / width * percent);
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        let percent = f64::from(untrack(size));
        match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => set_size(percent - KEY_STEP),
            "ArrowRight" | "ArrowUp" => set_size(percent + KEY_STEP),
            "Home" => set_size(f64::from(MIN_BOARD_SIZE)),
            "End" => set_size(f64::from(MAX_BOARD_SIZE)),
            _ => return,
        }
        event.prevent_default();
        // The arrow keys also browse the moves.
        event.stop_propagation();
    };
    view! {
        <div class="board-size" node_ref=handle role="slider" tabindex="0" aria-label=move || context.t(game::BOARD_SIZE) title=move || context.t(game::BOARD_SIZE)
            aria-valuemin=MIN_BOARD_SIZE.to_string() aria-valuemax=MAX_BOARD_SIZE.to_string() aria-valuenow=move || size().to_string()
            aria-valuetext=move || format!("{} %", size()) on:keydown=on_key on:dblclick=move |_| set_size(f64::from(MAX_BOARD_SIZE))
            on:pointerdown=on_down on:pointermove=on_move on:pointerup=move |_| is_dragging.set(false) on:pointercancel=move |_| is_dragging.set(false)></div>
    }
}
