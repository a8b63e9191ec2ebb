use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{clock_description, game_name};
use yipan_client::text::{Text, online, tournaments as text};
use yipan_client::{LocalizedText, Route};
use yipan_games::GameKind;
use yipan_wire::{NewTournament, TournamentConfig, TournamentFormat, TournamentState};

use crate::browser::fetch;
use crate::context::use_app_context;
use crate::online::{ClockField, RatedField, SpectatorField};
use crate::pages::home::modes::Modes;
use crate::pages::home::options::MoreOptions;
use crate::preferences::PreferenceSignals;

/// The starts that the form offers, in minutes from now. Zero means that the number of players decides.
const START_MINUTES: [u32; 7] = [0, 1, 5, 15, 60, 240, 1_440];

/// The fields of the form beyond the options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Draft {
    name: String,
    format: &'static str,
    rounds: u32,
    minutes: u32,
    start_minutes: u32,
    min_players: u32,
    password: String,
    allows_bots: bool,
    berserk: bool,
}

impl Draft {
    const FORMATS: [(&'static str, Text); 4] = [
        ("arena", text::ARENA),
        ("swiss", text::SWISS),
        ("round-robin", text::ROUND_ROBIN),
        ("double", text::DOUBLE_ROUND_ROBIN),
    ];

    fn format(&self) -> TournamentFormat {
        match self.format {
            "arena" => {
                TournamentFormat::Arena { seconds: self.minutes.saturating_mul(60), berserk: self.berserk }
            }
            "swiss" => TournamentFormat::Swiss { rounds: self.rounds },
            "double" => TournamentFormat::RoundRobin { is_double: true },
            _ => TournamentFormat::RoundRobin { is_double: false },
        }
    }
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            name: String::new(),
            format: "arena",
            rounds: 5,
            minutes: 60,
            start_minutes: 5,
            min_players: 4,
            password: String::new(),
            allows_bots: false,
            berserk: false,
        }
    }
}

/// A form that creates a tournament with all options of a room.
#[component]
pub(super) fn CreateTournamentForm() -> impl IntoView {
    let context = use_app_context();
    let kind = RwSignal::new(GameKind::Chess);
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            kind.set(chosen);
        }
    };
    let option = move |game: GameKind| {
        view! { <option value=game.name() selected=move || kind.get() == game>{move || game_name(game.name(), context.language.get())}</option> }
    };
    view! {
        <div class="card tournament-form">
            <label>
                <span>{move || context.t(online::GAME)}</span>
                <select name="game" on:change=choose>{GameKind::ALL.map(option).collect_view()}</select>
            </label>
            // Each game has preferences of its own.
            {move || view! { <TournamentFields kind=kind.get()/> }}
        </div>
    }
}

