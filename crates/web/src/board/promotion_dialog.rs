use leptos::html::Div;
use leptos::prelude::*;
use yipan_client::text::{game, pieces as piece_names};
use yipan_client::{MoveOption, Orientation};
use yipan_core::Side;

use super::interaction::{BoardInput, PromotionPrompt};
use crate::board_view::BoardView;
use crate::browser::focus::trap_focus_while_shown;
use crate::context::use_app_context;
use crate::icons;

/// A choice between moves with the same origin and destination: the promotion piece, and the die that is spent.
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
    let (columns, rows) = orientation.get_untracked().size(grid);
    let (column, row) = orientation.get_untracked().column_and_row(grid, to);
    let left_percent = (f64::from(column) + 0.5) / f64::from(columns) * 100.0;
    let left =
        format!("clamp(var(--dialog-half-width), {left_percent}%, calc(100% - var(--dialog-half-width)))");
    let below = row < rows / 2;
    let has_both_dice = options.iter().any(|option| option.uses_wild_die != options[0].uses_wild_die);
    let option_button = move |option: MoveOption| {
        let name = option.promotion.map(|letter| piece_names::name(grid.kind(), letter.to_ascii_uppercase()));
        let die = if option.uses_wild_die { game::BY_WILD } else { game::BY_DIE };
        let label = Signal::derive(move || match (name, has_both_dice) {
            (Some(name), false) => context.t(name).to_owned(),
            (Some(name), true) => format!("{} · {}", context.t(name), context.t(die)),
            (None, _) => context.t(die).to_owned(),
        });
        let icon = option.promotion.map(|letter| icons::chess_figure(letter.to_ascii_uppercase()));
        let action = option.action;
        view! {
            <button type="button" class=class aria-label=label title=label data-option=action.clone()
                on:click=move |_| board_input.choose_option(&action)>
                <span inner_html=icon.unwrap_or_default()></span>
                {icon.is_none().then_some(label)}
            </button>
        }
    };
    let dialog = NodeRef::<Div>::new();
    trap_focus_while_shown(dialog);
    view! {
        <div class="promotion" node_ref=dialog role="dialog" aria-label=move || context.t(game::PROMOTE) class:below=below
            style:left=left on:keydown=move |event| if event.key() == "Escape" { board_input.deselect() }>
            {options.into_iter().map(option_button).collect_view()}
        </div>
    }
}
