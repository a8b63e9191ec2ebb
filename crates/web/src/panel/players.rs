use leptos::prelude::*;
use yipan_client::text::{game, online, pieces as men_words};
use yipan_client::{CaptureTrayItem, PieceSet, captured_pieces, material_lead};
use yipan_core::{AnyPiece, Side};
use yipan_games::GameKind;

use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;

/// One player: name, what was taken from the other side, and the clock.
#[component]
pub(crate) fn PlayerBar(
    stage: BoardView,
    #[prop(into)] seat: Signal<Side>,
    #[prop(into)] name: Signal<String>,
    /// The clock as it is shown; nothing without one.
    #[prop(into, optional)]
    clock: Signal<Option<String>>,
    #[prop(into, optional)] low: Signal<bool>,
    #[prop(into, optional)] away: Signal<bool>,
) -> impl IntoView {
    let (page, kind) = (use_app_context(), stage.grid.kind());
    let is_turn = move || stage.view.with(|view| view.turn == Some(seat.get()));
    let taken = move || {
        let (from, language) = (seat.get().other(), page.language.get());
        let uses_alternative_set = page.settings.with(|settings| match kind {
            GameKind::Chess => settings.chess_piece_set == PieceSet::Alternative,
            GameKind::Xiangqi => settings.xiangqi_piece_set == PieceSet::Alternative,
            GameKind::Liuzichong => false,
        });
        let men = stage.view.with(|view| captured_pieces(kind, view, from));
        let class = if from == Side::First { "man first" } else { "man second" };
        men.into_iter()
            .map(|CaptureTrayItem { letter, by_mine }| {
                let drawing = icons::piece_drawing(kind, AnyPiece { seat: from, letter }, uses_alternative_set, language);
                view! {
                    <span class="gone" class:by-mine=by_mine data-taken=letter.to_string()>
                        <svg class=class viewBox="0 0 100 100" aria-hidden="true"><g inner_html=drawing></g></svg>
                        {by_mine.then(|| view! { <i aria-hidden="true" inner_html=icons::MODE_MINES></i> })}
                    </span>
                }
            })
            .collect_view()
    };
    let material_lead = move || stage.view.with(|view| material_lead(kind, view, seat.get()));
    // What lies there, in words: `queen, pawn 2, pawn (mine)`.
    let captured_text = move || {
        let men = stage.view.with(|view| captured_pieces(kind, view, seat.get().other()));
        let mut said: Vec<String> = Vec::new();
        for group in men.chunk_by(|a, b| a == b) {
            let mut name = page.t(men_words::name(kind, group[0].letter)).to_owned();
            if group.len() > 1 {
                name += &format!(" {}", group.len());
            }
            if group[0].by_mine {
                name += &format!(" ({})", page.t(game::BY_MINE));
            }
            said.push(name);
        }
        said.extend(material_lead().map(|ahead| format!("+{ahead}")));
        let taken = page.t(game::CAPTURED);
        if said.is_empty() { taken.to_owned() } else { format!("{taken}: {}", said.join(", ")) }
    };
    let side_class = move || if seat.get() == Side::First { "seat first" } else { "seat second" };
    view! {
        <div class=move || format!("player {}", kind.name()) class:turn=is_turn class:away=move || away.get()>
            <span class=side_class aria-hidden="true"></span>
            <span class="player-name">{move || name.get()}</span>
            <span class="taken" role="img" aria-label=captured_text>
                {taken}
                {move || material_lead().map(|ahead| view! { <b class="lead" data-lead="">{format!("+{ahead}")}</b> })}
            </span>
            {move || clock.get().map(|clock| view! { <span class="clock" role="timer" aria-label=move || page.t(online::CLOCK) class:low=move || low.get()>{clock}</span> })}
        </div>
    }
}
