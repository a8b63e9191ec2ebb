//! The board: painted as one picture, with a grid of cells over it that can be clicked, dragged over, and walked by keys.

mod background;
mod cells;
mod external_input;
mod hit_test;
mod interaction;
mod pieces;

use leptos::prelude::*;
use yipan_client::text::{game, pieces as names};
use yipan_client::{Grid, LocalizedText, Orientation};
use yipan_core::{Cell, Side};
use yipan_games::GameKind;

pub(crate) use self::external_input::ExternalInput;
pub(crate) use self::interaction::BoardInput;

use self::background::Ground;
use self::cells::Cells;
use self::interaction::PromotionPrompt;
use self::pieces::{Marks, MenLayer};
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::focus::trap_focus_while_shown;
use crate::icons;

/// The side of a cell in the picture.
const CELL_SIZE: f64 = 100.0;

/// The margin around the cells, for their names.
const MARGIN: f64 = 34.0;

/// The middle of a cell in the picture.
fn cell_center(grid: Grid, outlook: Orientation, cell: Cell) -> (f64, f64) {
    let (column, row) = outlook.column_and_row(grid, cell);
    (MARGIN + CELL_SIZE * (f64::from(column) + 0.5), MARGIN + CELL_SIZE * (f64::from(row) + 0.5))
}

/// A board. `own` is whose men may be moved ahead of time; what is played goes to `on_act`.
#[component]
pub(crate) fn Board(
    stage: BoardView,
    #[prop(into)] outlook: Signal<Orientation>,
    #[prop(into)] own: Signal<Option<Side>>,
    /// A cell to point at, such as a hint.
    #[prop(into, optional)]
    pointed: Signal<Vec<Cell>>,
    on_act: Callback<String>,
    /// Where every press goes instead, on a board that is no game.
    #[prop(optional)]
    on_press: Option<Callback<Cell>>,
    /// Where it goes what the board has to say, such as why a man is not picked up.
    #[prop(optional)]
    on_word: Option<Callback<LocalizedText>>,
    /// Who decides instead of the board what a press means.
    #[prop(optional_no_strip, into)]
    reins: Option<ExternalInput>,
) -> impl IntoView {
    let (page, grid) = (use_app_context(), stage.grid);
    let hand = BoardInput::new(stage, own, on_act, on_press, on_word, reins);
    let size = move || outlook.get().size(grid);
    let width = move || 2.0 * MARGIN + CELL_SIZE * f64::from(size().0);
    let height = move || 2.0 * MARGIN + CELL_SIZE * f64::from(size().1);
    let kind = match grid.kind() {
        GameKind::Chess => "board chess",
        GameKind::Xiangqi => "board xiangqi",
        GameKind::Liuzichong => "board liuzichong",
    };
    let pace = move || format!("{}ms", page.settings.with(|settings| settings.animation_ms));
    view! {
        <div class=kind style:aspect-ratio=move || format!("{} / {}", width(), height()) style=("--pace", pace)
            style=("--ratio", move || format!("{}", width() / height()))>
            <svg viewBox=move || format!("0 0 {} {}", width(), height()) aria-hidden="true">
                <Ground grid outlook/>
                <Signs stage outlook hand pointed/>
                <Marks stage outlook/>
                <MenLayer stage outlook hand/>
                <Arrows grid outlook hand/>
            </svg>
            <Cells stage outlook hand/>
            {move || hand.prompt.get().map(|asking| view! { <Choose stage outlook hand asking/> })}
        </div>
    }
}

