use leptos::prelude::*;
use yipan_board::text::{dice as words, game, men};
use yipan_board::{capital, chosen_die, interruption};
use yipan_rules::Seat;

use crate::art;
use crate::page::page;
use crate::stage::Stage;

/// The dice, a frame each: only the symbol, the frame's colour says the rest, and so does its shape.
#[component]
pub(crate) fn DicePanel(stage: Stage, on_act: Callback<String>) -> impl IntoView {
    let (page, kind) = (page(), stage.grid.kind());
    let dice = move || stage.view.with(|view| view.dice.clone());
    let frames = move || {
        let view = stage.view.get();
        let chosen = stage.picked.get().and_then(|cell| chosen_die(stage.grid, &view, cell));
        let Some(dice) = view.dice else { return Vec::new() };
        let waits = dice.phase != "turn";
        dice.dice
            .into_iter()
            .enumerate()
            .map(|(index, die)| {
                let (state, told) = match (die.used, die.dead) {
                    (true, _) => ("die used", Some(words::IS_USED)),
                    (false, Some(true)) => ("die dead", Some(words::IS_DEAD)),
                    (false, _) if waits => ("die waiting", Some(words::IS_WAITING)),
                    (false, _) if chosen == Some(index) => ("die selected", Some(game::SELECTED)),
                    (false, _) => ("die", None),
                };
                let letter = die.face.face;
                let name = match letter {
                    '?' => words::LATER,
                    '*' => words::WILD_DIE,
                    _ => men::name(kind, letter),
                };
                let at = die.face.at.unwrap_or_default();
                let label = [page.say(name), &at, told.map(|told| page.say(told)).unwrap_or_default()];
                let label = label.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                let label = label.join(page.language.get().pick(", ", "，", "，"));
                let rests = state == "die waiting";
                view! {
                    <span class=state role="img" aria-label=label data-face=letter.to_string()>
                        {men::symbol(letter)}<small>{at.clone()}</small>
                        {rests.then(|| view! { <i aria-hidden="true" inner_html=art::PAUSE></i> })}
                    </span>
                }
            })
            .collect()
    };
    let owner = move || {
        let seat = dice().map(|dice| Seat::from(dice.owner))?;
        Some(page.fill(game::DICE_OF, &[&capital(kind.seat_words(seat, page.language.get()))]))
    };
    let banner = move || stage.view.with(|view| interruption(kind, view, page.language.get()));
    let again = move || {
        let view = stage.view.get();
        let may = view.actions.iter().any(|action| action == "reroll");
        let left = view.dice.zip(view.turn).map(|(dice, side)| dice.rerolls[Seat::from(side).index()]);
        left.filter(|_| may).map(|left| {
            view! {
                <button type="button" on:click=move |_| on_act.run("reroll".to_owned())>
                    {page.fill(game::REROLL, &[&left.to_string()])}
                </button>
            }
        })
    };
    view! {
        <Show when=move || dice().is_some()>
            <section class="dice" aria-label=move || owner().unwrap_or_default()>
                <h2>{move || owner()}</h2>
                <div class="frames">{frames}</div>
                {move || banner().map(|banner| view! { <p class="banner" data-interruption=dice().map(|dice| dice.phase)>{banner}</p> })}
                {again}
            </section>
        </Show>
    }
}
