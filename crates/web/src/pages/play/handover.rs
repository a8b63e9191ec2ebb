use leptos::prelude::*;
use yipan_client::text::{game, modes};
use yipan_client::{LocalGame, WaitingFor};
use yipan_core::Side;

use super::local::LocalGameState;
use crate::browser::focus::trap_focus_while_shown;

/// The handover of the screen between two players with hidden pieces.
#[derive(Clone, Copy)]
pub(super) struct Handover {
    game: LocalGameState,
    /// The side that gets the screen, once the animation has ended.
    next_side: Memo<Option<Side>>,
    /// Whether the player who has moved is ready to leave. A game that is opened is covered at once.
    is_done: RwSignal<bool>,
}

impl Handover {
    pub(super) fn new(game: LocalGameState) -> Handover {
        let next_side = Memo::new(move |_| match game.local.with(LocalGame::waiting_for) {
            WaitingFor::ScreenHandover(side) if !game.board.is_animating.get() => Some(side),
            _ => None,
        });
        let is_done = RwSignal::new(true);
        Effect::new(move |before: Option<usize>| {
            let count = game.local.with(LocalGame::action_count);
            // The player who has moved may look at what the move uncovered.
            if before.is_some_and(|before| count > before) {
                is_done.set(false);
            }
            count
        });
        Handover { game, next_side, is_done }
    }

    /// Whether the screen is about to be handed over; the player who has moved can only look.
    pub(super) fn is_pending(self) -> bool {
        self.next_side.get().is_some()
    }
}

/// The button that hides the board, then the cover over it.
#[component]
pub(super) fn HandoverView(handover: Handover) -> impl IntoView {
    let Handover { game, next_side, is_done } = handover;
    let hide_button = move || {
        view! {
            <div class="hide-board">
                <button type="button" class="accent" data-do="hide-board" on:click=move |_| is_done.set(true)>
                    {move || game.context.t(modes::HIDE_BOARD)}
                </button>
            </div>
        }
    };
    move || {
        next_side.get().map(|side| match is_done.get() {
            true => view! { <HandoverScreen game side/> }.into_any(),
            false => hide_button().into_any(),
        })
    }
}

/// Hides the board while two players with hidden pieces swap places.
#[component]
fn HandoverScreen(game: LocalGameState, side: Side) -> impl IntoView {
    let (context, kind) = (game.context, game.board.grid.kind());
    let name = move || kind.side_name(side, context.language.get()).to_owned();
    let sit = move |_| game.switch_viewer(side);
    let dialog = NodeRef::<leptos::html::Div>::new();
    trap_focus_while_shown(dialog);
    view! {
        <div class="handover" node_ref=dialog role="dialog" aria-modal="true" aria-label=move || context.t_args(game::HAND_OVER_SCREEN, &[&name()])>
            <p>{move || context.t_args(game::HAND_OVER_SCREEN, &[&name()])}</p>
            <button type="button" class="accent" data-do="continue-as-side" on:click=sit>{move || context.t_args(game::HAND_OVER_READY, &[&name()])}</button>
        </div>
    }
}