#[component]
fn TournamentFields(kind: GameKind) -> impl IntoView {
    let context = use_app_context();
    let preferences = PreferenceSignals::new(kind);
    let draft = RwSignal::new(Draft::default());
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let is_invalid = move || {
        let language = context.language.get();
        let has_bad_clock = preferences.with(|all| clock_description(&all.clock, language).is_err());
        has_bad_clock || preferences.error().is_some()
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || untrack(is_invalid) {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let request = new_tournament(&draft.get_untracked(), preferences);
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response = fetch::send("POST", "/api/tournaments", &request, language).await;
            let created: Result<TournamentState, _> =
                response.and_then(|text| fetch::parse_json(&text, language));
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match created {
                Ok(state) => context.navigate(Route::Tournament(state.summary.code)),
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    let number = move |name: &'static str,
                       label: Text,
                       read: fn(&Draft) -> u32,
                       write: fn(&mut Draft, u32)| {
        let change = move |event| {
            if let Ok(value) = event_target_value(&event).parse() {
                draft.update(|draft| write(draft, value));
            }
        };
        view! {
            <label>
                <span>{move || context.t(label)}</span>
                <input type="number" name=name min="1" max="1000" required prop:value=move || draft.with(read).to_string() on:input=change/>
            </label>
        }
    };
    let has_format = move |format: &'static str| draft.with(|draft| draft.format == format);
    view! {
        <form class="invite" data-form="tournament" on:submit=submit>
            <label>
                <span>{move || context.t(text::NAME)}</span>
                <input type="text" name="tournament-name" required maxlength="60" autocomplete="off" prop:value=move || draft.with(|draft| draft.name.clone())
                    on:input=move |event| draft.update(|draft| draft.name = event_target_value(&event))/>
            </label>
            {(kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
            <MoreOptions preferences/>
            <FormatField draft/>
            <Show when=move || has_format("swiss")>{number("rounds", text::ROUNDS, |draft| draft.rounds, |draft, value| draft.rounds = value)}</Show>
            <Show when=move || has_format("arena")>{number("minutes", text::MINUTES, |draft| draft.minutes, |draft, value| draft.minutes = value)}</Show>
            <Show when=move || has_format("arena")>
                <label class="checkbox">
                    <input type="checkbox" name="allow-berserk" prop:checked=move || draft.with(|draft| draft.berserk)
                        on:change=move |event| draft.update(|draft| draft.berserk = event_target_checked(&event))/>
                    <span>{move || context.t(text::ALLOW_BERSERK)}</span>
                </label>
            </Show>
            <ClockField preferences/>
            <SpectatorField preferences/>
            <RatedField preferences/>
            <label class="checkbox">
                <input type="checkbox" name="allow-bots" prop:checked=move || draft.with(|draft| draft.allows_bots)
                    on:change=move |event| draft.update(|draft| draft.allows_bots = event_target_checked(&event))/>
                <span>{move || context.t(text::ALLOW_BOTS)}</span>
            </label>
            <StartField draft/>
            {number("min-players", text::PLAYERS_NEEDED, |draft| draft.min_players, |draft, value| draft.min_players = value)}
            <label>
                <span>{move || context.t(text::PASSWORD)}</span>
                <input type="text" name="tournament-password" maxlength="200" autocomplete="off" on:input=move |event| draft.update(|draft| draft.password = event_target_value(&event))/>
            </label>
            <button type="submit" class="accent" data-do="create-tournament" disabled=move || is_busy.get() || is_invalid()>{move || context.t(text::CREATE)}</button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}

#[component]
fn FormatField(draft: RwSignal<Draft>) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some((format, _)) = Draft::FORMATS.into_iter().find(|(format, _)| *format == chosen) {
            draft.update(|draft| draft.format = format);
        }
    };
    let option = move |(format, label): (&'static str, Text)| {
        view! { <option value=format selected=move || draft.with(|draft| draft.format == format)>{move || context.t(label)}</option> }
    };
    view! {
        <label>
            <span>{move || context.t(text::FORMAT)}</span>
            <select name="format" on:change=choose>{Draft::FORMATS.map(option).collect_view()}</select>
        </label>
    }
}

#[component]
fn StartField(draft: RwSignal<Draft>) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        if let Ok(minutes) = event_target_value(&event).parse() {
            draft.update(|draft| draft.start_minutes = minutes);
        }
    };
    let option = move |minutes: u32| {
        let label = move || match minutes {
            0 => context.t(text::START_WITH_PLAYERS).to_owned(),
            minutes => context.t_args(text::START_IN, &[&minutes.to_string()]),
        };
        view! { <option value=minutes.to_string() selected=move || draft.with(|draft| draft.start_minutes == minutes)>{label}</option> }
    };
    view! {
        <label>
            <span>{move || context.t(text::START)}</span>
            <select name="start" on:change=choose>{START_MINUTES.map(option).collect_view()}</select>
        </label>
    }
}

fn new_tournament(draft: &Draft, preferences: PreferenceSignals) -> NewTournament {
    let starts_at = (draft.start_minutes > 0)
        .then(|| js_sys::Date::now() as u64 + u64::from(draft.start_minutes) * 60_000);
    NewTournament {
        config: TournamentConfig {
            name: draft.name.clone(),
            // Only accounts create tournaments.
            room: preferences.room_config(true),
            format: draft.format(),
            starts_at,
            min_players: Some(draft.min_players),
            allows_bots: draft.allows_bots,
        },
        password: (!draft.password.is_empty()).then(|| draft.password.clone()),
    }
}
