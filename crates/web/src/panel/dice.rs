use leptos::prelude::*;
use yipan_client::text::{dice as dice_text, game, pieces};
use yipan_client::{
    DiceDisplay, DieState, Text, cells_of_die, current_dice_text, die_for_piece, interruption_text,
};
use yipan_core::capitalize;
use yipan_games::REROLL;
use yipan_wire::Die;

use super::die_face::die_face;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;

/// The dice of the turn. Color, border and a symbol show the state of each die.
#[component]
pub(crate) fn DicePanel(board: BoardView, on_action: Callback<String>) -> impl IntoView {
    let (context, kind) = (use_app_context(), board.grid.kind());
    let chosen = Memo::new(move |_| {
        let picked = board.selected.get();
        let of_piece = picked.and_then(|cell| board.view.with(|view| die_for_piece(board.grid, view, cell)));
        board.chosen_die.get().or(of_piece)
    });
    let dice_views = move || {
        let Some(display) = board.dice.get() else { return Vec::new() };
        let chosen = chosen.get();
        (0..display.dice.dice.len())
            .filter_map(|index| {
                let state = display.state(index, chosen)?;
                Some(view! { <DieView board display=display.clone() index state/> })
            })
            .collect()
    };
    let owner = move || {
        let side = board.dice.with(|shown| shown.as_ref().map(|shown| shown.dice.owner))?;
        Some(context.t_args(game::DICE_OF, &[&capitalize(kind.side_name(side, context.language.get()))]))
    };
    let title = move || {
        board
            .dice
            .with(|shown| shown.as_ref().map(|shown| current_dice_text(&shown.dice, context.language.get())))
    };
    let banner = move || {
        board.view.with(|view| {
            let phase = view.dice.as_ref().map(|dice| dice.phase.to_string());
            interruption_text(kind, view, context.language.get())
                .map(|text| view! { <p class="banner" data-interruption=phase>{text}</p> })
        })
    };
    let reroll_button = move || {
        let view = board.view.get();
        let can_reroll = view.actions.iter().any(|action| action == REROLL);
        let remaining = view.dice.zip(view.turn).map(|(dice, side)| dice.rerolls[side.index()]);
        remaining.filter(|_| can_reroll).map(|remaining| {
            view! {
                <button type="button" class="reroll" data-do="reroll" on:click=move |_| on_action.run(REROLL.to_owned())>
                    {context.t_args(game::REROLL, &[&remaining.to_string()])}
                </button>
            }
        })
    };
    view! {
        <Show when=move || board.dice.with(Option::is_some)>
            <section class="dice" style=("--roll-ms", move || board.step.get().map(|(_, millis)| format!("{millis}ms"))) aria-label=move || owner().unwrap_or_default()>
                <h2 data-current-dice="">{title}</h2>
                <div class="dice-row">{dice_views}</div>
                {banner}
                {reroll_button}
            </section>
        </Show>
    }
}

/// A die: a button while its player may choose it, otherwise a picture.
#[component]
fn DieView(board: BoardView, display: DiceDisplay, index: usize, state: DieState) -> impl IntoView {
    let (context, kind) = (use_app_context(), board.grid.kind());
    let Die { face, .. } = display.dice.dice[index].clone();
    let (letter, at) = (face.face, face.at.unwrap_or_default());
    let (class, state_text) = state_look(state);
    let class = if display.is_rolling { format!("{class} rolling") } else { class.to_owned() };
    let name = match letter {
        '?' => dice_text::NOT_ROLLED_YET,
        '*' => dice_text::WILD_DIE,
        _ => pieces::name(kind, letter),
    };
    let label = [context.t(name), &at, state_text.map(|text| context.t(text)).unwrap_or_default()];
    let label: Vec<&str> = label.into_iter().filter(|part| !part.is_empty()).collect();
    let label = label.join(context.language.get().choose(", ", "，", "，"));
    let symbol = match state {
        DieState::Waiting => Some(icons::PAUSE),
        DieState::Chosen => Some(icons::CHECK),
        DieState::Live | DieState::Used | DieState::Dead => None,
    };
    let content = view! {
        {die_face(letter, display.dice.owner)}<small>{at}</small>
        {symbol.map(|symbol| view! { <i aria-hidden="true" inner_html=symbol></i> })}
    };
    let cells = board.view.with(|view| cells_of_die(board.grid, view, index));
    let is_playable = matches!(state, DieState::Live | DieState::Chosen) && !display.is_rolling;
    let delay = format!("{}ms", 40 * index);
    if cells.is_empty() || !is_playable || display.in_use.is_some() {
        return view! {
            <span class=class role="img" aria-label=label data-face=letter.to_string() style=("--delay", delay)>{content}</span>
        }
        .into_any();
    }
    let choose = move |_| {
        let is_chosen = board.chosen_die.get_untracked() == Some(index);
        board.chosen_die.set((!is_chosen).then_some(index));
        // A die that allows one piece only picks it up.
        let only = if let [only] = cells.as_slice() { Some(*only) } else { None };
        board.selected.set(only.filter(|_| !is_chosen));
    };
    let point = move |pointed: bool| board.pointed_die.set(pointed.then_some(index));
    view! {
        <button type="button" class=class aria-label=label aria-pressed=(state == DieState::Chosen).to_string() data-face=letter.to_string()
            on:click=choose on:pointerenter=move |_| point(true) on:pointerleave=move |_| point(false)
            on:focus=move |_| point(true) on:blur=move |_| point(false)>{content}</button>
    }
    .into_any()
}

/// Returns the class of a state and its text for screen readers.
const fn state_look(state: DieState) -> (&'static str, Option<Text>) {
    match state {
        DieState::Live => ("die", None),
        DieState::Chosen => ("die selected", Some(game::SELECTED)),
        DieState::Used => ("die used", Some(dice_text::IS_USED)),
        DieState::Dead => ("die dead", Some(dice_text::IS_DEAD)),
        DieState::Waiting => ("die waiting", Some(dice_text::IS_WAITING)),
    }
}
