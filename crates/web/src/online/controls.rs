use leptos::prelude::*;
use yipan_client::online::can_abort;
use yipan_client::text::{Text, common, game as words, online};
use yipan_client::{LocalizedText, Route};
use yipan_core::Side;
use yipan_games::{AnyGame, GameOptions};
use yipan_wire::{Command, Offer};

use super::OnlineGame;
use crate::board_view::BoardView;
use crate::icons;

/// What the other side offers, to be accepted or declined; nothing lies over the board.
#[component]
pub(super) fn Offers(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let received_offers = Memo::new(move |_| {
        let Some(seat) = game.own_side() else { return Vec::new() };
        open_offers(game, seat.other()).into_iter().map(|offer| (seat.other(), offer)).collect::<Vec<_>>()
    });
    let one = move |(seat, offer): (Side, Offer)| {
        let text = match offer {
            Offer::Draw => online::OFFERS_DRAW,
            Offer::Takeback => online::OFFERS_TAKEBACK,
            Offer::Rematch => online::OFFERS_REMATCH,
            Offer::RematchSame => online::OFFERS_SAME,
        };
        view! {
            <div class="offer" role="group" data-offer=offer_key(offer)>
                <p>{move || page.t_args(text, &[&game.player_name(seat)])}</p>
                <button type="button" class="accent" data-do="accept" on:click=move |_| game.send_command(Command::Accept { offer })>
                    {move || page.t(online::ACCEPT)}
                </button>
                <button type="button" data-do="decline" on:click=move |_| game.send_command(Command::Decline { offer })>
                    {move || page.t(online::DECLINE)}
                </button>
            </div>
        }
    };
    view! { <div class="offers" aria-live="polite">{move || received_offers.get().into_iter().map(one).collect_view()}</div> }
}

/// Returns the open offers of a side.
fn open_offers(game: OnlineGame, by: Side) -> Vec<Offer> {
    game.session.with(|session| {
        let offers = session.state().map(|state| state.offers.clone()).unwrap_or_default();
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

/// How a player of chess claims a draw.
const CLAIM_DRAW_ACTION: &str = "draw";

/// The buttons under the moves.
#[component]
pub(super) fn Controls(game: OnlineGame, stage: BoardView, on_act: Callback<String>) -> impl IntoView {
    let page = game.page;
    let is_player = Memo::new(move |_| game.own_side().is_some());
    let is_playing = Memo::new(move |_| game.own_side().is_some() && game.is_playing());
    let supports_takeback = game.session.with_untracked(|session| {
        let (Some(state), Some(kind)) = (session.state(), session.kind()) else { return false };
        let options = GameOptions::from(&state.config);
        AnyGame::start(kind, &options).is_ok_and(|game| game.supports_takeback())
    });
    let can_abort = Memo::new(move |_| {
        game.session.with(|session| session.state().is_some_and(|state| can_abort(&state.moves)))
    });
    // Where the rules leave it to the players, a draw is theirs to claim.
    let can_claim_draw = Memo::new(move |_| {
        stage.view.with(|view| view.actions.iter().any(|action| action == CLAIM_DRAW_ACTION))
    });
    let flip = move |_| game.flipped.update(|flipped| *flipped = !*flipped);
    view! {
        <div class="buttons">
            <Show when=move || is_playing.get()>
                <OfferButton game offer=Offer::Draw label=words::OFFER_DRAW icon=icons::DRAW/>
                {supports_takeback.then(|| view! { <OfferButton game offer=Offer::Takeback label=online::TAKEBACK icon=icons::UNDO/> })}
                <Show when=move || can_claim_draw.get()>
                    <button type="button" class="labelled accent" data-do="claim" on:click=move |_| on_act.run(CLAIM_DRAW_ACTION.to_owned())>
                        <span inner_html=icons::DRAW></span>{move || page.t(words::CLAIM_DRAW)}
                    </button>
                </Show>
                <Show when=move || can_abort.get()>
                    <button type="button" class="labelled" data-do="abort" on:click=move |_| game.send_command(Command::Abort)>
                        <span inner_html=icons::CLOSE></span>{move || page.t(online::ABORT)}
                    </button>
                </Show>
                <Resign game/>
            </Show>
            <Show when=move || is_player.get() && game.is_over()>
                <OfferButton game offer=Offer::Rematch label=online::REMATCH icon=icons::PLAY/>
            </Show>
            <button type="button" class="labelled" data-do="flip" on:click=flip>
                <span inner_html=icons::FLIP></span>{move || page.t(words::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || page.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if page.settings.with(|settings| settings.sound) { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || page.t(words::SOUND)}
            </button>
            // In a tab of its own: who leaves the table is away.
            <a class="button labelled" data-do="rules" href=Route::Rules(stage.grid.kind().name().into()).path() target="_blank" rel="noopener">
                <span inner_html=icons::RULES></span>{move || page.t(common::RULES)}
            </a>
        </div>
    }
}

/// Offers something, or takes the offer back.
#[component]
pub(super) fn OfferButton(game: OnlineGame, offer: Offer, label: Text, icon: &'static str) -> impl IntoView {
    let page = game.page;
    let is_open =
        Memo::new(move |_| game.own_side().is_some_and(|seat| open_offers(game, seat).contains(&offer)));
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
            title=move || if is_open.get() { page.t(online::YOU_OFFERED) } else { "" } on:click=press>
            <span inner_html=icon></span>
            {move || if is_open.get() { page.t(online::WITHDRAW) } else { page.t(label) }}
        </button>
    }
}

/// Gives up, when pressed twice.
#[component]
fn Resign(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let is_confirming = RwSignal::new(false);
    let press = move |_| {
        if is_confirming.get_untracked() {
            game.send_command(Command::Resign);
        }
        is_confirming.update(|sure| *sure = !*sure);
    };
    view! {
        <button type="button" class="labelled" data-do="resign" class:danger=move || is_confirming.get() on:click=press on:blur=move |_| is_confirming.set(false)>
            <span inner_html=icons::RESIGN></span>
            {move || if is_confirming.get() { page.t(words::RESIGN_SURE) } else { page.t(words::RESIGN) }}
        </button>
    }
}
