use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{game_name, mode_name};
use yipan_client::text::{Text, home, online, ratings as text};
use yipan_client::{GamePreferences, LocalizedText};
use yipan_games::GameKind;

use super::search::find_users;
use crate::browser::fetch;
use crate::context::use_app_context;

/// The games of a profile that are listed. Empty texts match all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameFilters {
    pub(super) game: String,
    pub(super) mode: String,
    pub(super) result: String,
    /// The id of the opponent.
    pub(super) opponent: String,
}

impl GameFilters {
    /// Returns the parameters of the request.
    pub(super) fn query(&self) -> String {
        let parameters = [
            ("game", &self.game),
            ("mode", &self.mode),
            ("result", &self.result),
            ("opponent", &self.opponent),
        ];
        let chosen = parameters.into_iter().filter(|(_, value)| !value.is_empty());
        let encode = |value: &String| String::from(js_sys::encode_uri_component(value));
        chosen.map(|(name, value)| format!("&{name}={}", encode(value))).collect()
    }
}

/// The fields that choose the listed games.
#[component]
pub(super) fn GameFilterFields(filters: RwSignal<GameFilters>) -> impl IntoView {
    let context = use_app_context();
    let select = move |name: &'static str,
                       label: Text,
                       options: Vec<(String, Signal<String>)>,
                       choose: fn(&mut GameFilters, String)| {
        let option = |(value, text): (String, Signal<String>)| view! { <option value=value>{move || text.get()}</option> };
        view! {
            <label>
                <span>{move || context.t(label)}</span>
                <select name=name on:change=move |event| filters.update(|filters| choose(filters, event_target_value(&event)))>
                    <option value="">{move || context.t(text::ANY)}</option>
                    {options.into_iter().map(option).collect_view()}
                </select>
            </label>
        }
    };
    let games = GameKind::ALL.map(|kind| {
        (kind.name().to_owned(), Signal::derive(move || game_name(kind.name(), context.language.get())))
    });
    let modes = GamePreferences::MODES.into_iter().flat_map(|mode| match mode {
        "dice" => vec!["dice-a", "dice-b"],
        mode => vec![mode],
    });
    let modes =
        modes.map(|mode| (mode.to_owned(), Signal::derive(move || mode_name(mode, context.language.get()))));
    let results = [("win", text::WON), ("draw", text::DRAWN), ("loss", text::LOST)]
        .map(|(value, label)| (value.to_owned(), Signal::derive(move || context.t(label).to_owned())));
    view! {
        <div class="game-filters">
            {select("game", online::GAME, games.into(), |filters, value| filters.game = value)}
            {select("mode", home::MODES, modes.collect(), |filters, value| filters.mode = value)}
            {select("result", text::RESULT, results.into(), |filters, value| filters.result = value)}
            <OpponentField filters/>
        </div>
    }
}

/// A field for the name of the opponent, who is looked up when it is left or Enter is pressed.
#[component]
fn OpponentField(filters: RwSignal<GameFilters>) -> impl IntoView {
    let context = use_app_context();
    let wanted = RwSignal::new(String::new());
    let error = RwSignal::new(LocalizedText::default());
    let choose = move |event| {
        let (name, language) =
            (event_target_value(&event).trim().to_owned(), context.language.get_untracked());
        wanted.set(name.clone());
        error.set(LocalizedText::default());
        filters.update(|filters| filters.opponent.clear());
        if name.is_empty() {
            return;
        }
        spawn_local(async move {
            let users = find_users(&name, language).await;
            // The component may have been unmounted, or another name is wanted by now.
            if wanted.try_get_untracked().is_none_or(|wanted| wanted != name) {
                return;
            }
            match users {
                Ok(users) => match users.iter().find(|user| user.name.eq_ignore_ascii_case(&name)) {
                    Some(user) => filters.update(|filters| filters.opponent.clone_from(&user.id)),
                    None => error.set(text::NO_PLAYERS.into()),
                },
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    view! {
        <label>
            <span>{move || context.t(text::OPPONENT)}</span>
            <input type="text" name="opponent" autocomplete="off" spellcheck="false" maxlength="24" on:change=choose/>
        </label>
        <p class="error" role="alert">{move || context.localized(error)}</p>
    }
}
