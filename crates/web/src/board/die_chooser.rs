use leptos::html::Div;
use leptos::prelude::*;
use yipan_client::Orientation;
use yipan_client::text::game;
use yipan_core::Side;

use super::interaction::{BoardInput, PromotionPrompt};
use crate::board_view::BoardView;
use crate::browser::focus::trap_focus_while_shown;
use crate::context::use_app_context;
use crate::panel::die_face;

/// A choice between the die of the piece and the wild die, next to the destination.
#[component]
pub(super) fn DieChooser(
    board: BoardView,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
    prompt: PromotionPrompt,
) -> impl IntoView {
    let (context, grid) = (use_app_context(), board.grid);
    let PromotionPrompt { from, to, options } = prompt;
    let piece = board.sprites.with_untracked(|sprites| sprites.piece_at(from));
    let (side, letter) = piece.map_or((Side::First, 'P'), |piece| (piece.side, piece.letter));
    let (columns, rows) = orientation.get_untracked().size(grid);
    let (column, row) = orientation.get_untracked().column_and_row(grid, to);
    let percent = |index: u8, count: u8| (f64::from(index) + 0.5) / f64::from(count) * 100.0;
    let left = format!("clamp(132px, {}%, calc(100% - 132px))", percent(column, columns));
    let top = format!("{}%", percent(row, rows));
    let button = move |option: yipan_client::MoveOption| {
        let text = if option.uses_wild_die { game::BY_WILD } else { game::BY_DIE };
        let face = if option.uses_wild_die { '*' } else { letter };
        let action = option.action;
        view! {
            <button type="button" class="die-option" data-option=action.clone() on:click=move |_| board_input.choose_option(&action)>
                <span class="die" aria-hidden="true">{die_face(face, side)}</span>
                <span>{move || context.t(text)}</span>
            </button>
        }
    };
    let dialog = NodeRef::<Div>::new();
    trap_focus_while_shown(dialog);
    view! {
        <div class="die-chooser" node_ref=dialog role="dialog" aria-label=move || context.t(game::CHOOSE_DIE) class:below={row < rows / 2}
            style:left=left style:top=top on:keydown=move |event| if event.key() == "Escape" { board_input.deselect() }>
            {options.into_iter().map(button).collect_view()}
        </div>
    }
}
