use leptos::prelude::*;
use yipan_core::Side;

use super::dice::DicePanel;
use crate::board_view::BoardView;

/// The place of one side's dice, next to its player bar. In a game with dice its height is fixed, so the board does not move
/// when the dice change hands.
#[component]
pub(crate) fn DiceArea(
    board: BoardView,
    #[prop(into)] side: Signal<Side>,
    on_action: Callback<String>,
) -> impl IntoView {
    // A finished game shows no dice, but keeps their place.
    let has_dice = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || board.view.with(|view| view.dice.is_some())
    });
    let is_owner = Memo::new(move |_| {
        board.dice.with(|shown| shown.as_ref().map(|shown| shown.dice.owner)) == Some(side.get())
    });
    view! {
        <Show when=move || has_dice.get()>
            <div class="dice-area"><Show when=move || is_owner.get()><DicePanel board on_action/></Show></div>
        </Show>
    }
}
