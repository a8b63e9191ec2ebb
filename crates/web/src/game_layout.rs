use leptos::children::ViewFnOnce;
use leptos::prelude::*;
use yipan_client::Settings;
use yipan_games::GameKind;

use crate::board_size_handle::BoardSizeHandle;
use crate::context::use_app_context;

/// The grid of every page with a board. Each slot has its place at every window size, and no slot moves another one.
///
/// A wide window has three columns: `left`, the board with its bars, and the panel. A smaller one has the board beside the
/// panel, with `left` below the panel. A phone held upright has everything in one column, with `actions` in a bar at the lower
/// edge of the window. A phone held sideways has the bars above and below the panel.
///
/// Attributes after `{..}` belong to the root element.
#[component]
pub(crate) fn GameLayout(
    kind: GameKind,
    /// The title of the page, for screen readers.
    #[prop(into)]
    title: Signal<String>,
    /// Classes of the page, such as `online`.
    #[prop(optional)]
    class: &'static str,
    /// Whether the board is rotated by a quarter turn. The lower side is then at the left, and so is its bar.
    #[prop(optional, into)]
    rotated: Signal<bool>,
    /// The modes, the settings of the game and the chat.
    #[prop(optional, into)]
    left: ViewFnOnce,
    /// The bar of the player at the top.
    #[prop(optional, into)]
    top_bar: ViewFnOnce,
    /// The bar of the player at the bottom.
    #[prop(optional, into)]
    bottom_bar: ViewFnOnce,
    /// The dice of the player at the top: a `DiceArea`, whose height is fixed.
    #[prop(optional, into)]
    top_dice: ViewFnOnce,
    /// The dice of the player at the bottom.
    #[prop(optional, into)]
    bottom_dice: ViewFnOnce,
    /// The board.
    #[prop(into)]
    board: ViewFnOnce,
    /// The layer over the board, for the result card and short notices. The area itself lets presses through to the board.
    #[prop(optional, into)]
    overlay: ViewFnOnce,
    /// The status line and the message, in an area of fixed height.
    #[prop(into)]
    status: ViewFnOnce,
    /// Questions and offers that wait for an answer. They lie over the upper part of the move list.
    #[prop(optional, into)]
    notices: ViewFnOnce,
    /// The information above the move list, such as the lines of the engine.
    #[prop(optional, into)]
    info: ViewFnOnce,
    /// The move list. It fills the free height and scrolls inside.
    #[prop(into)]
    moves: ViewFnOnce,
    /// The buttons of the game.
    #[prop(into)]
    actions: ViewFnOnce,
    /// The things that are needed rarely: the typing field, statistics, files.
    #[prop(optional, into)]
    more: ViewFnOnce,
) -> impl IntoView {
    let context = use_app_context();
    let scale = move || (f64::from(context.settings.with(Settings::board_size)) / 100.0).to_string();
    view! {
        <div class=format!("game {} {class}", kind.name()) class:rotated=move || rotated.get() style=("--board-scale", scale)>
            <h1 class="visually-hidden">{move || title.get()}</h1>
            <div class="game-board">
                <div class="bar-slot top">{top_bar.run()}</div>
                <div class="dice-slot top">{top_dice.run()}</div>
                <div class="board-frame">
                    {board.run()}
                    <div class="board-overlay">{overlay.run()}</div>
                    <BoardSizeHandle/>
                </div>
                <div class="dice-slot bottom">{bottom_dice.run()}</div>
                <div class="bar-slot bottom">{bottom_bar.run()}</div>
            </div>
            <aside class="panel">
                <div class="status-slot">{status.run()}</div>
                <div class="info-slot">{info.run()}</div>
                <div class="moves-slot">
                    {moves.run()}
                    <div class="notices">{notices.run()}</div>
                </div>
                <div class="actions-slot">{actions.run()}</div>
                <div class="more-slot">{more.run()}</div>
            </aside>
            <div class="left-column">{left.run()}</div>
        </div>
    }
}
