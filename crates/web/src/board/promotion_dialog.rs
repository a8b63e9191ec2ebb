use leptos::html::Div;
use leptos::prelude::*;
use yipan_board_svg::{CELL_SIZE, cell_center, drawing_size};
use yipan_client::text::{game, pieces as piece_names};
use yipan_client::{MoveOption, Orientation};
use yipan_core::Side;

use super::interaction::{BoardInput, PromotionPrompt};
use crate::board_view::BoardView;
use crate::browser::focus::trap_focus_while_shown;
use crate::context::use_app_context;
use crate::piece_art::chess_picture;

/// A choice between moves with the same origin and destination: the promotion piece, and the die that is spent.
///
/// Promotion pieces stand in the file of the promotion square, one on each square, and leave out that of the pawn.
#[component]
pub(super) fn PromotionDialog(
    board: BoardView,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
    prompt: PromotionPrompt,
) -> impl IntoView {
    let (context, grid) = (use_app_context(), board.grid);
    let PromotionPrompt { from, to, options } = prompt;
    let side = board
        .sprites
        .with_untracked(|sprites| sprites.piece_at(from).map_or(Side::First, |piece| piece.side));
    let class =
        if side == Side::First { "promotion-option piece first" } else { "promotion-option piece second" };
    let view_of_board = orientation.get_untracked();
    let (columns, rows) = view_of_board.size(grid);
    let (column, row) = view_of_board.column_and_row(grid, to);
    let left_percent = (f64::from(column) + 0.5) / f64::from(columns) * 100.0;
    let left =
        format!("clamp(var(--dialog-half-width), {left_percent}%, calc(100% - var(--dialog-half-width)))");
    let below = row < rows / 2;
    let has_both_dice = options.iter().any(|option| option.uses_wild_die != options[0].uses_wild_die);
    let is_promotion = options.iter().all(|option| option.promotion.is_some());
    // The squares of the options: down the file if there is room, otherwise up. A wild die has its own file.
    let length = u8::try_from(options.len()).unwrap_or(rows) / if has_both_dice { 2 } else { 1 };
    let down = row + length < rows;
    let mut column_cells = (0..rows)
        .filter_map(|step| if down { row.checked_add(step) } else { row.checked_sub(step) })
        .filter_map(|row| view_of_board.cell_at(grid, column, row))
        .filter(|cell| *cell != from)
        .collect::<Vec<_>>();
    column_cells.truncate(usize::from(length));
    let beside = if column + 1 < columns { CELL_SIZE } else { -CELL_SIZE };
    let place = move |index: usize| {
        let (width, height) = drawing_size(grid, view_of_board);
        let cell = column_cells.get(index % column_cells.len().max(1)).copied().unwrap_or(to);
        let (x, y) = cell_center(grid, view_of_board, cell);
        let x = if index < column_cells.len() { x } else { x + beside };
        let percent = |part: f64, whole: f64| 100.0 * part / whole;
        format!(
            "left:{}%;top:{}%;width:{}%;height:{}%",
            percent(x - CELL_SIZE / 2.0, width),
            percent(y - CELL_SIZE / 2.0, height),
            percent(CELL_SIZE, width),
            percent(CELL_SIZE, height)
        )
    };
    let option_button = move |(index, option): (usize, MoveOption)| {
        let name = option.promotion.map(|letter| piece_names::name(grid.kind(), letter.to_ascii_uppercase()));
        let die = if option.uses_wild_die { game::BY_WILD } else { game::BY_DIE };
        let label = Signal::derive(move || match (name, has_both_dice) {
            (Some(name), false) => context.t(name).to_owned(),
            (Some(name), true) => format!("{} · {}", context.t(name), context.t(die)),
            (None, _) => context.t(die).to_owned(),
        });
        let picture = |letter: char| {
            context
                .settings
                .with_untracked(|settings| chess_picture(letter.to_ascii_uppercase(), side, settings))
        };
        let icon = option.promotion.map(picture);
        let has_icon = icon.is_some();
        let action = option.action;
        view! {
            <button type="button" class=class aria-label=label title=label data-option=action.clone() style=is_promotion.then(|| place(index))
                on:click=move |_| board_input.choose_option(&action)>
                <span inner_html=icon.unwrap_or_default()></span>
                {(!has_icon).then_some(label)}
            </button>
        }
    };
    let dialog = NodeRef::<Div>::new();
    trap_focus_while_shown(dialog);
    view! {
        <div class="promotion" node_ref=dialog role="dialog" aria-label=move || context.t(game::PROMOTE) class:in-file=is_promotion class:below=below
            style:left=(!is_promotion).then_some(left) on:keydown=move |event| if event.key() == "Escape" { board_input.deselect() }>
            {options.into_iter().enumerate().map(option_button).collect_view()}
        </div>
    }
}
