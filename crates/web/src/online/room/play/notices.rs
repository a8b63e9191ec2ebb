use leptos::prelude::*;
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
                    turn.is_some_and(|turn| Some(turn) == side) && !has_moved
                })
            })
    });
    view! { <Show when=move || is_due.get()><p class="secondary">{move || context.t(online::FIRST_MOVE)}</p></Show> }
}

/// The claims that are available while the opponent is disconnected.
#[component]
pub(crate) fn OpponentAway(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let disconnected_side = Memo::new(move |_| {
        let other = game.own_side().filter(|_| game.is_playing())?.other();
        game.is_side_away(other).then_some(other)
    });
    let claim = move |claim: Claim| game.send_command(Command::Claim { claim });
    let shown = move || {
        disconnected_side.get().map(|other| {
            view! {
                <div class="offer" role="group">
                    <p>{move || context.t_args(online::DISCONNECTED, &[&game.player_name(other)])}</p>
                    <button type="button" data-do="claim-win" on:click=move |_| claim(Claim::Win)>{move || context.t(online::CLAIM_WIN)}</button>
                    <button type="button" data-do="claim-draw" on:click=move |_| claim(Claim::Draw)>{move || context.t(online::CLAIM_DRAW)}</button>
                </div>
            }
        })
    };
    view! { {shown} }
}
