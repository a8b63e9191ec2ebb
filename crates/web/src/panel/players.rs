use leptos::prelude::*;
use yipan_client::text::{game, online, pieces as piece_names};
use yipan_client::{CaptureTrayItem, captured_pieces, material_lead};
use yipan_core::{AnyPiece, Side};

use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;
use crate::piece_art::piece_drawing;

/// A player: name, captured pieces and clock.
#[component]
pub(crate) fn PlayerBar(
    board: BoardView,
    #[prop(into)] side: Signal<Side>,
    #[prop(into)] name: Signal<String>,
    /// The displayed clock, or `None` in an untimed game.
    #[prop(into, optional)]
    clock: Signal<Option<String>>,
    #[prop(into, optional)] is_clock_running: Signal<bool>,
    #[prop(into, optional)] is_low_time: Signal<bool>,
    #[prop(into, optional)] is_away: Signal<bool>,
) -> impl IntoView {
    let (context, kind) = (use_app_context(), board.grid.kind());
    let is_turn = move || board.view.with(|view| view.turn == Some(side.get()));
    let captured = move || {
        let (from, language) = (side.get().other(), context.language.get());
        let pieces = board.view.with(|view| captured_pieces(kind, view, from));
        let class = if from == Side::First { "piece first" } else { "piece second" };
        pieces.into_iter()
            .map(|CaptureTrayItem { letter, by_mine }| {
                let piece = AnyPiece { side: from, letter };
                let drawing = context.settings.with(|settings| piece_drawing(kind, piece, settings, language));
                view! {
                    <span class="captured-piece" class:by-mine=by_mine data-captured=letter.to_string()>
                        <svg class=class viewBox="0 0 100 100" aria-hidden="true"><g inner_html=drawing></g></svg>
                        {by_mine.then(|| view! { <i aria-hidden="true" inner_html=icons::MODE_MINES></i> })}
                    </span>
                }
            })
            .collect_view()
    };
    // The element stays while its text changes, so that its animation does not restart.
    let has_clock = Memo::new(move |_| clock.with(Option::is_some));
    let material_lead = move || board.view.with(|view| material_lead(kind, view, side.get()));
    // For screen readers: `queen, pawn 2, pawn (mine)`.
    let captured_text = move || {
        let pieces = board.view.with(|view| captured_pieces(kind, view, side.get().other()));
        let mut parts: Vec<String> = Vec::new();
        for group in pieces.chunk_by(|a, b| a == b) {
            let mut name = context.t(piece_names::name(kind, group[0].letter)).to_owned();
            if group.len() > 1 {
                name += &format!(" {}", group.len());
            }
            if group[0].by_mine {
                name += &format!(" ({})", context.t(game::BY_MINE));
            }
            parts.push(name);
        }
        parts.extend(material_lead().map(|ahead| format!("+{ahead}")));
        let title = context.t(game::CAPTURED);
        if parts.is_empty() { title.to_owned() } else { format!("{title}: {}", parts.join(", ")) }
    };
    let side_class = move || if side.get() == Side::First { "side-color first" } else { "side-color second" };
    view! {
        <div class=move || format!("player {}", kind.name()) class:turn=is_turn class:away=move || is_away.get()>
            <span class=side_class aria-hidden="true"></span>
            <span class="player-name">{move || name.get()}</span>
            <span class="captured" role="img" aria-label=captured_text>
                {captured}
                {move || material_lead().map(|ahead| view! { <b class="material-lead" data-material-lead="">{format!("+{ahead}")}</b> })}
            </span>
            <Show when=move || has_clock.get()>
                <span class="clock" role="timer" aria-label=move || context.t(online::CLOCK) class:running=move || is_clock_running.get() class:low=move || is_low_time.get()>
                    {move || clock.get()}
                </span>
            </Show>
        </div>
    }
}
