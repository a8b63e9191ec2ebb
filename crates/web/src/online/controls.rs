use leptos::prelude::*;
use yipan_board::online::may_abort;
use yipan_board::text::{Text, common, game as words, online};
use yipan_board::{Route, Said};
use yipan_games::{AnyGame, Options};
use yipan_rules::Seat;
use yipan_wire::{Command, Offer, Side};

use super::OnlineGame;
use crate::art;
use crate::stage::Stage;

/// What the other side offers, to be accepted or declined; nothing lies over the board.
#[component]
pub(super) fn Offers(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let offered = Memo::new(move |_| {
        let Some(seat) = game.seat() else { return Vec::new() };
        open_offers(game, seat.other()).into_iter().map(|offer| (seat.other(), offer)).collect::<Vec<_>>()
    });
    let one = move |(seat, offer): (Seat, Offer)| {
        let says = match offer {
            Offer::Draw => online::OFFERS_DRAW,
            Offer::Takeback => online::OFFERS_TAKEBACK,
            Offer::Rematch => online::OFFERS_REMATCH,
            Offer::RematchSame => online::OFFERS_SAME,
        };
        view! {
            <div class="offer" role="group" data-offer=key(offer)>
                <p>{move || page.fill(says, &[&game.name(seat)])}</p>
                <button type="button" class="accent" data-do="accept" on:click=move |_| game.command(Command::Accept { offer })>
                    {move || page.say(online::ACCEPT)}
                </button>
                <button type="button" data-do="decline" on:click=move |_| game.command(Command::Decline { offer })>
                    {move || page.say(online::DECLINE)}
                </button>
            </div>
        }
    };
    view! { <div class="offers" aria-live="polite">{move || offered.get().into_iter().map(one).collect_view()}</div> }
}

/// What a side has offered and the other not answered.
fn open_offers(game: OnlineGame, seat: Seat) -> Vec<Offer> {
    let by = Side::from(seat);
    game.session.with(|session| {
        let offers = session.state().map(|state| state.offers.clone()).unwrap_or_default();
        offers.into_iter().filter(|(side, _)| *side == by).map(|(_, offer)| offer).collect()
    })
}

const fn key(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Takeback => "takeback",
        Offer::Rematch => "rematch",
        Offer::RematchSame => "rematch-same",
    }
}

/// How a player of chess claims a draw.
const CLAIM: &str = "draw";

/// The buttons under the moves.
#[component]
pub(super) fn Controls(game: OnlineGame, stage: Stage, on_act: Callback<String>) -> impl IntoView {
    let page = game.page;
    let is_player = Memo::new(move |_| game.seat().is_some());
    let plays = Memo::new(move |_| game.seat().is_some() && game.is_playing());
    let may_go_back = game.session.with_untracked(|session| {
        let (Some(state), Some(kind)) = (session.state(), session.kind()) else { return false };
        let options = Options {
            position: state.terms.position.clone(),
            rules: state.terms.rules.clone(),
            modes: state.terms.modes.clone(),
        };
        AnyGame::start(kind, &options).is_ok_and(|game| game.may_go_back())
    });
    let may_be_aborted = Memo::new(move |_| {
        game.session.with(|session| session.state().is_some_and(|state| may_abort(&state.moves)))
    });
    // Where the rules leave it to the players, a draw is theirs to claim.
    let may_claim =
        Memo::new(move |_| stage.view.with(|view| view.actions.iter().any(|action| action == CLAIM)));
    let flip = move |_| game.flipped.update(|flipped| *flipped = !*flipped);
    view! {
        <div class="buttons">
            <Show when=move || plays.get()>
                <OfferButton game offer=Offer::Draw label=words::OFFER_DRAW icon=art::DRAW/>
                {may_go_back.then(|| view! { <OfferButton game offer=Offer::Takeback label=online::TAKEBACK icon=art::UNDO/> })}
                <Show when=move || may_claim.get()>
                    <button type="button" class="labelled accent" data-do="claim" on:click=move |_| on_act.run(CLAIM.to_owned())>
                        <span inner_html=art::DRAW></span>{move || page.say(words::CLAIM_DRAW)}
                    </button>
                </Show>
                <Show when=move || may_be_aborted.get()>
                    <button type="button" class="labelled" data-do="abort" on:click=move |_| game.command(Command::Abort)>
                        <span inner_html=art::CLOSE></span>{move || page.say(online::ABORT)}
                    </button>
                </Show>
                <Resign game/>
            </Show>
            <Show when=move || is_player.get() && game.is_over()>
                <OfferButton game offer=Offer::Rematch label=online::REMATCH icon=art::PLAY/>
            </Show>
            <button type="button" class="labelled" data-do="flip" on:click=flip>
                <span inner_html=art::FLIP></span>{move || page.say(words::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || page.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if page.settings.with(|settings| settings.sound) { art::SOUND_ON } else { art::SOUND_OFF }></span>
                {move || page.say(words::SOUND)}
            </button>
            // In a tab of its own: who leaves the table is away.
            <a class="button labelled" data-do="rules" href=Route::Rules(stage.grid.kind().name().into()).path() target="_blank" rel="noopener">
                <span inner_html=art::RULES></span>{move || page.say(common::RULES)}
            </a>
        </div>
    }
}

/// Offers something, or takes the offer back.
#[component]
pub(super) fn OfferButton(game: OnlineGame, offer: Offer, label: Text, icon: &'static str) -> impl IntoView {
    let page = game.page;
    let is_open =
        Memo::new(move |_| game.seat().is_some_and(|seat| open_offers(game, seat).contains(&offer)));
    let press = move |_| {
        game.note.set(Said::default());
        game.command(if is_open.get_untracked() {
            Command::Withdraw { offer }
        } else {
            Command::Offer { offer }
        });
    };
    view! {
        <button type="button" class="labelled" class:danger=move || is_open.get() data-do=key(offer) aria-pressed=move || is_open.get().to_string()
            title=move || if is_open.get() { page.say(online::YOU_OFFERED) } else { "" } on:click=press>
            <span inner_html=icon></span>
            {move || if is_open.get() { page.say(online::WITHDRAW) } else { page.say(label) }}
        </button>
    }
}

/// Gives up, when pressed twice.
#[component]
fn Resign(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let sure = RwSignal::new(false);
    let press = move |_| {
        if sure.get_untracked() {
            game.command(Command::Resign);
        }
        sure.update(|sure| *sure = !*sure);
    };
    view! {
        <button type="button" class="labelled" data-do="resign" class:danger=move || sure.get() on:click=press on:blur=move |_| sure.set(false)>
            <span inner_html=art::RESIGN></span>
            {move || if sure.get() { page.say(words::RESIGN_SURE) } else { page.say(words::RESIGN) }}
        </button>
    }
}
