use leptos::prelude::*;
use yipan_client::online::game_name;
use yipan_client::text::{Text, home};
use yipan_games::GameKind;

use super::modes::Modes;
use super::options::{MoreOptions, PlayerOptions};
use super::preview::Preview;
use crate::context::use_app_context;
use crate::icons;
use crate::preferences::PreferenceSignals;
use crate::saved_games::start_game;
use crate::secondary_part::{RequiredPart, SecondaryPart};

/// A game with its options and the ways to start it.
///
/// The options come before the buttons, and each button starts at once; only an online game asks for more.
#[component]
pub(super) fn GameCard(kind: GameKind) -> impl IntoView {
    let context = use_app_context();
    let preferences = PreferenceSignals::new(kind);
    let is_invalid = Memo::new(move |_| preferences.error().is_some());
    let is_online = RwSignal::new(false);
    let name = move || game_name(kind.name(), context.language.get());
    let play = move |two: bool| {
        if !is_invalid.get_untracked() {
            start_game(context, preferences.local_setup(two));
        }
    };
    let label = move |text: Text| move || format!("{}: {}", name(), context.t(text));
    let error = move || preferences.error().map(|error| error.localize(context.language.get()).to_owned());
    view! {
        <article class="card" data-game=kind.name() aria-label=name>
            <header>
                <h2>{name}</h2>
                <p class="description">{move || context.t(description(kind))}</p>
            </header>
            <button type="button" class="preview" disabled=move || is_invalid.get() on:click=move |_| play(false) aria-label=label(home::PLAY_COMPUTER)>
                <Preview preferences/>
            </button>
            {(kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
            <MoreOptions preferences/>
            <PlayerOptions preferences/>
            <p class="error" role="alert" data-setup-error="">{error}</p>
            <div class="start" role="group" aria-label=label(home::START_GAME)>
                <button type="button" class="accent" data-do="computer" disabled=move || is_invalid.get() on:click=move |_| play(false) aria-label=label(home::COMPUTER) title=move || context.t(home::PLAY_COMPUTER)>
                    <span inner_html=icons::COMPUTER></span>{move || context.t(home::COMPUTER)}
                </button>
                <button type="button" data-do="two" disabled=move || is_invalid.get() on:click=move |_| play(true) aria-label=label(home::TWO_HERE) title=move || context.t(home::TWO_PLAYERS)>
                    <span inner_html=icons::TWO_PLAYERS></span>{move || context.t(home::TWO_HERE)}
                </button>
                <button type="button" data-do="invite" class:on=move || is_online.get() aria-expanded=move || is_online.get().to_string()
                    on:click=move |_| is_online.update(|shown| *shown = !*shown) aria-label=label(home::ONLINE) title=move || context.t(home::INVITE)>
                    <span inner_html=icons::LINK></span>{move || context.t(home::ONLINE)}
                </button>
            </div>
            <Show when=move || is_online.get()><RequiredPart part=SecondaryPart::CreateRoomForm(preferences)/></Show>
        </article>
    }
}

const fn description(kind: GameKind) -> Text {
    match kind {
        GameKind::Chess => home::CHESS_HINT,
        GameKind::Xiangqi => home::XIANGQI_HINT,
        GameKind::Liuzichong => home::LIUZICHONG_HINT,
    }
}
