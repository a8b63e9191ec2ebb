//! The board: an SVG drawing under a grid of cells that react to pointer and keyboard.

mod cell_label;
mod cells;
mod die_chooser;
mod drawings;
mod external_input;
mod hit_test;
mod interaction;
mod layers;
mod notices;
mod pointer_input;
mod promotion_dialog;
mod rule_marks;

use leptos::prelude::*;
use yipan_board_svg::drawing_size;
use yipan_client::{Drawing, Drawings, LocalizedText, Orientation};
use yipan_core::{Cell, Side};
use yipan_games::GameKind;

pub(crate) use self::external_input::ExternalInput;
pub(crate) use self::rule_marks::RuleMarks;

use self::cells::Cells;
use self::die_chooser::DieChooser;
use self::interaction::{BoardInput, InputCallbacks, PromotionPrompt};
use self::layers::{
    Arrows, Background, CapturePairs, DiceRings, DropCell, EngineArrows, Fog, Highlights, Marks, MateBadge,
    PieceLayer, Trails,
};
use self::notices::Notices;
use self::promotion_dialog::PromotionDialog;
use self::rule_marks::RuleMarkLayer;
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
    /// Arrows and circles that the caller stores. A click does not remove them.
    #[prop(optional)]
    stored_drawings: Option<RwSignal<Drawings>>,
    /// Arrows of the engine, the best move first.
    #[prop(into, optional)]
    engine_arrows: Signal<Vec<Drawing>>,
) -> impl IntoView {
    let (context, grid) = (use_app_context(), board.grid);
    let callbacks = InputCallbacks { on_action, on_press, on_message };
    let board_input = BoardInput::new(board, own_side, callbacks, external_input, stored_drawings);
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
    let material = move || context.settings.with(|settings| settings.board_material(grid.kind()).key());
    let animation_ms = move || format!("{}ms", context.settings.with(|settings| settings.animation_ms));
    Effect::new(move |_| board.own_side.set(own_side.get()));
    let step_name = move || board.step.get().map(|(kind, _)| kind.name());
    let step_ms = move || board.step.get().map(|(_, millis)| format!("{millis}ms"));
    let chooser = move |prompt: PromotionPrompt| {
        if prompt.options.iter().all(|option| option.promotion.is_none()) {
            view! { <DieChooser board orientation board_input prompt/> }.into_any()
        } else {
            view! { <PromotionDialog board orientation board_input prompt/> }.into_any()
        }
    };
    view! {
        <div class=class data-material=material style:aspect-ratio=aspect_ratio style=("--animation-ms", animation_ms) style=("--move-duration", step_ms)
            data-animation=step_name data-step-ms=move || board.step.get().map(|(_, millis)| millis.to_string())>
            <svg class="surface" viewBox=view_box aria-hidden="true"><Background grid orientation/></svg>
            <div class="texture"></div>
            <svg viewBox=view_box aria-hidden="true">
                <Fog board orientation/>
                <Trails board orientation/>
                <Highlights board orientation board_input hint_cells/>
                <DiceRings board orientation/>
                <Marks board orientation/>
                <DropCell grid orientation board_input/>
                <CapturePairs board orientation/>
                <PieceLayer board orientation board_input/>
                <RuleMarkLayer board orientation board_input hint_cells/>
                <EngineArrows grid orientation engine_arrows/>
                <Arrows grid orientation board_input/>
                <MateBadge board orientation/>
            </svg>
            <Notices board/>
            <Cells board orientation board_input/>
            {move || board_input.prompt.get().map(chooser)}
        </div>
    }
}
