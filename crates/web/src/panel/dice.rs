use leptos::prelude::*;
use yipan_client::text::{dice as dice_text, game, pieces};
use yipan_client::{die_for_piece, interruption_text};
use yipan_core::{DicePhase, capitalize};
use yipan_games::REROLL;

use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;

/// The dice of the turn. Color and border style show the state of each die.
#[component]
pub(crate) fn DicePanel(board: BoardView, on_action: Callback<String>) -> impl IntoView {
    let (context, kind) = (use_app_context(), board.grid.kind());
    let dice = move || board.view.with(|view| view.dice.clone());
    let dice_views = move || {
        let view = board.view.get();
        let chosen = board.selected.get().and_then(|cell| die_for_piece(board.grid, &view, cell));
        let Some(dice) = view.dice else { return Vec::new() };
        let is_interrupted = dice.phase != DicePhase::Turn;
        dice.dice
            .into_iter()
            .enumerate()
            .map(|(index, die)| {
                let (state, state_text) = match (die.used, die.dead) {
                    (true, _) => ("die used", Some(dice_text::IS_USED)),
                    (false, Some(true)) => ("die dead", Some(dice_text::IS_DEAD)),
                    (false, _) if is_interrupted => ("die waiting", Some(dice_text::IS_WAITING)),
                    (false, _) if chosen == Some(index) => ("die selected", Some(game::SELECTED)),
                    (false, _) => ("die", None),
                };
                let letter = die.face.face;
                let name = match letter {
                    '?' => dice_text::NOT_ROLLED_YET,
                    '*' => dice_text::WILD_DIE,
                    _ => pieces::name(kind, letter),
                };
                let at = die.face.at.unwrap_or_default();
                let label =
                    [context.t(name), &at, state_text.map(|text| context.t(text)).unwrap_or_default()];
                let label = label.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                let label = label.join(context.language.get().choose(", ", "，", "，"));
                let shows_pause = state == "die waiting";
                view! {
                    <span class=state role="img" aria-label=label data-face=letter.to_string()>
                        {pieces::symbol(letter)}<small>{at.clone()}</small>
                        {shows_pause.then(|| view! { <i aria-hidden="true" inner_html=icons::PAUSE></i> })}
                    </span>
                }
            })
            .collect()
    };
    let owner = move || {
        let side = dice().map(|dice| dice.owner)?;
        Some(context.t_args(game::DICE_OF, &[&capitalize(kind.side_name(side, context.language.get()))]))
    };
    let banner = move || board.view.with(|view| interruption_text(kind, view, context.language.get()));
    let reroll_button = move || {
        let view = board.view.get();
        let can_reroll = view.actions.iter().any(|action| action == "reroll");
        let remaining = view.dice.zip(view.turn).map(|(dice, side)| dice.rerolls[side.index()]);
        remaining.filter(|_| can_reroll).map(|remaining| {
            view! {
                <button type="button" on:click=move |_| on_action.run(REROLL.to_owned())>
                    {context.t_args(game::REROLL, &[&remaining.to_string()])}
                </button>
            }
        })
    };
    view! {
        <Show when=move || dice().is_some()>
            <section class="dice" aria-label=move || owner().unwrap_or_default()>
                <h2>{move || owner()}</h2>
                <div class="dice-row">{dice_views}</div>
                {move || banner().map(|banner| view! { <p class="banner" data-interruption=dice().map(|dice| dice.phase.to_string())>{banner}</p> })}
                {reroll_button}
            </section>
        </Show>
    }
}
