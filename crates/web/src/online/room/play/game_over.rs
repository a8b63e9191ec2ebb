use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{common, game as game_text, online};
use yipan_games::GameKind;

use super::super::game::OnlineGame;
use super::super::tournament_link::{TournamentLink, open_next_game};
use crate::link::Link;
use crate::review_request::request_review;
use crate::secondary_part::{RequiredPart, SecondaryPart};

/// A finished game: the next one, the review, and what can be done with its record.
#[component]
pub(crate) fn GameOver(game: OnlineGame, kind: GameKind) -> impl IntoView {
    let context = game.context;
    open_next_game(game);
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    let next = move || {
        let next = game
            .room_client
            .with(|room_client| room_client.state().and_then(|state| state.rematch_room.clone()));
        next.map(|room| view! { <Link to=Route::Room(room) class="button accent">{move || context.t(online::NEXT_GAME)}</Link> })
    };
    view! {
        <section class="after-game">
            {next}
            <TournamentLink game/>
            <Link to=Route::Replay(room) class="button" on_follow=Callback::new(|()| request_review())>
                {move || context.t(game_text::REVIEW)}
            </Link>
            <RequiredPart part=SecondaryPart::FinishedGame(game, kind)/>
        </section>
    }
}

/// A room that was closed before the game started.
#[component]
pub(crate) fn ClosedRoom(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    open_next_game(game);
    view! {
        <section class="not-found">
            <h1>{move || game.status_text()}</h1>
            <TournamentLink game/>
            <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
        </section>
    }
}
