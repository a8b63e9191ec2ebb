use leptos::prelude::*;
use yipan_client::text::{game as game_text, result};

use super::local::LocalGameState;
use super::next_setup::{change_setup, computer_level};
use crate::icons;
use crate::level_select::LevelSelect;
use crate::panel::{ResultCard, ResultCardState};

/// The result of a game on this device, with the choices for the next game.
#[component]
pub(super) fn LocalResult(game: LocalGameState, card: ResultCardState) -> impl IntoView {
    let (context, kind) = (game.context, game.board.grid.kind());
    let level = RwSignal::new(0_u8);
    let against_computer = Memo::new(move |_| game.local.with(|local| computer_level(local.setup())));
    Effect::new(move |_| level.set(against_computer.get().unwrap_or_default()));
    let is_standard = game.local.with_untracked(|local| local.setup().is_standard());
    let choose_level = Callback::new(move |new_level| level.set(new_level));
    let start = move |swaps_sides: bool| {
        let new_level = level.get_untracked();
        game.restart(|setup| change_setup(setup, new_level, swaps_sides));
    };
    view! {
        <ResultCard state=card>
            <Show when=move || against_computer.get().is_some()><LevelSelect kind name="next-level" level is_standard on_change=choose_level/></Show>
            <button type="button" class="accent" data-do="game-over-new" on:click=move |_| start(false)>
                <span inner_html=icons::PLAY></span>{move || context.t(game_text::NEW_GAME)}
            </button>
            <Show when=move || against_computer.get().is_some()>
                <button type="button" data-do="game-over-swap" on:click=move |_| start(true)>
                    <span inner_html=icons::FLIP></span>{move || context.t(result::SWAP_SIDES)}
                </button>
            </Show>
            <button type="button" data-do="game-over-analyze" on:click=move |_| game.open_analysis()>
                <span inner_html=icons::ANALYSIS></span>{move || context.t(result::ANALYZE)}
            </button>
        </ResultCard>
    }
}
