use leptos::prelude::*;
use yipan_client::PositionEditor;
use yipan_client::text::{editor as text, pieces};
use yipan_core::{AnyPiece, Side};
use yipan_games::GameKind;

use crate::context::use_app_context;
use crate::icons;
use crate::piece_art::piece_drawing;

/// The pieces that can be placed. Without a selected piece, a press removes one.
#[component]
pub(super) fn Palette(kind: GameKind, selected_piece: RwSignal<Option<AnyPiece>>) -> impl IntoView {
    let context = use_app_context();
    let drawing = move |piece: AnyPiece| {
        let language = context.language.get();
        context.settings.with(|settings| piece_drawing(kind, piece, settings, language))
    };
    let swatch = move |piece: AnyPiece| {
        let class = if piece.side == Side::First { "piece first" } else { "piece second" };
        let label = move || pieces::name_with_side(kind, piece, context.language.get());
        view! {
            <button type="button" class="swatch" aria-label=label title=label aria-pressed=move || (selected_piece.get() == Some(piece)).to_string()
                on:click=move |_| selected_piece.set(Some(piece))>
                <svg class=class viewBox="0 0 100 100" aria-hidden="true"><g inner_html=move || drawing(piece)></g></svg>
            </button>
        }
    };
    view! {
        <div class=format!("palette {}", kind.name()) role="group" aria-label=move || context.t(text::PALETTE)>
            {PositionEditor::palette(kind).into_iter().map(swatch).collect_view()}
            <button type="button" class="swatch" aria-label=move || context.t(text::REMOVE_PIECES) title=move || context.t(text::REMOVE_PIECES)
                aria-pressed=move || selected_piece.get().is_none().to_string() on:click=move |_| selected_piece.set(None)>
                <span inner_html=icons::CLOSE></span>
            </button>
        </div>
    }
}
