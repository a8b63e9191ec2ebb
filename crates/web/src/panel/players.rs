use leptos::prelude::*;
use yipan_board::text::{game, men as men_words, online};
use yipan_board::{Men, Taken, captured, lead};
use yipan_games::GameKind;
use yipan_rules::{Man, Seat};

use crate::art;
use crate::page::page;
use crate::stage::Stage;

/// One player: name, what was taken from the other side, and the clock.
#[component]
pub(crate) fn PlayerBar(
    stage: Stage,
    #[prop(into)] seat: Signal<Seat>,
    #[prop(into)] name: Signal<String>,
    /// The clock as it is shown; nothing without one.
    #[prop(into, optional)]
    clock: Signal<Option<String>>,
    #[prop(into, optional)] low: Signal<bool>,
    #[prop(into, optional)] away: Signal<bool>,
) -> impl IntoView {
    let (page, kind) = (page(), stage.grid.kind());
    let is_turn = move || stage.view.with(|view| view.turn.map(Seat::from) == Some(seat.get()));
    let taken = move || {
        let (from, language) = (seat.get().other(), page.language.get());
        let other = page.settings.with(|settings| match kind {
            GameKind::Chess => settings.chess_men == Men::Other,
            GameKind::Xiangqi => settings.xiangqi_men == Men::Other,
            GameKind::Liuzichong => false,
        });
        let men = stage.view.with(|view| captured(kind, view, from));
        let class = if from == Seat::First { "man first" } else { "man second" };
        men.into_iter()
            .map(|Taken { letter, by_mine }| {
                let drawing = art::man(kind, Man { seat: from, letter }, other, language);
                view! {
                    <span class="gone" class:by-mine=by_mine data-taken=letter.to_string()>
                        <svg class=class viewBox="0 0 100 100" aria-hidden="true"><g inner_html=drawing></g></svg>
                        {by_mine.then(|| view! { <i aria-hidden="true" inner_html=art::MODE_MINES></i> })}
                    </span>
                }
            })
            .collect_view()
    };
    let ahead = move || stage.view.with(|view| lead(kind, view, seat.get()));
    // What lies there, in words: `queen, pawn 2, pawn (mine)`.
    let words = move || {
        let men = stage.view.with(|view| captured(kind, view, seat.get().other()));
        let mut said: Vec<String> = Vec::new();
        for group in men.chunk_by(|a, b| a == b) {
            let mut name = page.say(men_words::name(kind, group[0].letter)).to_owned();
            if group.len() > 1 {
                name += &format!(" {}", group.len());
            }
            if group[0].by_mine {
                name += &format!(" ({})", page.say(game::BY_MINE));
            }
            said.push(name);
        }
        said.extend(ahead().map(|ahead| format!("+{ahead}")));
        let taken = page.say(game::CAPTURED);
        if said.is_empty() { taken.to_owned() } else { format!("{taken}: {}", said.join(", ")) }
    };
    let colour = move || if seat.get() == Seat::First { "seat first" } else { "seat second" };
    view! {
        <div class=move || format!("player {}", kind.name()) class:turn=is_turn class:away=move || away.get()>
            <span class=colour aria-hidden="true"></span>
            <span class="player-name">{move || name.get()}</span>
            <span class="taken" role="img" aria-label=words>
                {taken}
                {move || ahead().map(|ahead| view! { <b class="lead" data-lead="">{format!("+{ahead}")}</b> })}
            </span>
            {move || clock.get().map(|clock| view! { <span class="clock" role="timer" aria-label=move || page.say(online::CLOCK) class:low=move || low.get()>{clock}</span> })}
        </div>
    }
}
