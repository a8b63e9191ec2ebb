use leptos::prelude::*;
use yipan_client::text::{dice, pieces};
use yipan_client::{DiceHistory, DiceSummary, FaceSummary, Roll, capitalize};
use yipan_core::Side;
use yipan_games::GameKind;

use crate::context::use_app_context;

/// The rolls so far, latest first, and dice statistics where they reveal no secrets.
#[component]
pub(crate) fn DiceHistoryPanel(
    /// The rolls, or `None` in a game without dice.
    #[prop(into)]
    rolls: Signal<Option<DiceHistory>>,
    /// Whether the client joined after the first roll.
    #[prop(into, optional)]
    joined_late: Signal<bool>,
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
        {move || stats().filter(|_| has_rolls()).map(|stats| view! { <DiceStatsTable stats/> })}
    }
}

#[component]
fn RollRow(index: usize, roll: Roll) -> impl IntoView {
    let context = use_app_context();
    let side = move || side_name(roll.side, context.language.get());
    let faces: Vec<String> = roll
        .faces
        .iter()
        .map(|face| format!("{}{}", pieces::symbol(face.face), face.at.as_deref().unwrap_or_default()))
        .collect();
    let label = move || {
        let name = |letter| if letter == '*' { dice::WILD } else { pieces::name(GameKind::Chess, letter) };
        let names: Vec<String> = roll
            .faces
            .iter()
            .map(|face| {
                format!("{} {}", context.t(name(face.face)), face.at.as_deref().unwrap_or_default())
                    .trim_end()
                    .to_owned()
            })
            .collect();
        names.join(context.language.get().choose(", ", "、", "、"))
    };
    view! {
        <li value=index + 1 data-roll=""><span>{side}</span> <b role="img" aria-label=label>{faces.join(" ")}</b></li>
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

fn side_name(side: Side, language: yipan_core::Language) -> String {
    capitalize(GameKind::Chess.side_name(side, language))
}
