use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::online::{cross_table, marked_name, result_marks};
use yipan_client::text::tournaments as text;
use yipan_wire::{TournamentFormat, TournamentGame, TournamentResult, TournamentState};

use crate::context::{AppContext, use_app_context};
use crate::link::Link;
use crate::online::live_tournament::{LiveTournament, player_name};

/// The games by round, the latest round first, and the cross table of a round robin.
#[component]
pub(super) fn TournamentGames(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let rounds = move || {
        live.state.with(|state| state.as_ref().map(|state| round_views(context, state)).unwrap_or_default())
    };
    let table = move || live.state.with(|state| cross_table_view(context, state.as_ref()?));
    view! {
        {table}
        <section>
            <h2>{move || context.t(text::GAMES)}</h2>
            {rounds}
        </section>
    }
}

fn round_views(context: AppContext, state: &TournamentState) -> Vec<AnyView> {
    let is_arena = matches!(state.summary.config.format, TournamentFormat::Arena { .. });
    let game_row = |game: &TournamentGame| {
        let names = game.players.map(|player| player_name(state, player));
        let result = result_text(context, game);
        view! {
            <li data-room=game.room.clone()>
                <Link to=Route::Room(game.room.clone())>{format!("{} – {}", names[0], names[1])}</Link>
                <span class="room-config">{result}</span>
            </li>
        }
    };
    if is_arena {
        let games = state.games.iter().rev().map(game_row).collect_view();
        return vec![view! { <ul class="rooms" data-list="tournament-games">{games}</ul> }.into_any()];
    }
    let round_view = |round: u32| {
        let games = state.games.iter().filter(|game| game.round == round).map(game_row).collect_view();
        let byes = state.byes.get(round as usize).into_iter().flatten();
        let byes = byes
            .map(|player| {
                let name = player_name(state, *player);
                view! { <li><span class="room-config">{context.t_args(text::BYE, &[&name])}</span></li> }
            })
            .collect_view();
        view! {
            <h3>{context.t_args(text::ROUND, &[&(round + 1).to_string()])}</h3>
            <ul class="rooms" data-list="tournament-games" data-round={round + 1}>{games}{byes}</ul>
        }
        .into_any()
    };
    (0..state.round).rev().map(round_view).collect()
}

fn result_text(context: AppContext, game: &TournamentGame) -> String {
    match (result_marks(game.result), game.result) {
        (Some([first, second]), _) => format!("{first} : {second}"),
        (None, Some(TournamentResult::Void)) => context.t(text::NOT_COUNTED).to_owned(),
        (None, _) => context.t(text::PLAYING).to_owned(),
    }
}

/// Returns the cross table of a round robin. A wide one scrolls.
fn cross_table_view(context: AppContext, state: &TournamentState) -> Option<AnyView> {
    let is_round_robin = matches!(state.summary.config.format, TournamentFormat::RoundRobin { .. });
    if !is_round_robin || state.games.is_empty() {
        return None;
    }
    let table = cross_table(&state.standings, &state.games);
    let heads = (1..=state.standings.len()).map(|rank| view! { <th scope="col">{rank}</th> }).collect_view();
    let rows = (1_usize..).zip(state.standings.iter().zip(table)).map(|(rank, (row, scores))| {
        let cells = (1_usize..).zip(scores).map(|(column, score)| {
            let text = if column == rank { "×".to_owned() } else { score };
            view! { <td>{text}</td> }
        });
        view! {
            <tr><td>{rank}</td><th scope="row">{marked_name(&row.user.name, row.user.is_bot)}</th>{cells.collect_view()}</tr>
        }
    });
    let view = view! {
        <section>
            <h2>{context.t(text::CROSS_TABLE)}</h2>
            <div class="table-scroll">
                <table class="standings" data-list="cross-table">
                    <thead><tr><th scope="col">{context.t(text::RANK)}</th><th scope="col">{context.t(text::PLAYER)}</th>{heads}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </section>
    };
    Some(view.into_any())
}
