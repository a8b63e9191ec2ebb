use leptos::prelude::*;
use yipan_board::{Men, Outlook};
use yipan_games::GameKind;
use yipan_rules::{Man, Seat};

use super::hand::Hand;
use super::{MARGIN, UNIT, middle};
use crate::art;
use crate::page::page;
use crate::stage::Stage;

/// The men. Each keeps its element while it is on the board, so that the style sheet lets it glide.
#[component]
pub(super) fn MenLayer(stage: Stage, outlook: Signal<Outlook>, hand: Hand) -> impl IntoView {
    let (page, grid) = (page(), stage.grid);
    let numbers = move || {
        stage.troupe.with(|troupe| troupe.everybody().iter().map(|actor| actor.id).collect::<Vec<_>>())
    };
    let man = move |id: u32| {
        let actor = Memo::new(move |last: Option<&Option<yipan_board::Actor>>| {
            let found =
                stage.troupe.with(|troupe| troupe.everybody().iter().find(|actor| actor.id == id).copied());
            found.or_else(|| last.copied().flatten())
        });
        let is_dragged = move || {
            hand.dragged.get().is_some()
                && actor.get().is_some_and(|actor| hand.picked.get() == Some(actor.cell))
        };
        let place = move || {
            let Some(actor) = actor.get() else { return String::new() };
            let (x, y) = match hand.dragged.get() {
                Some((x, y)) if hand.picked.get() == Some(actor.cell) => {
                    let (columns, rows) = outlook.get().size(grid);
                    (MARGIN + UNIT * f64::from(columns) * x, MARGIN + UNIT * f64::from(rows) * y)
                }
                _ => middle(grid, outlook.get(), actor.cell),
            };
            format!("translate({}px, {}px)", x - UNIT / 2.0, y - UNIT / 2.0)
        };
        let drawing = move || {
            let other = page.settings.with(|settings| match grid.kind() {
                GameKind::Chess => settings.chess_men == Men::Other,
                GameKind::Xiangqi => settings.xiangqi_men == Men::Other,
                GameKind::Liuzichong => false,
            });
            actor
                .get()
                .map(|actor| art::man(grid.kind(), actor.man, other, page.language.get()))
                .unwrap_or_default()
        };
        let class = move || actor.get().map_or("man", |actor| shade(actor.man));
        let what = move || actor.get().map(|actor| code(actor.man));
        let cell = move || actor.get().map(|actor| grid.name(actor.cell));
        view! {
            <g class=class class:leaving=move || actor.get().is_some_and(|actor| actor.leaving)
                class:entering=move || actor.get().is_some_and(|actor| actor.entering) class:dragged=is_dragged
                style:transform=place data-man=what data-at=cell inner_html=drawing></g>
        }
    };
    view! { <g class="men"><For each=numbers key=|id| *id children=man/></g> }
}

const fn shade(man: Man) -> &'static str {
    match man.seat {
        Seat::First => "man first",
        Seat::Second => "man second",
    }
}

/// The man as tests and style sheets name it: `1N`, `2K`.
fn code(man: Man) -> String {
    let seat = if man.seat == Seat::First { '1' } else { '2' };
    [seat, man.letter].iter().collect()
}

/// What lies on the board that is no man: fog, portals, craters, mines, numbers of mines around.
#[component]
pub(super) fn Marks(stage: Stage, outlook: Signal<Outlook>) -> impl IntoView {
    let grid = stage.grid;
    let at = move |cell| {
        let (x, y) = middle(grid, outlook.get(), cell);
        (x - UNIT / 2.0, y - UNIT / 2.0)
    };
    let fog = move || {
        stage
            .troupe
            .with(|troupe| troupe.hidden().to_vec())
            .into_iter()
            .map(|cell| {
                let (x, y) = at(cell);
                view! { <rect class="fog" x=x - 0.5 y=y - 0.5 width="101" height="101"/> }
            })
            .collect_view()
    };
    let marks = move || {
        stage.troupe.with(|troupe| troupe.marks().to_vec()).into_iter().filter_map(|(cell, mark)| {
            let (x, y) = at(cell);
            let place = format!("translate({x} {y})");
            let owner = match mark.owner.map(Seat::from) {
                None => "mark",
                Some(Seat::First) => "mark of-first",
                Some(Seat::Second) => "mark of-second",
            };
            let drawing = match mark.mark.as_str() {
                "crater" => art::MARK_CRATER,
                "portal" => art::MARK_PORTAL,
                "mine" => art::MARK_MINE,
                _ => {
                    let mines = mark.mines?;
                    return Some(view! { <text class="around" x=x + 86.0 y=y + 28.0>{mines}</text> }.into_any());
                }
            };
            Some(view! { <g class=owner data-mark=mark.mark.clone() data-at=grid.name(cell) transform=place inner_html=drawing></g> }.into_any())
        }).collect_view()
    };
    let blasts = move || {
        stage
            .blast
            .get()
            .into_iter()
            .map(|cell| {
                let (x, y) = middle(grid, outlook.get(), cell);
                view! { <circle class="blast" cx=x cy=y r="60"/> }
            })
            .collect_view()
    };
    view! { <g class="marks">{fog}{marks}{blasts}</g> }
}
