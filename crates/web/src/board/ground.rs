use leptos::prelude::*;
use yipan_board::{Grid, Outlook};
use yipan_games::GameKind;
use yipan_rules::{Cell, Language, Seat};

use super::{MARGIN, UNIT, middle};
use crate::page::page;

/// The board itself, without anything on it.
#[component]
pub(super) fn Ground(grid: Grid, outlook: Signal<Outlook>) -> impl IntoView {
    let page = page();
    let ground = move || match grid.kind() {
        GameKind::Chess => squares(grid, outlook.get()).into_any(),
        GameKind::Xiangqi => xiangqi(grid, outlook.get(), page.language.get()).into_any(),
        GameKind::Liuzichong => lines(grid, outlook.get()).into_any(),
    };
    let names = move || {
        let shown = page.settings.with(|settings| settings.coordinates);
        shown.then(|| names(grid, outlook.get()))
    };
    view! { <g class="ground">{ground}</g><g class="names">{names}</g> }
}

fn squares(grid: Grid, outlook: Outlook) -> impl IntoView {
    grid.cells()
        .map(|cell| {
            let (x, y) = middle(grid, outlook, cell);
            let class = if (cell.file + cell.rank) % 2 == 0 { "dark" } else { "light" };
            view! { <rect class=class x=x - UNIT / 2.0 y=y - UNIT / 2.0 width=UNIT height=UNIT/> }
        })
        .collect_view()
}

/// A line from the middle of one cell to that of another.
fn line(grid: Grid, outlook: Outlook, from: (u8, u8), to: (u8, u8)) -> impl IntoView + use<> {
    let at = |(file, rank)| middle(grid, outlook, Cell { file, rank });
    let ((x1, y1), (x2, y2)) = (at(from), at(to));
    view! { <line x1=x1 y1=y1 x2=x2 y2=y2/> }
}

fn plate(grid: Grid, outlook: Outlook) -> impl IntoView {
    let (columns, rows) = outlook.size(grid);
    let (width, height) = (UNIT * f64::from(columns), UNIT * f64::from(rows));
    view! { <rect class="plate" x=MARGIN y=MARGIN width=width height=height/> }
}

fn lines(grid: Grid, outlook: Outlook) -> impl IntoView {
    let (last_file, last_rank) = (grid.files() - 1, grid.ranks() - 1);
    let along = (0..=last_rank).map(|rank| line(grid, outlook, (0, rank), (last_file, rank))).collect_view();
    let across = (0..=last_file).map(|file| line(grid, outlook, (file, 0), (file, last_rank))).collect_view();
    view! { {plate(grid, outlook)}<g class="lines">{along}{across}</g> }
}

/// The river cuts the inner files, and the palaces have their diagonals.
fn xiangqi(grid: Grid, outlook: Outlook, language: Language) -> impl IntoView {
    let draw = |from, to| line(grid, outlook, from, to);
    let along = (0..10).map(|rank| draw((0, rank), (8, rank))).collect_view();
    let across = (0..9)
        .map(|file| match file {
            0 | 8 => vec![draw((file, 0), (file, 9))],
            _ => vec![draw((file, 0), (file, 4)), draw((file, 5), (file, 9))],
        })
        .collect_view();
    let palaces = [0, 7]
        .into_iter()
        .flat_map(|rank| [draw((3, rank), (5, rank + 2)), draw((3, rank + 2), (5, rank))])
        .collect_view();
    let posts: Vec<Cell> = [(1, 2), (7, 2), (1, 7), (7, 7)]
        .into_iter()
        .chain([0, 2, 4, 6, 8].into_iter().flat_map(|file| [(file, 3), (file, 6)]))
        .map(|(file, rank)| Cell { file, rank })
        .collect();
    let post = |cell: Cell| {
        let (x, y) = middle(grid, outlook, cell);
        let corner = |right: f64, down: f64| {
            let (x, y) = (x + 7.0 * right, y + 7.0 * down);
            format!("M{} {y} H{x} V{}", x + 14.0 * right, y + 14.0 * down)
        };
        let (column, _) = outlook.place(grid, cell);
        let mut path = String::new();
        if column > 0 {
            path += &(corner(-1.0, -1.0) + &corner(-1.0, 1.0));
        }
        if column < 8 {
            path += &(corner(1.0, -1.0) + &corner(1.0, 1.0));
        }
        view! { <path class="post" d=path/> }
    };
    let middle_row = MARGIN + UNIT * 5.0;
    let [near, far] =
        if language == Language::Traditional { ["楚 河", "漢 界"] } else { ["楚 河", "汉 界"] };
    let (left, right) = if outlook.below == Seat::First { (near, far) } else { (far, near) };
    view! {
        {plate(grid, outlook)}
        <g class="lines">{along}{across}{palaces}{posts.into_iter().map(post).collect_view()}</g>
        <text class="river" x=MARGIN + UNIT * 2.5 y=middle_row>{left}</text>
        <text class="river" x=MARGIN + UNIT * 6.5 y=middle_row>{right}</text>
    }
}

/// The names of files and ranks at the edges. Xiangqi counts its files from each player's right.
fn names(grid: Grid, outlook: Outlook) -> Vec<AnyView> {
    let (columns, rows) = outlook.size(grid);
    let label = |x: f64, y: f64, text: String| view! { <text class="name" x=x y=y>{text}</text> }.into_any();
    let mut labels = Vec::new();
    let (near, far) = (MARGIN / 2.0, MARGIN / 2.0);
    for column in 0..columns {
        let x = MARGIN + UNIT * (f64::from(column) + 0.5);
        let bottom = MARGIN * 1.5 + UNIT * f64::from(rows);
        if grid.kind() == GameKind::Xiangqi {
            const NUMBERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
            let from_right = usize::from(8 - column);
            let (red, black) = (NUMBERS[from_right].to_owned(), (column + 1).to_string());
            // Each player counts from the own right, wherever that lies.
            let (below, above) = match outlook.below {
                Seat::First => (red, black),
                Seat::Second => ((from_right + 1).to_string(), NUMBERS[usize::from(column)].to_owned()),
            };
            labels.push(label(x, bottom, below));
            labels.push(label(x, near, above));
        } else if let Some(cell) = outlook.cell(grid, column, rows - 1) {
            let name = grid.name(cell);
            let sign = if outlook.quarter { &name[1..] } else { &name[..1] };
            labels.push(label(x, bottom, sign.to_owned()));
        }
    }
    if grid.kind() != GameKind::Xiangqi {
        for row in 0..rows {
            if let Some(cell) = outlook.cell(grid, 0, row) {
                let name = grid.name(cell);
                let sign = if outlook.quarter { &name[..1] } else { &name[1..] };
                labels.push(label(far, MARGIN + UNIT * (f64::from(row) + 0.5), sign.to_owned()));
            }
        }
    }
    labels
}
