use leptos::prelude::*;
use yipan_board::text::{dice, men};
use yipan_board::{FaceTally, Rolls, Tally, Throw, capital};
use yipan_games::GameKind;
use yipan_rules::Seat;

use crate::page::page;

/// The throws so far, the last first; and where that may be known, the dice against chance.
#[component]
pub(crate) fn RollsPanel(
    /// Nothing in a game without dice.
    #[prop(into)]
    rolls: Signal<Option<Rolls>>,
    /// Whether the game was joined after its first throw.
    #[prop(into, optional)]
    late: Signal<bool>,
) -> impl IntoView {
    let page = page();
    let throws = move || rolls.with(|rolls| rolls.as_ref().map_or(0, |rolls| rolls.throws().len()));
    let has_fallen = move || throws() > 0;
    let heading = move || {
        let text = if late.get() { dice::SINCE } else { dice::THROWS };
        page.fill(text, &[&throws().to_string()])
    };
    let list = move || {
        let throws = rolls.with(|rolls| rolls.as_ref().map(|rolls| rolls.throws().to_vec()));
        let throws = throws.unwrap_or_default();
        throws
            .into_iter()
            .enumerate()
            .rev()
            .map(|(index, throw)| view! { <Fallen index throw/> })
            .collect_view()
    };
    let tally = move || rolls.with(|rolls| rolls.as_ref().and_then(|rolls| rolls.tally().cloned()));
    view! {
        <Show when=has_fallen>
            <details class="rolls">
                <summary>{heading}</summary>
                <ol>{list}</ol>
            </details>
        </Show>
        {move || tally().filter(|_| has_fallen()).map(|tally| view! { <TallyTable tally/> })}
    }
}

/// One throw: whose, and what fell.
#[component]
fn Fallen(index: usize, throw: Throw) -> impl IntoView {
    let page = page();
    let side = move || name(throw.seat, page.language.get());
    let faces: Vec<String> = throw
        .faces
        .iter()
        .map(|face| format!("{}{}", men::symbol(face.face), face.at.as_deref().unwrap_or_default()))
        .collect();
    let spoken = move || {
        let name = |letter| if letter == '*' { dice::WILD } else { men::name(GameKind::Chess, letter) };
        let words: Vec<String> = throw
            .faces
            .iter()
            .map(|face| {
                format!("{} {}", page.say(name(face.face)), face.at.as_deref().unwrap_or_default())
                    .trim_end()
                    .to_owned()
            })
            .collect();
        words.join(page.language.get().pick(", ", "、", "、"))
    };
    view! {
        <li value=index + 1 data-throw=""><span>{side}</span> <b role="img" aria-label=spoken>{faces.join(" ")}</b></li>
    }
}

/// What was rolled against what was to be expected, and what else is counted.
#[component]
fn TallyTable(tally: Tally) -> impl IntoView {
    let page = page();
    let side = move |seat: Seat| name(seat, page.language.get());
    let face = move |face: FaceTally| {
        let cells = Seat::BOTH.map(|seat| {
            let (rolled, expected) = (face.rolled[seat.index()], face.expected[seat.index()]);
            view! { <td>{rolled}</td><td class="quiet">{format!("{expected:.1}")}</td> }
        });
        let name = move || capital(page.say(men::name(GameKind::Chess, face.letter)));
        view! { <tr data-face=face.letter.to_string()><th scope="row">{men::symbol(face.letter)}" "{name}</th>{cells.into_iter().collect_view()}</tr> }
    };
    let other = move |(name, [first, second]): (yipan_board::Text, [u32; 2])| {
        view! { <tr><th scope="row">{move || page.say(name)}</th><td colspan="2">{first}</td><td colspan="2">{second}</td></tr> }
    };
    view! {
        <details class="rolls" data-tally="">
            <summary>{move || page.say(dice::TALLY)}</summary>
            <table class="tally" aria-label=move || page.say(dice::TALLY)>
                <thead>
                    <tr><th scope="col" rowspan="2">{move || page.say(dice::MAN)}</th>
                        <th scope="colgroup" colspan="2">{move || side(Seat::First)}</th><th scope="colgroup" colspan="2">{move || side(Seat::Second)}</th></tr>
                    <tr>{Seat::BOTH.map(|_| view! {
                        <th scope="col">{move || page.say(dice::ROLLED)}</th><th scope="col">{move || page.say(dice::EXPECTED)}</th>
                    }).into_iter().collect_view()}</tr>
                </thead>
                <tbody>{tally.faces.into_iter().map(face).collect_view()}</tbody>
                <tbody>{tally.others.into_iter().map(other).collect_view()}</tbody>
            </table>
        </details>
    }
}

fn name(seat: Seat, language: yipan_rules::Language) -> String {
    capital(GameKind::Chess.seat_words(seat, language))
}
