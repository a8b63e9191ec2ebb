use leptos::prelude::*;
use yipan_client::name_in_sentence;
use yipan_client::online::ClaimCountdown;
use yipan_client::text::online;
use yipan_wire::{Claim, Command};

use super::super::game::OnlineGame;

/// A notice that the first move has a time limit.
#[component]
pub(crate) fn FirstMoveNotice(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let is_due = Memo::new(move |_| {
        let side = game.own_side();
        game.is_playing()
            && game.room_client.with(|room_client| {
                room_client.state().is_some_and(|state| {
                    let turn = state.view.as_ref().and_then(|view| view.turn);
                    let has_moved = state.moves.iter().any(|entry| Some(entry.side) == side);
                    let has_days = state.config.clock.ends_with('d');
                    turn.is_some_and(|turn| Some(turn) == side) && !has_moved && !has_days
                })
            })
    });
    view! { <Show when=move || is_due.get()><p class="secondary">{move || context.t(online::FIRST_MOVE)}</p></Show> }
}

/// The countdown to a claim while the opponent is offline, and then the claims.
#[component]
pub(crate) fn OpponentAway(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let countdown = Memo::new(move |_| {
        let now = game.server_now.get();
        game.room_client.with(|room_client| room_client.claim_countdown(now))
    });
    let side = Memo::new(move |_| countdown.get().map(|countdown| countdown.side));
    let is_due = Memo::new(move |_| countdown.get().is_some_and(ClaimCountdown::is_due));
    let text = move || {
        countdown.get().map(|countdown| {
            let name = name_in_sentence(&game.user_name(countdown.side), context.language.get());
            if countdown.is_due() {
                context.t_args(online::OFFLINE_CLAIM_NOW, &[&name])
            } else {
                context.t_args(online::OFFLINE_CLAIM_IN, &[&name, &countdown.text()])
            }
        })
    };
    let claim = move |claim: Claim| game.send_command(Command::Claim { claim });
    view! {
        <Show when=move || side.get().is_some()>
            // The announcement of the disconnection is enough for screen readers; every second is not.
            <div class="offer" role="group" data-opponent-offline="">
                <p role="timer">{text}</p>
                <Show when=move || is_due.get()>
                    <button type="button" data-do="claim-win" on:click=move |_| claim(Claim::Win)>{move || context.t(online::CLAIM_WIN)}</button>
                    <button type="button" data-do="claim-draw" on:click=move |_| claim(Claim::Draw)>{move || context.t(online::CLAIM_DRAW)}</button>
                </Show>
            </div>
        </Show>
    }
}