/// What is marked on the cells: the last move, the picked man, where it may go, a check, a move made ahead.
#[component]
fn Signs(
    stage: BoardView,
    outlook: Signal<Orientation>,
    hand: BoardInput,
    pointed: Signal<Vec<Cell>>,
) -> impl IntoView {
    let grid = stage.grid;
    let at = move |cell: Cell| cell_center(grid, outlook.get(), cell);
    let frame = move |cell: Cell, class: &'static str| {
        let (x, y) = at(cell);
        view! { <rect class=class x=x - 46.0 y=y - 46.0 width="92" height="92" rx="8"/> }
    };
    let corners = move |cell: Cell| {
        let (x, y) = at(cell);
        let (l, r, t, b) = (x - 44.0, x + 44.0, y - 44.0, y + 44.0);
        let path = format!(
            "M{l} {} V{t} H{} M{} {t} H{r} V{} M{r} {} V{b} H{} M{} {b} H{l} V{}",
            t + 22.0,
            l + 22.0,
            r - 22.0,
            t + 22.0,
            b - 22.0,
            r - 22.0,
            l + 22.0,
            b - 22.0
        );
        view! { <path class="last" d=path/> }
    };
    let target = move |cell: Cell| {
        let (x, y) = at(cell);
        if stage.sprites.with(|troupe| troupe.piece_at(cell).is_some()) {
            view! { <circle class="ring-target" data-target=grid.name(cell) cx=x cy=y r="43"/> }.into_any()
        } else {
            view! { <circle class="dot-target" data-target=grid.name(cell) cx=x cy=y r="13"/> }.into_any()
        }
    };
    let checked = move || {
        let view = stage.view.get();
        let seat = view.turn.filter(|_| view.check)?;
        stage.sprites.with(|troupe| {
            troupe
                .sprites()
                .find(|actor| actor.piece.letter == 'K' && actor.piece.seat == seat)
                .map(|actor| actor.cell)
        })
    };
    view! {
        <g class="signs">
            {move || stage.last_move.get().into_iter().map(corners).collect_view()}
            {move || pointed.get().into_iter().map(|cell| frame(cell, "pointed")).collect_view()}
            {move || checked().map(|cell| {
                let (x, y) = at(cell);
                let points: Vec<String> = (0..16).map(|corner| {
                    let (angle, radius) = (f64::from(corner) * std::f64::consts::PI / 8.0, if corner % 2 == 0 { 49.0 } else { 40.0 });
                    format!("{},{}", x + radius * angle.cos(), y + radius * angle.sin())
                }).collect();
                view! { <polygon class="check" points=points.join(" ")/> }
            })}
            {move || hand.selected.get().map(|cell| frame(cell, "picked"))}
            {move || hand.premove.get().map(|(from, to)| view! { {frame(from, "premove")} {frame(to, "premove")} })}
            {move || hand.targets().into_iter().map(target).collect_view()}
        </g>
    }
}

/// The arrows a person has drawn.
#[component]
fn Arrows(grid: Grid, outlook: Signal<Orientation>, hand: BoardInput) -> impl IntoView {
    let arrow = move |(from, to): (Cell, Cell)| {
        let (from, to) = (cell_center(grid, outlook.get(), from), cell_center(grid, outlook.get(), to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let tip = (to.0 - ux * 12.0, to.1 - uy * 12.0);
        let neck = (tip.0 - ux * 34.0, tip.1 - uy * 34.0);
        let head = format!(
            "{},{} {},{} {},{}",
            tip.0,
            tip.1,
            neck.0 - uy * 20.0,
            neck.1 + ux * 20.0,
            neck.0 + uy * 20.0,
            neck.1 - ux * 20.0
        );
        view! { <g class="arrow"><line x1=from.0 y1=from.1 x2=neck.0 y2=neck.1/><polygon points=head/></g> }
    };
    view! { <g class="arrows">{move || hand.arrows.get().into_iter().map(arrow).collect_view()}</g> }
}

/// Which of several ways to go is meant: what a pawn turns into, and which die pays.
#[component]
fn Choose(
    stage: BoardView,
    outlook: Signal<Orientation>,
    hand: BoardInput,
    asking: PromotionPrompt,
) -> impl IntoView {
    let (page, grid) = (use_app_context(), stage.grid);
    let seat = stage
        .sprites
        .with_untracked(|troupe| troupe.piece_at(asking.from).map_or(Side::First, |man| man.seat));
    let (columns, rows) = outlook.get_untracked().size(grid);
    let (column, row) = outlook.get_untracked().column_and_row(grid, asking.to);
    let left_percent = (f64::from(column) + 0.5) / f64::from(columns) * 100.0;
    let below = row < rows / 2;
    let option_button = move |(label, letter, action): (Signal<String>, Option<char>, String)| {
        let drawing = letter
            .map(|letter| icons::chess_figure(letter.to_ascii_uppercase()).to_owned())
            .unwrap_or_default();
        let shade = if seat == Side::First { "way man first" } else { "way man second" };
        view! {
            <button type="button" class=shade aria-label=label title=label data-way=action.clone()
                on:click=move |_| hand.choose_option(&action)>
                <span inner_html=drawing></span>
                {letter.is_none().then_some(label)}
            </button>
        }
    };
    let here = NodeRef::<leptos::html::Div>::new();
    trap_focus_while_shown(here);
    view! {
        <div class="choose" node_ref=here role="dialog" aria-label=move || page.t(game::PROMOTE) class:below=below
            style:left=format!("clamp(var(--half), {left_percent}%, calc(100% - var(--half)))") on:keydown=move |event| if event.key() == "Escape" { hand.deselect() }>
            {asking.options.iter().map(|reach| {
                let name = reach.promotion.map(|letter| names::name(grid.kind(), letter.to_ascii_uppercase()));
                let die = if reach.uses_wild_die { game::BY_WILD } else { game::BY_DIE };
                let mixed = asking.options.iter().any(|other| other.uses_wild_die != reach.uses_wild_die);
                let label = move || match (name, mixed) {
                    (Some(name), false) => page.t(name).to_owned(),
                    (Some(name), true) => format!("{} · {}", page.t(name), page.t(die)),
                    (None, _) => page.t(die).to_owned(),
                };
                option_button((Signal::derive(label), reach.promotion, reach.action.clone()))
            }).collect_view()}
        </div>
    }
}
