use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::online::{half_points_text, marked_name};
use yipan_client::text::tournaments as text;
use yipan_wire::TournamentStanding;

use crate::context::use_app_context;
use crate::link::Link;
use crate::online::live_tournament::LiveTournament;

/// The first three players of a finished tournament.
#[component]
pub(super) fn Podium(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let best = move || {
        live.state.with(|state| {
            let rows = state.as_ref().map(|state| state.standings.iter().take(3).cloned().collect());
            rows.unwrap_or_else(Vec::new)
        })
    };
    let place = move |(place, row): (u32, TournamentStanding)| {
        view! {
            <li data-place=place>
                <span class="place">{move || context.t_args(text::PLACE, &[&place.to_string()])}</span>
                <Link to=Route::Profile(row.user.id)>{marked_name(&row.user.name, row.user.is_bot)}</Link>
                <b>{half_points_text(row.half_points)}</b>
            </li>
        }
    };
    view! {
        <section>
            <h2>{move || context.t(text::PODIUM)}</h2>
            <ol class="podium" data-list="podium">{move || (1..).zip(best()).map(place).collect_view()}</ol>
        </section>
    }
}
