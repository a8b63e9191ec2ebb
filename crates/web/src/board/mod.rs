//! The board: an SVG drawing under a grid of cells that react to pointer and keyboard.

mod cell_label;
mod cells;
mod external_input;
mod geometry;
mod hit_test;
mod interaction;
mod layers;
mod pointer_input;
mod promotion_dialog;

use leptos::prelude::*;
use yipan_client::{LocalizedText, Orientation};
use yipan_core::{Cell, Side};
use yipan_games::GameKind;

pub(crate) use self::external_input::ExternalInput;

use self::cells::Cells;
use self::geometry::drawing_size;
use self::interaction::{BoardInput, InputCallbacks};
use self::layers::{Arrows, Background, Highlights, Marks, PieceLayer};
use self::promotion_dialog::PromotionDialog;
use crate::board_view::BoardView;
use crate::context::use_app_context;

/// An interactive board. Played actions are passed to `on_action`.
#[component]
pub(crate) fn Board(
    board: BoardView,
    #[prop(into)] orientation: Signal<Orientation>,
    /// The side whose pieces may be premoved.
    #[prop(into)]
    own_side: Signal<Option<Side>>,
    /// Cells to highlight as a hint.
    #[prop(into, optional)]
    hint_cells: Signal<Vec<Cell>>,
    on_action: Callback<String>,
    /// Receives every press instead of the game, for a position editor.
    #[prop(optional)]
    on_press: Option<Callback<Cell>>,
    /// Receives messages, such as why a piece cannot be selected.
    #[prop(optional)]
    on_message: Option<Callback<LocalizedText>>,
    /// Takes over selection and dragging.
    #[prop(optional_no_strip, into)]
    external_input: Option<ExternalInput>,
) -> impl IntoView {
    let (context, grid) = (use_app_context(), board.grid);
    let callbacks = InputCallbacks { on_action, on_press, on_message };
    let board_input = BoardInput::new(board, own_side, callbacks, external_input);
    let size = move || drawing_size(grid, orientation.get());
    let class = match grid.kind() {
        GameKind::Chess => "board chess",
        GameKind::Xiangqi => "board xiangqi",
        GameKind::Liuzichong => "board liuzichong",
    };
    let aspect_ratio = move || {
        let (width, height) = size();
        format!("{width} / {height}")
    };
    let view_box = move || {
        let (width, height) = size();
        format!("0 0 {width} {height}")
    };
    let animation_ms = move || format!("{}ms", context.settings.with(|settings| settings.animation_ms));
    view! {
        <div class=class style:aspect-ratio=aspect_ratio style=("--animation-ms", animation_ms)>
            <svg viewBox=view_box aria-hidden="true">
                <Background grid orientation/>
                <Highlights board orientation board_input hint_cells/>
                <Marks board orientation/>
                <PieceLayer board orientation board_input/>
                <Arrows grid orientation board_input/>
            </svg>
            <Cells board orientation board_input/>
            {move || board_input.prompt.get().map(|prompt| view! { <PromotionDialog board orientation board_input prompt/> })}
        </div>
    }
}
