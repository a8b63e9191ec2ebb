use leptos::prelude::*;
use yipan_client::online::{RoomClient, can_abort, can_berserk};
use yipan_client::text::{common, game as game_text, online, result};
use yipan_client::{Route, rules_topic};
use yipan_games::{AnyGame, GameOptions};
use yipan_wire::{Command, Offer};

use super::super::game::OnlineGame;
use super::offers::{OfferButton, is_open, make_offer};
use crate::board_view::BoardView;
use crate::icons;
use crate::panel::{ConfirmButton, ZenButton};

/// The action that claims a draw in chess.
const CLAIM_DRAW_ACTION: &str = "draw";

/// The buttons below the move list.
#[component]
pub(crate) fn Controls(game: OnlineGame, board: BoardView, on_action: Callback<String>) -> impl IntoView {
    let context = game.context;
    let is_player = Memo::new(move |_| game.own_side().is_some());
    let is_playing = Memo::new(move |_| game.own_side().is_some() && game.is_playing());
    let supports_takeback = game.room_client.with_untracked(|room_client| {
        let (Some(state), Some(kind)) = (room_client.state(), room_client.kind()) else { return false };
        let options = GameOptions {
            position: state.config.position.clone(),
            rules: state.config.rules.clone(),
            modes: state.config.modes.clone(),
        };
        !room_client.is_rated()
            && room_client.tournament().is_none()
            && AnyGame::start(kind, &options).is_ok_and(|game| game.supports_takeback())
    });
    let is_in_tournament = game.room_client.with_untracked(|room_client| room_client.tournament().is_some());
    let can_abort = Memo::new(move |_| {
        let is_early =
            |room_client: &RoomClient| room_client.state().is_some_and(|state| can_abort(&state.moves));
        !is_in_tournament && game.room_client.with(is_early)
    });
    let can_berserk = Memo::new(move |_| game.room_client.with(can_berserk));
    // Some rules let the players claim a draw.
    let can_claim_draw = Memo::new(move |_| {
        board.view.with(|view| view.actions.iter().any(|action| action == CLAIM_DRAW_ACTION))
    });
    let is_draw_offered = is_open(game, Offer::Draw);
    let flip = move |_| game.flipped.update(|flipped| *flipped = !*flipped);
    view! {
        <div class="buttons">
            <Show when=move || is_playing.get()>
                <ConfirmButton key="draw" icon=icons::DRAW label=game_text::OFFER_DRAW question=result::OFFER_DRAW_QUESTION
                    disabled=is_draw_offered on_confirm=Callback::new(move |()| make_offer(game, Offer::Draw))/>
                {supports_takeback.then(|| view! { <OfferButton game offer=Offer::Takeback label=online::TAKEBACK icon=icons::UNDO/> })}
                <Show when=move || can_claim_draw.get()>
                    <button type="button" class="labelled accent" data-do="claim" on:click=move |_| on_action.run(CLAIM_DRAW_ACTION.to_owned())>
                        <span inner_html=icons::DRAW></span>{move || context.t(game_text::CLAIM_DRAW)}
                    </button>
                </Show>
                <Show when=move || can_berserk.get()>
                    <ConfirmButton key="berserk" icon=icons::BERSERK label=online::BERSERK question=online::BERSERK_QUESTION
                        on_confirm=Callback::new(move |()| game.send_command(Command::Berserk))/>
                </Show>
                <Show when=move || can_abort.get()>
                    <ConfirmButton key="abort" icon=icons::CLOSE label=online::ABORT question=result::ABORT_QUESTION
                        on_confirm=Callback::new(move |()| game.send_command(Command::Abort))/>
                </Show>
                <ConfirmButton key="resign" icon=icons::RESIGN label=game_text::RESIGN question=result::RESIGN_QUESTION
                    on_confirm=Callback::new(move |()| game.send_command(Command::Resign))/>
            </Show>
            <Show when=move || is_player.get() && game.is_over() && !is_in_tournament>
                <OfferButton game offer=Offer::Rematch label=online::REMATCH icon=icons::PLAY/>
            </Show>
            <button type="button" class="labelled" data-do="flip" on:click=flip>
                <span inner_html=icons::FLIP></span>{move || context.t(game_text::FLIP)}
            </button>
            <ZenButton/>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || context.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| context.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if context.settings.with(|settings| settings.sound) { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || context.t(game_text::SOUND)}
            </button>
            // In a new tab, because leaving the room disconnects the player.
            <a class="button labelled" data-do="rules" href=Route::Rules(rules_topic(board.grid.kind().name(), &game.modes())).path() target="_blank" rel="noopener">
                <span inner_html=icons::RULES></span>{move || context.t(common::RULES)}
            </a>
        </div>
    }
}
