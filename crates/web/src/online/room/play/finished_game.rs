use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::{depends_on_viewer, has_chance_events, verify_label};
use yipan_client::text::online;
use yipan_core::Side;
use yipan_games::GameKind;

use super::super::game::OnlineGame;
use super::verify::verify;
use crate::browser::fetch;
use crate::icons;
use crate::share_game::ShareGame;

/// The record of a finished game: seed, verification, downloads and ways to share it.
#[component]
pub(crate) fn FinishedGame(game: OnlineGame, kind: GameKind) -> impl IntoView {
    let context = game.context;
    let (verification, is_busy) =
        (RwSignal::new(None::<Result<LocalizedText, LocalizedText>>), RwSignal::new(false));
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    let (commitment, modes, has_viewers, verify_text) = game.room_client.with_untracked(|room_client| {
        let details = room_client.state().map(|state| {
            // In a game without chance there is nothing to verify.
            let verify_text = has_chance_events(&state.config).then(|| verify_label(&state.config));
            (
                state.commitment.clone(),
                state.config.modes.clone(),
                depends_on_viewer(&state.config),
                verify_text,
            )
        });
        details.unwrap_or_default()
    });
    let seed = move || {
        let ending =
            game.room_client.with(|room_client| room_client.state().and_then(|state| state.game_end.clone()));
        ending.map(|ending| ending.seed).unwrap_or_default()
    };
    // The server exports PGN for xiangqi, and for chess without modes or with fog only.
    let has_pgn = match kind {
        GameKind::Chess => modes.iter().all(|mode| mode == "fog"),
        GameKind::Xiangqi => true,
        GameKind::Liuzichong => false,
    };
    // The pictures have the player's own side at the bottom, like the board.
    let bottom = game.own_side().unwrap_or(Side::First);
    let path = format!("/api/games/{room}");
    let record = format!("{path}/record");
    let check = {
        let record = record.clone();
        move |_| {
            if is_busy.get_untracked() {
                return;
            }
            is_busy.set(true);
            let (record, promise, language) =
                (record.clone(), commitment.clone(), context.language.get_untracked());
            spawn_local(async move {
                let found = match fetch::get(&record, language).await {
                    Ok(text) => verify(kind, &text, &promise),
                    Err(error) => Err(fetch::error_text(&error, language)),
                };
                if is_busy.try_set(false).is_none() {
                    verification.set(Some(found));
                }
            });
        }
    };
    let found = move || {
        let language = context.language.get();
        verification.get().map(|found| match found {
            Ok(message) => view! { <p class="good" role="status" data-verified="yes"><span inner_html=icons::CHECK></span>{message.localize(language).to_owned()}</p> }.into_any(),
            Err(message) => view! { <p class="error" role="alert" data-verified="no">{context.t_args(online::VERIFICATION_FAILED, &[message.localize(language)])}</p> }.into_any(),
        })
    };
    view! {
            {verify_text.map(|verify_text| view! {
                <details>
                    <summary>{move || context.t(online::SEED)}</summary>
                    <code class="hash" data-seed="">{seed}</code>
                </details>
                <button type="button" data-do="verify" disabled=move || is_busy.get() on:click=check>{move || context.t(verify_text)}</button>
                {found}
            })}
            <p class="links">
                <a href=record download=format!("{room}.yipan") data-link="record">{move || context.t(online::RECORD)}</a>
                {has_pgn.then(|| view! { <a href=format!("{path}/pgn") download=format!("{room}.pgn") data-link="pgn">{move || context.t(online::PGN)}</a> })}
                <a href=move || format!("{path}/text?lang={}", context.language.get()) target="_blank" rel="noopener" data-link="text">{move || context.t(online::TEXT)}</a>
            </p>
            <ShareGame code=room kind has_viewers bottom/>
    }
}
