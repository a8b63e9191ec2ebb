use leptos::prelude::*;
use yipan_client::PositionEditor;
use yipan_client::text::{Text, editor as text, pieces};
use yipan_core::{AnyPiece, Side};

use super::editor_drag::EditorDrag;
use super::editor_state::{EditorState, EditorTool};
use crate::icons;
use crate::piece_art::piece_drawing;

/// The pieces that can be placed or dragged to the board, and the tools that move and remove pieces.
#[component]
pub(super) fn Palette(editor: EditorState, drag: EditorDrag) -> impl IntoView {
    let (context, kind, tool) = (editor.context, editor.grid.kind(), editor.tool);
    let drawing = move |piece: AnyPiece| {
        let language = context.language.get();
        context.settings.with(|settings| piece_drawing(kind, piece, settings, language))
    };
    let is_chosen = move |other: EditorTool| (tool.get() == other).to_string();
    let choose = move |chosen: EditorTool| {
        editor.board.selected.set(None);
        tool.set(chosen);
    };
    let swatch = move |piece: AnyPiece| {
        let class = if piece.side == Side::First { "piece first" } else { "piece second" };
        let label = move || pieces::name_with_side(kind, piece, context.language.get());
        view! {
            <button type="button" class="swatch" data-piece-choice=piece.letter.to_string() data-side=piece.side.index() aria-label=label title=label
                aria-pressed=move || is_chosen(EditorTool::Place(piece)) on:click=move |_| choose(EditorTool::Place(piece))
                on:pointerdown=move |event| drag.begin(&event, piece, None)>
                <svg class=class viewBox="0 0 100 100" aria-hidden="true"><g inner_html=move || drawing(piece)></g></svg>
            </button>
        }
    };
    let tool_button = move |key: &'static str, chosen: EditorTool, name: Text, icon: &'static str| {
        view! {
            <button type="button" class="swatch" data-tool=key aria-label=move || context.t(name) title=move || context.t(name)
                aria-pressed=move || is_chosen(chosen) on:click=move |_| choose(chosen)>
                <span inner_html=icon></span>
            </button>
        }
    };
    view! {
        <div class=format!("palette {}", kind.name()) role="group" aria-label=move || context.t(text::PALETTE)>
            {PositionEditor::palette(kind).into_iter().map(swatch).collect_view()}
            {tool_button("move", EditorTool::Move, text::MOVE_PIECES, icons::MOVE)}
            {tool_button("erase", EditorTool::Erase, text::REMOVE_PIECES, icons::CLOSE)}
        </div>
    }
}
