use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, game as words, online};
use yipan_client::{LocalizedText, Route};
use yipan_games::GameKind;

use super::OnlineGame;
use super::verify::verify;
use crate::app::Go;
use crate::fetch;
use crate::icons;

/// What is left when a game is over: the seed and its proof, the record, and the next game.
#[component]
pub(super) fn After(game: OnlineGame, kind: GameKind) -> impl IntoView {
    let page = game.page;
    let (verification, is_busy) =
        (RwSignal::new(None::<Result<LocalizedText, LocalizedText>>), RwSignal::new(false));
    let room = game.session.with_untracked(|session| session.room().to_owned());
    let (commitment, modes) = game.session.with_untracked(|session| {
        let state = session.state();
        state.map(|state| (state.commitment.clone(), state.config.modes.clone())).unwrap_or_default()
    });
    let seed = move || {
        let ending = game.session.with(|session| session.state().and_then(|state| state.game_end.clone()));
        ending.map(|ending| ending.seed).unwrap_or_default()
    };
    let next = move || {
        let next = game.session.with(|session| session.state().and_then(|state| state.rematch_room.clone()));
        next.map(|room| view! { <Go to=Route::Room(room) class="button accent">{move || page.t(online::NEXT_GAME)}</Go> })
    };
    // Whether the game can be written so: the hall writes chess without modes or with fog alone, and xiangqi.
    let has_pgn = match kind {
        GameKind::Chess => modes.iter().all(|mode| mode == "fog"),
        GameKind::Xiangqi => true,
        GameKind::Liuzichong => false,
    };
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
                (record.clone(), commitment.clone(), page.language.get_untracked());
            spawn_local(async move {
                let found = match fetch::get(&record, language).await {
                    Ok(text) => verify(kind, &text, &promise),
                    Err(fault) => Err(fetch::error_text(fault, language)),
                };
                if is_busy.try_set(false).is_none() {
                    verification.set(Some(found));
                }
            });
        }
    };
    let found = move || {
        let language = page.language.get();
        verification.get().map(|found| match found {
            Ok(said) => view! { <p class="good" role="status" data-verified="yes"><span inner_html=icons::CHECK></span>{said.localize(language).to_owned()}</p> }.into_any(),
            Err(said) => view! { <p class="fault" role="alert" data-verified="no">{page.t_args(online::VERIFICATION_FAILED, &[said.localize(language)])}</p> }.into_any(),
        })
    };
    view! {
        <section class="after">
            {next}
            <Go to=Route::Replay(room.clone()) class="button">{move || page.t(words::REVIEW)}</Go>
            <details>
                <summary>{move || page.t(online::SEED)}</summary>
                <code class="hash" data-seed="">{seed}</code>
            </details>
            <button type="button" data-do="verify" disabled=move || is_busy.get() on:click=check>{move || page.t(online::VERIFY)}</button>
            {found}
            <p class="links">
                <a href=record download=format!("{room}.yipan") data-link="record">{move || page.t(online::RECORD)}</a>
                {has_pgn.then(|| view! { <a href=format!("{path}/pgn") download=format!("{room}.pgn") data-link="pgn">{move || page.t(online::PGN)}</a> })}
                <a href=move || format!("{path}/text?lang={}", page.language.get()) target="_blank" rel="noopener" data-link="text">{move || page.t(online::TEXT)}</a>
            </p>
        </section>
    }
}

/// A room that was closed before the game began.
#[component]
pub(crate) fn Closed(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    view! {
        <section class="lost">
            <h1>{move || game.status_text()}</h1>
            <Go to=Route::Home>{move || page.t(common::BACK_HOME)}</Go>
        </section>
    }
}
