use leptos::prelude::*;
use yipan_client::LocalizedText;
use yipan_client::text::{Text, online};
use yipan_core::Side;
use yipan_wire::{Command, Offer};

use super::super::game::OnlineGame;

/// The open offers of the opponent, with buttons to accept and decline.
#[component]
pub(crate) fn Offers(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let received_offers = Memo::new(move |_| {
        let Some(side) = game.own_side() else { return Vec::new() };
        open_offers(game, side.other()).into_iter().map(|offer| (side.other(), offer)).collect::<Vec<_>>()
    });
    let offer_row = move |(side, offer): (Side, Offer)| {
        let text = match offer {
            Offer::Draw => online::OFFERS_DRAW,
            Offer::Takeback => online::OFFERS_TAKEBACK,
            Offer::Rematch => online::OFFERS_REMATCH,
            Offer::RematchSame => online::OFFERS_SAME,
        };
        view! {
            <div class="offer" role="group" data-offer=offer_key(offer)>
                <p>{move || context.t_args(text, &[&game.player_name(side)])}</p>
                <button type="button" class="accent" data-do="accept" on:click=move |_| game.send_command(Command::Accept { offer })>
                    {move || context.t(online::ACCEPT)}
                </button>
                <button type="button" data-do="decline" on:click=move |_| game.send_command(Command::Decline { offer })>
                    {move || context.t(online::DECLINE)}
                </button>
            </div>
        }
    };
    view! { <div class="offers" aria-live="polite">{move || received_offers.get().into_iter().map(offer_row).collect_view()}</div> }
}

/// A button that makes an offer or withdraws it.
#[component]
pub(crate) fn OfferButton(game: OnlineGame, offer: Offer, label: Text, icon: &'static str) -> impl IntoView {
    let context = game.context;
    let is_open =
        Memo::new(move |_| game.own_side().is_some_and(|side| open_offers(game, side).contains(&offer)));
    let press = move |_| {
        game.message.set(LocalizedText::default());
        game.send_command(if is_open.get_untracked() {
            Command::Withdraw { offer }
        } else {
            Command::Offer { offer }
        });
    };
    view! {
        <button type="button" class="labelled" class:danger=move || is_open.get() data-do=offer_key(offer) aria-pressed=move || is_open.get().to_string()
            title=move || if is_open.get() { context.t(online::YOU_OFFERED) } else { "" } on:click=press>
            <span inner_html=icon></span>
            {move || if is_open.get() { context.t(online::WITHDRAW) } else { context.t(label) }}
        </button>
    }
}

/// Returns the unanswered offers of a side; reactive.
fn open_offers(game: OnlineGame, side: Side) -> Vec<Offer> {
    let by = side;
    game.room_client.with(|room_client| {
        let offers = room_client.state().map(|state| state.offers.clone()).unwrap_or_default();
        offers.into_iter().filter(|(side, _)| *side == by).map(|(_, offer)| offer).collect()
    })
}

const fn offer_key(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Takeback => "takeback",
        Offer::Rematch => "rematch",
        Offer::RematchSame => "rematch-same",
    }
}
