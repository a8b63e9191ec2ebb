use leptos::prelude::*;
use yipan_board::capital;
use yipan_board::text::{game, men};
use yipan_rules::Seat;

use crate::page::page;
use crate::stage::Stage;

/// The dice, a frame each: only the symbol, the frame's colour says the rest, and so does its shape.
#[component]
pub(crate) fn DicePanel(stage: Stage, on_act: Callback<String>) -> impl IntoView {
    let (page, kind) = (page(), stage.grid.kind());
    let dice = move || stage.view.with(|view| view.dice.clone());
    let frames = move || {
        let view = stage.view.get();
        let Some(dice) = view.dice else { return Vec::new() };
        let waits = dice.phase != "turn";
        dice.dice
            .into_iter()
            .map(|die| {
                let state = match (die.used, die.dead) {
                    (true, _) => "die used",
                    (false, Some(true)) => "die dead",
                    (false, _) if waits => "die waiting",
                    (false, _) => "die",
                };
                let letter = die.face.face;
                let symbol = if letter == '?' { "·" } else { men::symbol(letter) };
                let at = die.face.at.unwrap_or_default();
                let label = format!("{} {at}", page.say(men::name(kind, letter)));
                view! { <span class=state role="img" aria-label=label data-face=letter.to_string()>{symbol}<small>{at.clone()}</small></span> }
            })
            .collect()
    };
    let owner = move || {
        let seat = dice().map(|dice| Seat::from(dice.owner))?;
        Some(page.fill(game::DICE_OF, &[&capital(kind.seat_words(seat, page.language.get()))]))
    };
    let banner = move || dice().filter(|dice| dice.phase == "reply").map(|_| page.say(game::WAITING_DICE));
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
                {move || banner().map(|banner| view! { <p class="banner">{banner}</p> })}
                {again}
            </section>
        </Show>
    }
}
