use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::online::{half_points_text, marked_name};
use yipan_client::text::tournaments as text;
use yipan_wire::{TournamentFormat, TournamentStanding};

use crate::context::use_app_context;
use crate::link::Link;
use crate::online::live_tournament::LiveTournament;

/// The wins in a row from which an arena doubles points.
const STREAK: u32 = 2;

/// The players in the order of their points.
#[component]
pub(super) fn StandingsTable(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let rows = Memo::new(move |_| {
        live.state.with(|state| state.as_ref().map(|state| state.standings.clone()).unwrap_or_default())
    });
    let own = Memo::new(move |_| live.state.with(|state| Some(state.as_ref()?.me.as_ref()?.player)));
    let is_arena = Memo::new(move |_| {
        let is_arena = |format| matches!(format, TournamentFormat::Arena { .. });
        live.state.with(|state| state.as_ref().is_some_and(|state| is_arena(state.summary.config.format)))
    });
    let row = move |(rank, row): (usize, TournamentStanding)| {
        let TournamentStanding { user, player, .. } = row;
        let note = move || {
            if !row.is_active {
                context.t(text::AWAY)
            } else if is_arena.get() && row.streak >= STREAK {
                context.t(text::STREAK)
            } else {
                ""
            }
        };
        let name = user.name.clone();
        view! {
            <tr class:own=move || own.get() == Some(player) data-player=name>
                <td>{rank}</td>
                <th scope="row"><Link to=Route::Profile(user.id)>{marked_name(&user.name, user.is_bot)}</Link> " " <small>{note}</small></th>
                <td>{row.rating}</td>
                <td><b data-points="">{half_points_text(row.half_points)}</b></td>
                <Show when=move || !is_arena.get()><td>{half_points_text(row.buchholz)}</td></Show>
                <td>{format!("{} {} {}", row.wins, row.draws, row.losses)}</td>
            </tr>
        }
    };
    let body = move || (1..).zip(rows.get()).map(row).collect_view();
    view! {
        <section>
            <h2>{move || context.t(text::STANDINGS)}</h2>
            <div class="table-scroll">
                <table class="standings" data-list="standings">
                    <thead>
                        <tr>
                            <th scope="col">{move || context.t(text::RANK)}</th>
                            <th scope="col">{move || context.t(text::PLAYER)}</th>
                            <th scope="col">{move || context.t(text::RATING)}</th>
                            <th scope="col">{move || context.t(text::POINTS)}</th>
                            <Show when=move || !is_arena.get()><th scope="col">{move || context.t(text::BUCHHOLZ)}</th></Show>
                            <th scope="col">{move || context.t(text::RESULTS)}</th>
                        </tr>
                    </thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
        </section>
    }
}
