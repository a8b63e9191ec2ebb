use leptos::prelude::*;
use yipan_board_svg::{CELL_SIZE, cell_center, margin, piece_class, piece_code};
use yipan_client::Orientation;

use crate::board::interaction::BoardInput;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::piece_art::piece_drawing;

/// The pieces. Each keeps its element while it is on the board, so that CSS transitions animate it.
#[component]
pub(crate) fn PieceLayer(
    board: BoardView,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
) -> impl IntoView {
    let (context, grid) = (use_app_context(), board.grid);
    let ids = move || {
        board.sprites.with(|sprites| sprites.all_sprites().iter().map(|sprite| sprite.id).collect::<Vec<_>>())
    };
    let piece = move |id: u32| {
        let sprite = Memo::new(move |last: Option<&Option<yipan_client::PieceSprite>>| {
            let found = board
                .sprites
                .with(|sprites| sprites.all_sprites().iter().find(|sprite| sprite.id == id).copied());
            found.or_else(|| last.copied().flatten())
        });
        let is_dragged = move || {
            board_input.drag_position.get().is_some()
                && sprite.get().is_some_and(|sprite| board_input.selected.get() == Some(sprite.cell))
        };
        let transform = move || {
            let Some(sprite) = sprite.get() else { return String::new() };
            let (x, y) = match board_input.drag_position.get() {
                Some((x, y)) if board_input.selected.get() == Some(sprite.cell) => {
                    let (columns, rows) = orientation.get().size(grid);
                    let along = |cells: u8, part: f64| margin(grid) + CELL_SIZE * f64::from(cells) * part;
                    (along(columns, x), along(rows, y))
                }
                _ => cell_center(grid, orientation.get(), sprite.cell),
            };
            format!("translate({}px, {}px)", x - CELL_SIZE / 2.0, y - CELL_SIZE / 2.0)
        };
        let drawing = move || {
            let Some(sprite) = sprite.get() else { return String::new() };
            let language = context.language.get();
            context.settings.with(|settings| piece_drawing(grid.kind(), sprite.piece, settings, language))
        };
        let class = move || sprite.get().map_or("piece", |sprite| piece_class(sprite.piece.side));
        let code = move || sprite.get().map(|sprite| piece_code(sprite.piece));
        let cell = move || sprite.get().map(|sprite| grid.name(sprite.cell));
        view! {
            <g class=class class:leaving=move || sprite.get().is_some_and(|sprite| sprite.leaving)
                class:entering=move || sprite.get().is_some_and(|sprite| sprite.entering) class:teleporting=move || sprite.get().is_some_and(|sprite| sprite.teleporting) class:dragged=is_dragged
                style:transform=transform data-piece=code data-at=cell inner_html=drawing></g>
        }
    };
    view! { <g class="pieces"><For each=ids key=|id| *id children=piece/></g> }
}
