use leptos::prelude::*;
use yipan_client::{Grid, Orientation};
use yipan_core::Side;

use crate::board::Board;
use crate::board_view::BoardView;
use crate::icons;
use crate::local_setup::initial_view;
use crate::preferences::PreferenceSignals;

/// The board of a game as it starts with the chosen options: its position, fog, portals and the fall of gravity.
///
/// Dice and mines are not on the board, so they are shown as pictures over it.
#[component]
pub(super) fn Preview(preferences: PreferenceSignals) -> impl IntoView {
    let kind = preferences.kind;
    let board = BoardView::new(Grid::new(kind), initial_view(kind));
    Effect::new(move |_| {
        if let Some(view) = preferences.start_view() {
            board.set_now(view, Vec::new());
        }
    });
    let orientation =
        Signal::derive(move || Orientation { bottom: Side::First, rotated: preferences.has_mode("gravity") });
    let badge = move |mode: &'static str, icon: &'static str| {
        move || preferences.has_mode(mode).then(|| view! { <span data-badge=mode inner_html=icon></span> })
    };
    view! {
        <div class="preview-board" inert=true>
            <Board board orientation own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ())/>
            <div class="preview-badges" aria-hidden="true">{badge("dice", icons::MODE_DICE)} {badge("mines", icons::MODE_MINES)}</div>
        </div>
    }
}
