use leptos::prelude::*;
use yipan_client::{Orientation, PieceSet};
use yipan_core::{AnyPiece, Mark, Side};
use yipan_games::GameKind;

use super::interaction::BoardInput;
use super::{CELL_SIZE, MARGIN, cell_center};
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;

/// The men. Each keeps its element while it is on the board, so that the style sheet lets it glide.
#[component]
pub(super) fn MenLayer(stage: BoardView, outlook: Signal<Orientation>, hand: BoardInput) -> impl IntoView {
    let (page, grid) = (use_app_context(), stage.grid);
    let ids = move || {
        stage.sprites.with(|troupe| troupe.all_sprites().iter().map(|actor| actor.id).collect::<Vec<_>>())
    };
    let man = move |id: u32| {
        let actor = Memo::new(move |last: Option<&Option<yipan_client::PieceSprite>>| {
            let found = stage
                .sprites
                .with(|troupe| troupe.all_sprites().iter().find(|actor| actor.id == id).copied());
            found.or_else(|| last.copied().flatten())
        });
        let is_dragged = move || {
            hand.drag_position.get().is_some()
                && actor.get().is_some_and(|actor| hand.selected.get() == Some(actor.cell))
        };
        let place = move || {
            let Some(actor) = actor.get() else { return String::new() };
            let (x, y) = match hand.drag_position.get() {
                Some((x, y)) if hand.selected.get() == Some(actor.cell) => {
                    let (columns, rows) = outlook.get().size(grid);
                    (MARGIN + CELL_SIZE * f64::from(columns) * x, MARGIN + CELL_SIZE * f64::from(rows) * y)
                }
                _ => cell_center(grid, outlook.get(), actor.cell),
            };
            format!("translate({}px, {}px)", x - CELL_SIZE / 2.0, y - CELL_SIZE / 2.0)
        };
        let drawing = move || {
            let other = page.settings.with(|settings| match grid.kind() {
                GameKind::Chess => settings.chess_piece_set == PieceSet::Alternative,
                GameKind::Xiangqi => settings.xiangqi_piece_set == PieceSet::Alternative,
                GameKind::Liuzichong => false,
            });
            actor
                .get()
                .map(|actor| icons::piece_drawing(grid.kind(), actor.piece, other, page.language.get()))
                .unwrap_or_default()
        };
        let class = move || actor.get().map_or("man", |actor| piece_class(actor.piece));
        let what = move || actor.get().map(|actor| piece_code(actor.piece));
        let cell = move || actor.get().map(|actor| grid.name(actor.cell));
        view! {
            <g class=class class:leaving=move || actor.get().is_some_and(|actor| actor.leaving)
                class:entering=move || actor.get().is_some_and(|actor| actor.entering) class:dragged=is_dragged
                style:transform=place data-man=what data-at=cell inner_html=drawing></g>
        }
    };
    view! { <g class="men"><For each=ids key=|id| *id children=man/></g> }
}

const fn piece_class(man: AnyPiece) -> &'static str {
    match man.seat {
        Side::First => "man first",
        Side::Second => "man second",
    }
}

/// The man as tests and style sheets name it: `1N`, `2K`.
fn piece_code(man: AnyPiece) -> String {
    let seat = if man.seat == Side::First { '1' } else { '2' };
    [seat, man.letter].iter().collect()
}

/// What lies on the board that is no man: fog, portals, craters, mines, numbers of mines around.
#[component]
pub(super) fn Marks(stage: BoardView, outlook: Signal<Orientation>) -> impl IntoView {
    let grid = stage.grid;
    let at = move |cell| {
        let (x, y) = cell_center(grid, outlook.get(), cell);
        (x - CELL_SIZE / 2.0, y - CELL_SIZE / 2.0)
    };
    let fog = move || {
        stage
            .sprites
            .with(|troupe| troupe.hidden().to_vec())
            .into_iter()
            .map(|cell| {
                let (x, y) = at(cell);
                view! { <rect class="fog" x=x - 0.5 y=y - 0.5 width="101" height="101"/> }
            })
            .collect_view()
    };
    let marks = move || {
        stage.sprites.with(|troupe| troupe.marks().to_vec()).into_iter().map(|(cell, mark)| {
            let (x, y) = at(cell);
            let place = format!("translate({x} {y})");
            let (drawing, owner) = match mark {
                Mark::Crater => (icons::MARK_CRATER, None),
                Mark::Portal { owner } => (icons::MARK_PORTAL, owner),
                Mark::Mine => (icons::MARK_MINE, None),
                Mark::MineCount { mines, .. } => {
                    return view! { <text class="around" x=x + 86.0 y=y + 28.0>{mines}</text> }.into_any();
                }
            };
            let class = match owner {
                None => "mark",
                Some(Side::First) => "mark of-first",
                Some(Side::Second) => "mark of-second",
            };
            view! { <g class=class data-mark=mark.to_string() data-at=grid.name(cell) transform=place inner_html=drawing></g> }.into_any()
        }).collect_view()
    };
    let explosions = move || {
        stage
            .explosions
            .get()
            .into_iter()
            .map(|cell| {
                let (x, y) = cell_center(grid, outlook.get(), cell);
                view! { <circle class="blast" cx=x cy=y r="60"/> }
            })
            .collect_view()
    };
    view! { <g class="marks">{fog}{marks}{explosions}</g> }
}
