use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::tournaments;

use super::super::live_tournament::LiveTournament;
use super::game::OnlineGame;
use crate::link::Link;

/// A link to the tournament that a game belongs to; nothing for other games.
#[component]
pub(crate) fn TournamentLink(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let tournament = game.room_client.with_untracked(|client| client.tournament().map(str::to_owned));
    tournament.map(|code| {
        view! { <Link to=Route::Tournament(code) class="button accent">{move || context.t(tournaments::BACK)}</Link> }
    })
}

/// Opens the next game of the tournament as soon as its player is paired, once this game is over.
pub(super) fn open_next_game(game: OnlineGame) {
    let found = game.room_client.with_untracked(|client| {
        client.own_side()?;
        client.tournament().map(|tournament| (tournament.to_owned(), client.room().to_owned()))
    });
    if let Some((tournament, room)) = found {
        LiveTournament::follow_after(&tournament, room);
    }
}
