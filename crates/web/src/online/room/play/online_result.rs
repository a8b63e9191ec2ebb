use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{online, result};
use yipan_wire::Offer;

use super::super::game::OnlineGame;
use super::super::tournament_link::TournamentLink;
use super::offers::{OfferButton, Offers, is_any_open};
use crate::icons;
use crate::link::Link;
use crate::panel::{ResultCard, ResultCardState};
use crate::secondary_part::{OptionalPart, SecondaryPart};

/// The result of a room's game, with the ways to the next game.
#[component]
pub(crate) fn OnlineResult(game: OnlineGame, card: ResultCardState) -> impl IntoView {
    let context = game.context;
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    let (is_in_tournament, is_rated) =
        game.room_client.with_untracked(|client| (client.tournament().is_some(), client.is_rated()));
    // The next game of a tournament comes from the tournament.
    let is_player = Memo::new(move |_| game.own_side().is_some() && !is_in_tournament);
    view! {
        <ResultCard state=card>
            {is_rated.then(|| view! { <OptionalPart part=SecondaryPart::RatingChanges(game)/> })}
            <TournamentLink game/>
            <Show when=move || is_player.get()>
                <Offers game/>
                <Show when=move || !is_any_open(game, Offer::Rematch)>
                    <OfferButton game offer=Offer::Rematch label=online::REMATCH icon=icons::PLAY/>
                </Show>
            </Show>
            <Link to=Route::Replay(room.clone()) class="button">
                <span inner_html=icons::ANALYSIS></span>{move || context.t(result::ANALYZE)}
            </Link>
            <Show when=move || is_player.get()>
                <Link to=Route::Home class="button">
                    <span inner_html=icons::USER></span>{move || context.t(result::NEW_OPPONENT)}
                </Link>
            </Show>
        </ResultCard>
    }
}
