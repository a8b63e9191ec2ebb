//! The settings: page, boards and pieces, playing, sound and notation.

mod choice_cards;
mod game_look;

use leptos::prelude::*;
use yipan_client::text::{Text, appearance, common, settings as text};
use yipan_client::{MoveInput, Settings, Theme};
use yipan_games::GameKind;

use self::choice_cards::ChoiceCards;
use self::game_look::GameLook;
use crate::context::use_app_context;
use crate::panel::TWO_PLAYER_VIEWS;

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let context = use_app_context();
    let theme = Signal::derive(move || context.t(text::THEME).to_owned());
    view! {
        <section class="settings">
            <h1>{move || context.t(text::TITLE)}</h1>
            <Group label=appearance::PAGE>
                <label class="setting">
                    <span>{move || context.t(common::LANGUAGE)}</span>
                    <select name="language" on:change=move |event| context.settings.update(|settings| settings.language = event_target_value(&event))>
                        {[("", None), ("zh-Hans", Some("简体中文")), ("zh-Hant", Some("繁體中文")), ("en", Some("English"))].into_iter().map(|(tag, name)| view! {
                            <option value=tag selected=move || context.settings.with(|settings| settings.language == tag)>
                                {move || name.unwrap_or_else(|| context.t(text::AUTO))}
                            </option>
                        }).collect_view()}
                    </select>
                </label>
                <ChoiceCards name="theme" label=theme get=|settings| settings.theme set=|settings, theme| settings.theme = theme picture=theme_swatch
                    choices=vec![(Theme::Auto, "auto", text::AUTO), (Theme::Light, "light", text::LIGHT), (Theme::Dark, "dark", text::DARK)]/>
            </Group>
            <Group label=appearance::BOARD_GROUP>
                <GameLook kind=GameKind::Chess/>
                <GameLook kind=GameKind::Xiangqi/>
                <GameLook kind=GameKind::Liuzichong/>
                <CheckboxSetting name="coordinates" label=text::COORDINATES get=|settings| settings.coordinates set=|settings, on| settings.coordinates = on/>
            </Group>
            <Group label=appearance::PLAY_GROUP>
                <SelectSetting name="animation" label=text::ANIMATION get=|settings| settings.animation_ms set=|settings, pace| settings.animation_ms = pace
                    choices=vec![(0, text::ANIMATION_OFF), (100, text::ANIMATION_FAST), (200, text::ANIMATION_NORMAL), (450, text::ANIMATION_SLOW)]/>
                <SelectSetting name="input" label=text::INPUT get=|settings| settings.move_input set=|settings, input| settings.move_input = input
                    choices=vec![(MoveInput::Both, text::INPUT_BOTH), (MoveInput::Drag, text::INPUT_DRAG), (MoveInput::Click, text::INPUT_CLICK)]/>
                <CheckboxSetting name="confirm" label=text::CONFIRM_MOVES get=|settings| settings.confirm_moves set=|settings, on| settings.confirm_moves = on/>
                <CheckboxSetting name="premove" label=text::PREMOVE get=|settings| settings.premove set=|settings, on| settings.premove = on/>
                <CheckboxSetting name="instant-replies" label=text::INSTANT_REPLIES get=|settings| settings.instant_replies set=|settings, on| settings.instant_replies = on/>
                <SelectSetting name="two-player-view" label=text::TWO_PLAYER_VIEW get=|settings| settings.two_player_view set=|settings, view| settings.two_player_view = view
                    choices=TWO_PLAYER_VIEWS.into()/>
            </Group>
            <Group label=appearance::SOUND_GROUP>
                <CheckboxSetting name="sound" label=text::SOUND get=|settings| settings.sound set=|settings, on| settings.sound = on/>
                <label class="setting">
                    <span>{move || context.t(text::VOLUME)}</span>
                    <input type="range" name="volume" min="0" max="100" prop:value=move || context.settings.with(|settings| settings.volume.to_string())
                        on:input=move |event| context.settings.update(|settings| settings.volume = event_target_value(&event).parse().unwrap_or(60))/>
                </label>
                <CheckboxSetting name="vibration" label=text::VIBRATION get=|settings| settings.vibration set=|settings, on| settings.vibration = on/>
            </Group>
            <Group label=appearance::NOTATION_GROUP>
                <SelectSetting name="notation" label=text::NOTATION get=|settings| settings.xiangqi_notation.clone() set=|settings, notation| settings.xiangqi_notation = notation
                    choices=vec![(String::new(), text::NOTATION_AUTO), ("chinese".to_owned(), text::NOTATION_CHINESE), ("wxf".to_owned(), text::NOTATION_WXF), ("uci".to_owned(), text::NOTATION_COORDINATES)]/>
            </Group>
        </section>
    }
}

/// A group of settings with a heading.
#[component]
fn Group(label: Text, children: Children) -> impl IntoView {
    let context = use_app_context();
    view! {
        <section class="settings-group" aria-label=move || context.t(label)>
            <h2>{move || context.t(label)}</h2>
            {children()}
        </section>
    }
}

fn theme_swatch(theme: Theme) -> AnyView {
    let class = match theme {
        Theme::Auto => "theme-swatch auto",
        Theme::Light => "theme-swatch light",
        Theme::Dark => "theme-swatch dark",
    };
    view! { <span class=class></span> }.into_any()
}

/// A setting with a list of values.
#[component]
fn SelectSetting<T: Clone + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    label: Text,
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
    choices: Vec<(T, Text)>,
) -> impl IntoView {
    let context = use_app_context();
    let values: Vec<T> = choices.iter().map(|(value, _)| value.clone()).collect();
    let change = move |event| {
        let value =
            event_target_value(&event).parse::<usize>().ok().and_then(|index| values.get(index).cloned());
        if let Some(value) = value {
            context.settings.update(|settings| set(settings, value));
        }
    };
    view! {
        <label class="setting">
            <span>{move || context.t(label)}</span>
            <select name=name on:change=change>
                {choices.into_iter().enumerate().map(|(index, (value, text))| view! {
                    <option value=index selected=move || context.settings.with(|settings| get(settings) == value)>{move || context.t(text)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

/// A setting that is on or off.
#[component]
fn CheckboxSetting(
    name: &'static str,
    label: Text,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) -> impl IntoView {
    let context = use_app_context();
    view! {
        <label class="setting">
            <span>{move || context.t(label)}</span>
            <input type="checkbox" name=name prop:checked=move || context.settings.with(get)
                on:change=move |event| context.settings.update(|settings| set(settings, event_target_checked(&event)))/>
        </label>
    }
}
