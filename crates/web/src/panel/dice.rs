use leptos::prelude::*;
use yipan_client::text::{dice as words, game, pieces};
use yipan_client::{capitalize, die_for_piece, interruption_text};
use yipan_core::Side;

use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;

/// The dice, a frame each: only the symbol, the frame's colour says the rest, and so does its shape.
#[component]
pub(crate) fn DicePanel(stage: BoardView, on_act: Callback<String>) -> impl IntoView {
    let (page, kind) = (use_app_context(), stage.grid.kind());
    let dice = move || stage.view.with(|view| view.dice.clone());
    let dice_views = move || {
        let view = stage.view.get();
        let chosen = stage.selected.get().and_then(|cell| die_for_piece(stage.grid, &view, cell));
        let Some(dice) = view.dice else { return Vec::new() };
        let is_interrupted = dice.phase != "turn";
        dice.dice
            .into_iter()
            .enumerate()
            .map(|(index, die)| {
                let (state, state_text) = match (die.used, die.dead) {
                    (true, _) => ("die used", Some(words::IS_USED)),
                    (false, Some(true)) => ("die dead", Some(words::IS_DEAD)),
                    (false, _) if is_interrupted => ("die waiting", Some(words::IS_WAITING)),
                    (false, _) if chosen == Some(index) => ("die selected", Some(game::SELECTED)),
                    (false, _) => ("die", None),
                };
                let letter = die.face.face;
                let name = match letter {
                    '?' => words::NOT_ROLLED_YET,
                    '*' => words::WILD_DIE,
                    _ => pieces::name(kind, letter),
                };
                let at = die.face.at.unwrap_or_default();
                let label = [page.t(name), &at, state_text.map(|told| page.t(told)).unwrap_or_default()];
                let label = label.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                let label = label.join(page.language.get().choose(", ", "，", "，"));
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
        let seat = dice().map(|dice| Side::from(dice.owner))?;
        Some(page.t_args(game::DICE_OF, &[&capitalize(kind.side_name(seat, page.language.get()))]))
    };
    let banner = move || stage.view.with(|view| interruption_text(kind, view, page.language.get()));
    let reroll_button = move || {
        let view = stage.view.get();
        let may = view.actions.iter().any(|action| action == "reroll");
        let left = view.dice.zip(view.turn).map(|(dice, side)| dice.rerolls[Side::from(side).index()]);
        left.filter(|_| may).map(|left| {
            view! {
                <button type="button" on:click=move |_| on_act.run("reroll".to_owned())>
                    {page.t_args(game::REROLL, &[&left.to_string()])}
                </button>
            }
        })
    };
    view! {
        <Show when=move || dice().is_some()>
            <section class="dice" aria-label=move || owner().unwrap_or_default()>
                <h2>{move || owner()}</h2>
                <div class="frames">{dice_views}</div>
                {move || banner().map(|banner| view! { <p class="banner" data-interruption=dice().map(|dice| dice.phase)>{banner}</p> })}
                {reroll_button}
            </section>
        </Show>
    }
}
