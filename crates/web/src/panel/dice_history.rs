use leptos::prelude::*;
use yipan_client::text::{dice, pieces};
use yipan_client::{DiceHistory, DiceSummary, DiceTotals, FaceSummary, FaceTotal, Roll, capitalize};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::DieFace;

use crate::browser::local_storage;
use crate::context::use_app_context;

/// The storage key of the dice of all games.
const TOTALS_KEY: &str = "dice-totals";

/// The rolls so far, latest first, and dice statistics where they reveal no secrets.
#[component]
pub(crate) fn DiceHistoryPanel(
    /// The rolls, or `None` in a game without dice.
    #[prop(into)]
    rolls: Signal<Option<DiceHistory>>,
    /// Whether the client joined after the first roll.
    #[prop(into, optional)]
    joined_late: Signal<bool>,
    /// The name of the game, under which its dice are added to the totals when it is over.
    #[prop(into, optional)]
    game_name: Signal<Option<String>>,
) -> impl IntoView {
    let context = use_app_context();
    let roll_count = move || rolls.with(|rolls| rolls.as_ref().map_or(0, |rolls| rolls.rolls().len()));
    let has_rolls = move || roll_count() > 0;
    let heading = move || {
        let text = if joined_late.get() { dice::ROLL_COUNT_SINCE_JOINING } else { dice::ROLL_COUNT };
        context.t_args(text, &[&roll_count().to_string()])
    };
    let list = move || {
        let rolls = rolls.with(|rolls| rolls.as_ref().map(|rolls| rolls.rolls().to_vec()));
        let rolls = rolls.unwrap_or_default();
        rolls
            .into_iter()
            .enumerate()
            .rev()
            .map(|(index, roll)| view! { <RollRow index roll/> })
            .collect_view()
    };
    let stats = move || rolls.with(|rolls| rolls.as_ref().and_then(|rolls| rolls.summary().cloned()));
    view! {
        <Show when=has_rolls>
            <details class="dice-history">
                <summary>{heading}</summary>
                <ol>{list}</ol>
            </details>
        </Show>
        {move || stats().filter(|_| has_rolls()).map(|stats| {
            let totals = game_name.get().map(|name| add_to_totals(&name, &stats));
            view! { <DiceStatsTable stats/>{totals.map(|totals| view! { <DiceTotalsTable totals/> })} }
        })}
    }
}

/// A roll: each die with its place in the order of use, dead dice struck through, and interruptions.
#[component]
fn RollRow(index: usize, roll: Roll) -> impl IntoView {
    let context = use_app_context();
    let side = roll.side;
    let name = move |letter| if letter == '*' { dice::WILD } else { pieces::name(GameKind::Chess, letter) };
    let die = |(index, face): (usize, &DieFace)| {
        let order = roll.order_of_use(index);
        let is_dead = order.is_none() && roll.rest_is_dead;
        let class = match (order, is_dead) {
            (Some(_), _) => "rolled used",
            (None, true) => "rolled dead",
            (None, false) => "rolled",
        };
        let (letter, at) = (face.face, face.at.clone().unwrap_or_default());
        let at_label = at.clone();
        let label = move || {
            let named = format!("{} {at_label}", context.t(name(letter))).trim_end().to_owned();
            match order {
                Some(order) => context.t_args(dice::ORDER, &[&named, &order.to_string()]),
                None if is_dead => context.t_args(dice::NOT_PLAYABLE, &[&named]),
                None => context.t_args(dice::NOT_PLAYED, &[&named]),
            }
        };
        view! {
            <b class=class role="img" aria-label=label data-order=order.map(|order| order.to_string())>
                {pieces::symbol(letter)}{at}{order.map(|order| view! { <sup>{order}</sup> })}
            </b>
        }
    };
    let dice_views = roll.faces.iter().enumerate().map(die).collect_view();
    let interruptions = roll.interruptions.clone();
    let notes = move || {
        let note = |after: &usize| context.t_args(dice::INTERRUPTED_AFTER, &[&after.to_string()]);
        interruptions.iter().map(note).collect::<Vec<_>>().join(", ")
    };
    let is_interrupted = !roll.interruptions.is_empty();
    view! {
        <li value=index + 1 data-roll="">
            <span>{move || side_name(side, context.language.get())}</span>" "{dice_views}
            {is_interrupted.then(|| view! { <small data-interrupted="">" "{notes}</small> })}
        </li>
    }
}

