use leptos::prelude::*;
use yipan_client::LiuzichongGame;
use yipan_client::text::{game as game_text, result};
use yipan_games::GameKind;

use super::super::next_setup::{change_setup, computer_level};
use super::state::LiuzichongState;
use crate::icons;
use crate::level_select::LevelSelect;
use crate::local_setup::random_seed;
use crate::panel::{ResultCard, ResultCardState};

/// The result, with the choices of the original program and those for the next game.
#[component]
pub(super) fn LiuzichongResult(game: LiuzichongState, card: ResultCardState) -> impl IntoView {
    let context = game.context;
    let level = RwSignal::new(0_u8);
    let against_computer = Memo::new(move |_| {
        game.liuzichong_game.with(|liuzichong_game| computer_level(liuzichong_game.setup()))
    });
    Effect::new(move |_| level.set(against_computer.get().unwrap_or_default()));
    let can_take_back =
        move || game.liuzichong_game.with(|liuzichong_game| liuzichong_game.flow().can_take_back());
    let count = move || game.liuzichong_game.with(|liuzichong_game| liuzichong_game.flow().moves().len());
    let choose_level = Callback::new(move |new_level| level.set(new_level));
    let start = move |swaps_sides: bool| {
        let new_level = level.get_untracked();
        game.restart(|liuzichong_game: &mut LiuzichongGame| {
            liuzichong_game.restart_with(random_seed(), |setup| change_setup(setup, new_level, swaps_sides));
        });
    };
    view! {
        <ResultCard state=card>
            <p class="secondary">{move || context.t_args(game_text::PLIES, &[&count().to_string()])}</p>
            <Show when=move || against_computer.get().is_some()><LevelSelect kind=GameKind::Liuzichong name="next-level" level is_standard=true on_change=choose_level/></Show>
            <button type="button" class="accent" data-do="game-over-new" on:click=move |_| start(false)>
                <span inner_html=icons::PLAY></span>{move || context.t(game_text::NEW_GAME)}
            </button>
            <button type="button" data-do="game-over-take-back" disabled=move || !can_take_back() on:click=move |_| game.take_back()>
                <span inner_html=icons::UNDO></span>{move || context.t(game_text::TAKE_BACK)}
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
