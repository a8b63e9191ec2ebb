use leptos::prelude::*;
use yipan_client::text::modes;
use yipan_client::{GameMode, add_seen_modes, unseen_modes};

use super::mode_chips::mode_icon;
use crate::board_view::BoardView;
use crate::browser::local_storage;
use crate::context::use_app_context;

/// The storage key of the modes that the user has seen.
const SEEN_KEY: &str = "modes-seen";

/// A card over the empty middle of the board that explains modes at their first game.
///
/// Presses pass through it to the board. It closes when a piece is picked up or a move was played.
#[component]
pub(crate) fn ModeIntro(board: BoardView, modes: Vec<GameMode>) -> impl IntoView {
    let context = use_app_context();
    let seen = local_storage::read(SEEN_KEY).unwrap_or_default();
    let modes = StoredValue::new(modes);
    let unseen = RwSignal::new(modes.with_value(|modes| unseen_modes(modes, &seen)));
    let close = move || {
        if !unseen.with_untracked(Vec::is_empty) {
            let seen = local_storage::read(SEEN_KEY).unwrap_or_default();
            local_storage::write(SEEN_KEY, &modes.with_value(|modes| add_seen_modes(modes, &seen)));
            unseen.set(Vec::new());
        }
    };
    Effect::new(move |_| {
        if board.selected.get().is_some() || board.last_move.with(|marks| !marks.is_empty()) {
            close();
        }
    });
    let line = move |mode: GameMode| {
        view! {
            <li data-mode=mode.key()>
                <span inner_html=mode_icon(mode) aria-hidden="true"></span>
                <span><b>{move || context.t(mode.name())}</b>" "{move || context.t(mode.first_hint())}</span>
            </li>
        }
    };
    view! {
        <Show when=move || unseen.with(|unseen| !unseen.is_empty())>
            <div class="mode-intro" role="note" data-mode-intro="">
                <ul>{move || unseen.get().into_iter().map(line).collect_view()}</ul>
                <button type="button" class="accent" data-do="got-it" on:click=move |_| close()>{move || context.t(modes::GOT_IT)}</button>
            </div>
        </Show>
    }
}
