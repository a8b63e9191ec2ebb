use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::online::can_abort;
use yipan_client::text::{common, game as game_text, online};
use yipan_games::{AnyGame, GameOptions};
use yipan_wire::{Command, Offer};

use super::super::game::OnlineGame;
use super::offers::OfferButton;
use crate::board_view::BoardView;
use crate::icons;

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
        AnyGame::start(kind, &options).is_ok_and(|game| game.supports_takeback())
    });
    let can_abort = Memo::new(move |_| {
        game.room_client.with(|room_client| room_client.state().is_some_and(|state| can_abort(&state.moves)))
    });
    // Some rules let the players claim a draw.
    let can_claim_draw = Memo::new(move |_| {
        board.view.with(|view| view.actions.iter().any(|action| action == CLAIM_DRAW_ACTION))
    });
    let flip = move |_| game.flipped.update(|flipped| *flipped = !*flipped);
    view! {
        <div class="buttons">
            <Show when=move || is_playing.get()>
                <OfferButton game offer=Offer::Draw label=game_text::OFFER_DRAW icon=icons::DRAW/>
                {supports_takeback.then(|| view! { <OfferButton game offer=Offer::Takeback label=online::TAKEBACK icon=icons::UNDO/> })}
                <Show when=move || can_claim_draw.get()>
                    <button type="button" class="labelled accent" data-do="claim" on:click=move |_| on_action.run(CLAIM_DRAW_ACTION.to_owned())>
                        <span inner_html=icons::DRAW></span>{move || context.t(game_text::CLAIM_DRAW)}
                    </button>
                </Show>
                <Show when=move || can_abort.get()>
                    <button type="button" class="labelled" data-do="abort" on:click=move |_| game.send_command(Command::Abort)>
                        <span inner_html=icons::CLOSE></span>{move || context.t(online::ABORT)}
                    </button>
                </Show>
                <Resign game/>
            </Show>
            <Show when=move || is_player.get() && game.is_over()>
                <OfferButton game offer=Offer::Rematch label=online::REMATCH icon=icons::PLAY/>
            </Show>
            <button type="button" class="labelled" data-do="flip" on:click=flip>
                <span inner_html=icons::FLIP></span>{move || context.t(game_text::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || context.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| context.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if context.settings.with(|settings| settings.sound) { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || context.t(game_text::SOUND)}
            </button>
            // In a new tab, because leaving the room disconnects the player.
            <a class="button labelled" data-do="rules" href=Route::Rules(board.grid.kind().name().into()).path() target="_blank" rel="noopener">
                <span inner_html=icons::RULES></span>{move || context.t(common::RULES)}
            </a>
        </div>
    }
}

/// Resigns. The first press asks for confirmation.
#[component]
fn Resign(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let is_confirming = RwSignal::new(false);
    let press = move |_| {
        if is_confirming.get_untracked() {
            game.send_command(Command::Resign);
        }
        is_confirming.update(|is_confirming| *is_confirming = !*is_confirming);
    };
    view! {
        <button type="button" class="labelled" data-do="resign" class:danger=move || is_confirming.get() on:click=press on:blur=move |_| is_confirming.set(false)>
            <span inner_html=icons::RESIGN></span>
            {move || if is_confirming.get() { context.t(game_text::RESIGN_CONFIRM) } else { context.t(game_text::RESIGN) }}
        </button>
    }
}
