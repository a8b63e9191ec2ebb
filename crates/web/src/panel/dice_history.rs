use leptos::prelude::*;
use yipan_client::text::{dice, pieces};
use yipan_client::{DiceHistory, DiceSummary, FaceSummary, Roll, capitalize};
use yipan_core::Side;
use yipan_games::GameKind;

use crate::context::use_app_context;

/// The throws so far, the last first; and where that may be known, the dice against chance.
#[component]
pub(crate) fn RollsPanel(
    /// Nothing in a game without dice.
    #[prop(into)]
    rolls: Signal<Option<DiceHistory>>,
    /// Whether the game was joined after its first throw.
    #[prop(into, optional)]
    late: Signal<bool>,
) -> impl IntoView {
    let page = use_app_context();
    let roll_count = move || rolls.with(|rolls| rolls.as_ref().map_or(0, |rolls| rolls.rolls().len()));
    let has_rolls = move || roll_count() > 0;
    let heading = move || {
        let text = if late.get() { dice::ROLL_COUNT_SINCE_JOINING } else { dice::ROLL_COUNT };
        page.t_args(text, &[&roll_count().to_string()])
    };
    let list = move || {
        let throws = rolls.with(|rolls| rolls.as_ref().map(|rolls| rolls.rolls().to_vec()));
        let throws = throws.unwrap_or_default();
        throws
            .into_iter()
            .enumerate()
            .rev()
            .map(|(index, throw)| view! { <Fallen index throw/> })
            .collect_view()
    };
    let tally = move || rolls.with(|rolls| rolls.as_ref().and_then(|rolls| rolls.summary().cloned()));
    view! {
        <Show when=has_rolls>
            <details class="rolls">
                <summary>{heading}</summary>
                <ol>{list}</ol>
            </details>
        </Show>
        {move || tally().filter(|_| has_rolls()).map(|tally| view! { <TallyTable tally/> })}
    }
}

/// One throw: whose, and what fell.
#[component]
fn Fallen(index: usize, throw: Roll) -> impl IntoView {
    let page = use_app_context();
    let side = move || side_name(throw.side, page.language.get());
    let faces: Vec<String> = throw
        .faces
        .iter()
        .map(|face| format!("{}{}", pieces::symbol(face.face), face.at.as_deref().unwrap_or_default()))
        .collect();
    let label = move || {
        let name = |letter| if letter == '*' { dice::WILD } else { pieces::name(GameKind::Chess, letter) };
        let words: Vec<String> = throw
            .faces
            .iter()
            .map(|face| {
                format!("{} {}", page.t(name(face.face)), face.at.as_deref().unwrap_or_default())
                    .trim_end()
                    .to_owned()
            })
            .collect();
        words.join(page.language.get().choose(", ", "、", "、"))
    };
    view! {
        <li value=index + 1 data-throw=""><span>{side}</span> <b role="img" aria-label=label>{faces.join(" ")}</b></li>
    }
}

/// What was rolled against what was to be expected, and what else is counted.
#[component]
fn TallyTable(tally: DiceSummary) -> impl IntoView {
    let page = use_app_context();
    let side = move |seat: Side| side_name(seat, page.language.get());
    let face = move |face: FaceSummary| {
        let cells = Side::BOTH.map(|seat| {
            let (rolled, expected) = (face.rolled[seat.index()], face.expected[seat.index()]);
            view! { <td>{rolled}</td><td class="quiet">{format!("{expected:.1}")}</td> }
        });
        let name = move || capitalize(page.t(pieces::name(GameKind::Chess, face.letter)));
        view! { <tr data-face=face.letter.to_string()><th scope="row">{pieces::symbol(face.letter)}" "{name}</th>{cells.into_iter().collect_view()}</tr> }
    };
    let other = move |(name, [first, second]): (yipan_client::Text, [u32; 2])| {
        view! { <tr><th scope="row">{move || page.t(name)}</th><td colspan="2">{first}</td><td colspan="2">{second}</td></tr> }
    };
    view! {
        <details class="rolls" data-tally="">
            <summary>{move || page.t(dice::STATISTICS)}</summary>
            <table class="tally" aria-label=move || page.t(dice::STATISTICS)>
                <thead>
                    <tr><th scope="col" rowspan="2">{move || page.t(dice::PIECE)}</th>
                        <th scope="colgroup" colspan="2">{move || side(Side::First)}</th><th scope="colgroup" colspan="2">{move || side(Side::Second)}</th></tr>
                    <tr>{Side::BOTH.map(|_| view! {
                        <th scope="col">{move || page.t(dice::ROLLED)}</th><th scope="col">{move || page.t(dice::EXPECTED)}</th>
                    }).into_iter().collect_view()}</tr>
                </thead>
                <tbody>{tally.faces.into_iter().map(face).collect_view()}</tbody>
                <tbody>{tally.other_counts.into_iter().map(other).collect_view()}</tbody>
            </table>
        </details>
    }
}

fn side_name(seat: Side, language: yipan_core::Language) -> String {
    capitalize(GameKind::Chess.side_name(seat, language))
}
