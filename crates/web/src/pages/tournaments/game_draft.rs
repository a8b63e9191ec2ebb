use leptos::prelude::*;
use yipan_client::GamePreferences;
use yipan_client::online::{game_name, tournament_clock_error};
use yipan_client::text::online;
use yipan_core::Language;
use yipan_games::GameKind;
use yipan_wire::RoomConfig;

use crate::context::use_app_context;
use crate::online::{ClockField, RatedField, SpectatorField};
use crate::pages::home::modes::Modes;
use crate::pages::home::options::MoreOptions;
use crate::preferences::PreferenceSignals;

/// The game of a tournament with the options of its rooms, as the forms edit it. Each game has options of its own.
#[derive(Clone, Copy)]
pub(super) struct GameDraft {
    kind: RwSignal<GameKind>,
    options: [PreferenceSignals; GameKind::ALL.len()],
}

impl GameDraft {
    /// Returns the options that the user chose last.
    pub(super) fn new() -> GameDraft {
        GameDraft { kind: RwSignal::new(GameKind::Chess), options: GameKind::ALL.map(PreferenceSignals::new) }
    }

    /// Returns the options of a tournament that is to be changed; `None` if the form does not offer one of its rules.
    ///
    /// Another game begins with its default rules and the same clock.
    pub(super) fn of(room: &RoomConfig) -> Option<GameDraft> {
        let (kind, options) = GamePreferences::from_room_config(room)?;
        let defaults = GamePreferences {
            side: options.side.clone(),
            clock: options.clock.clone(),
            rated: options.rated,
            public: options.public,
            spectators: options.spectators,
            chat: options.chat,
            ..GamePreferences::default()
        };
        let of_game = |game| if game == kind { options.clone() } else { defaults.clone() };
        Some(GameDraft {
            kind: RwSignal::new(kind),
            options: GameKind::ALL.map(|game| PreferenceSignals::with_options(game, of_game(game))),
        })
    }

    /// Returns the options of the chosen game; reactive.
    fn current(self) -> PreferenceSignals {
        let kind = self.kind.get();
        let index = GameKind::ALL.iter().position(|game| *game == kind);
        self.options[index.expect("`ALL` contains every game")]
    }

    /// Returns the reason why there is no such game, or no tournament with its clock; reactive.
    pub(super) fn error(self, language: Language) -> Option<String> {
        let options = self.current();
        let clock_error = options.with(|all| tournament_clock_error(&all.clock, language));
        clock_error.or_else(|| options.error().map(|error| error.localize(language).to_owned()))
    }

    /// Returns the configuration of the rooms. Only accounts create tournaments.
    pub(super) fn room_config(self) -> RoomConfig {
        untrack(|| self.current()).room_config(true)
    }
}

/// The game, its modes and its rules.
#[component]
pub(super) fn GameFields(game: GameDraft) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            game.kind.set(chosen);
        }
    };
    let option = move |kind: GameKind| {
        view! { <option value=kind.name() selected=move || game.kind.get() == kind>{move || game_name(kind.name(), context.language.get())}</option> }
    };
    let rules = move || {
        let preferences = game.current();
        view! {
            {(preferences.kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
            <MoreOptions preferences/>
        }
    };
    view! {
        <label>
            <span>{move || context.t(online::GAME)}</span>
            <select name="game" on:change=choose>{GameKind::ALL.map(option).collect_view()}</select>
        </label>
        {rules}
    }
}

/// The clock, the spectators and whether the games are rated.
#[component]
pub(super) fn RoomFields(game: GameDraft) -> impl IntoView {
    let context = use_app_context();
    let fields = move || {
        let preferences = game.current();
        view! { <ClockField preferences/><SpectatorField preferences/><RatedField preferences/> }
    };
    let error = Memo::new(move |_| game.error(context.language.get()));
    view! {
        {fields}
        {move || error.get().map(|message| view! { <p class="error" role="alert">{message}</p> })}
    }
}
