use leptos::prelude::*;
use yipan_client::text::{Text, online, result};
use yipan_client::{LocalizedText, name_in_sentence};
use yipan_core::Side;
use yipan_wire::{Command, Offer};

use super::super::game::OnlineGame;

/// The open offers: those of the opponent with buttons to accept and decline, and the user's own with a button to cancel.
#[component]
pub(crate) fn Offers(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let received_offers = Memo::new(move |_| {
        let Some(side) = game.own_side() else { return Vec::new() };
        open_offers(game, side.other()).into_iter().map(|offer| (side.other(), offer)).collect::<Vec<_>>()
    });
    let own_offers =
        Memo::new(move |_| game.own_side().map(|side| open_offers(game, side)).unwrap_or_default());
    let offer_row = move |(side, offer): (Side, Offer)| {
        let text = match offer {
            Offer::Draw => online::OFFERS_DRAW,
            Offer::Takeback => online::OFFERS_TAKEBACK,
            Offer::Rematch => online::OFFERS_REMATCH,
            Offer::RematchSame => online::OFFERS_SAME,
        };
        view! {
            <div class="offer" role="group" data-offer=offer_key(offer)>
                <p>{move || context.t_args(text, &[&name_in_sentence(&game.user_name(side), context.language.get())])}</p>
                <button type="button" class="accent" data-do="accept" on:click=move |_| game.send_command(Command::Accept { offer })>
                    {move || context.t(online::ACCEPT)}
                </button>
                <button type="button" data-do="decline" on:click=move |_| game.send_command(Command::Decline { offer })>
                    {move || context.t(online::DECLINE)}
                </button>
            </div>
        }
    };
    let own_row = move |offer: Offer| {
        let cancel = if offer == Offer::Takeback { result::CANCEL_REQUEST } else { result::CANCEL_OFFER };
        view! {
            <div class="offer" role="group" data-own-offer=offer_key(offer)>
                <p>{move || context.t(offered_text(offer))}</p>
                <button type="button" data-do="withdraw" on:click=move |_| game.send_command(Command::Withdraw { offer })>
                    {move || context.t(cancel)}
                </button>
            </div>
        }
    };
    view! {
        <div class="offers" aria-live="polite">
            {move || received_offers.get().into_iter().map(offer_row).collect_view()}
            {move || own_offers.get().into_iter().map(own_row).collect_view()}
        </div>
    }
}

/// A button that makes an offer. While the offer is open it is disabled and says so.
#[component]
pub(crate) fn OfferButton(game: OnlineGame, offer: Offer, label: Text, icon: &'static str) -> impl IntoView {
    let context = game.context;
    let is_open = is_open(game, offer);
    view! {
        <button type="button" class="labelled" data-do=offer_key(offer) disabled=move || is_open.get() on:click=move |_| make_offer(game, offer)>
            <span inner_html=icon></span>
            {move || context.t(if is_open.get() { offered_text(offer) } else { label })}
        </button>
    }
}

/// Sends an offer and clears an earlier message.
pub(crate) fn make_offer(game: OnlineGame, offer: Offer) {
    game.message.set(LocalizedText::default());
    game.send_command(Command::Offer { offer });
}

/// Whether an offer of either side waits for an answer; reactive.
pub(crate) fn is_any_open(game: OnlineGame, offer: Offer) -> bool {
    Side::BOTH.into_iter().any(|side| open_offers(game, side).contains(&offer))
}

/// Whether the user's own offer waits for an answer.
pub(crate) fn is_open(game: OnlineGame, offer: Offer) -> Memo<bool> {
    Memo::new(move |_| game.own_side().is_some_and(|side| open_offers(game, side).contains(&offer)))
}

/// Returns the unanswered offers of a side; reactive.
fn open_offers(game: OnlineGame, side: Side) -> Vec<Offer> {
    let by = side;
    game.room_client.with(|room_client| {
        let offers = room_client.state().map(|state| state.offers.clone()).unwrap_or_default();
        offers.into_iter().filter(|(side, _)| *side == by).map(|(_, offer)| offer).collect()
    })
}

/// Returns the text of an own offer that waits for an answer.
const fn offered_text(offer: Offer) -> Text {
    match offer {
        Offer::Draw => result::DRAW_OFFERED,
        Offer::Takeback => result::TAKEBACK_REQUESTED,
        Offer::Rematch | Offer::RematchSame => result::REMATCH_OFFERED,
    }
}

const fn offer_key(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Takeback => "takeback",
        Offer::Rematch => "rematch",
        Offer::RematchSame => "rematch-same",
    }
}