/// A table of rolled against expected faces, and other counts.
#[component]
fn DiceStatsTable(stats: DiceSummary) -> impl IntoView {
    let context = use_app_context();
    let side = move |side: Side| side_name(side, context.language.get());
    let face = move |face: FaceSummary| {
        let cells = Side::BOTH.map(|side| {
            let (rolled, expected) = (face.rolled[side.index()], face.expected[side.index()]);
            view! { <td>{rolled}</td><td class="secondary">{format!("{expected:.1}")}</td> }
        });
        let name = move || capitalize(context.t(pieces::name(GameKind::Chess, face.letter)));
        view! { <tr data-face=face.letter.to_string()><th scope="row">{pieces::symbol(face.letter)}" "{name}</th>{cells.into_iter().collect_view()}</tr> }
    };
    let other = move |(name, [first, second]): (yipan_client::Text, [u32; 2])| {
        view! { <tr><th scope="row">{move || context.t(name)}</th><td colspan="2">{first}</td><td colspan="2">{second}</td></tr> }
    };
    view! {
        <details class="dice-history" data-dice-stats="">
            <summary>{move || context.t(dice::STATISTICS)}</summary>
            <table class="dice-stats" aria-label=move || context.t(dice::STATISTICS)>
                <thead>
                    <tr><th scope="col" rowspan="2">{move || context.t(dice::PIECE)}</th>
                        <th scope="colgroup" colspan="2">{move || side(Side::First)}</th><th scope="colgroup" colspan="2">{move || side(Side::Second)}</th></tr>
                    <tr>{Side::BOTH.map(|_| view! {
                        <th scope="col">{move || context.t(dice::ROLLED)}</th><th scope="col">{move || context.t(dice::EXPECTED)}</th>
                    }).into_iter().collect_view()}</tr>
                </thead>
                <tbody>{stats.faces.into_iter().map(face).collect_view()}</tbody>
                <tbody>{stats.other_counts.into_iter().map(other).collect_view()}</tbody>
            </table>
        </details>
    }
}

/// Adds a finished game to the stored totals and returns them.
fn add_to_totals(name: &str, summary: &DiceSummary) -> DiceTotals {
    let mut totals = DiceTotals::parse(&local_storage::read(TOTALS_KEY).unwrap_or_default());
    if totals.add_game(name, summary) {
        local_storage::write(TOTALS_KEY, &totals.to_json());
    }
    totals
}

/// The dice of all games on this device.
#[component]
fn DiceTotalsTable(totals: DiceTotals) -> impl IntoView {
    let context = use_app_context();
    let row = move |face: FaceTotal| {
        let name = move || capitalize(context.t(pieces::name(GameKind::Chess, face.letter)));
        view! {
            <tr data-face=face.letter.to_string()><th scope="row">{pieces::symbol(face.letter)}" "{name}</th>
                <td>{face.rolled}</td><td class="secondary">{format!("{:.1}", face.expected)}</td></tr>
        }
    };
    let heading = move || context.t_args(dice::ALL_GAMES, &[&totals.games.to_string()]);
    view! {
        <details class="dice-history" data-dice-totals="">
            <summary>{heading}</summary>
            <table class="dice-stats" aria-label=move || context.t(dice::STATISTICS)>
                <thead><tr><th scope="col">{move || context.t(dice::PIECE)}</th><th scope="col">{move || context.t(dice::ROLLED)}</th><th scope="col">{move || context.t(dice::EXPECTED)}</th></tr></thead>
                <tbody>{totals.faces.into_iter().map(row).collect_view()}</tbody>
            </table>
        </details>
    }
}

fn side_name(side: Side, language: yipan_core::Language) -> String {
    capitalize(GameKind::Chess.side_name(side, language))
}
