use leptos::prelude::*;
use yipan_board::text::{Text, common, settings as text};
use yipan_board::{Input, Men, Settings, Theme, Wood};

use crate::page::page;

/// What each person likes.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let page = page();
    view! {
        <section class="settings">
            <h1>{move || page.say(text::TITLE)}</h1>
            <label class="setting">
                <span>{move || page.say(common::LANGUAGE)}</span>
                <select name="language" on:change=move |event| page.settings.update(|settings| settings.lang = event_target_value(&event))>
                    {[("", None), ("zh-Hans", Some("简体中文")), ("zh-Hant", Some("繁體中文")), ("en", Some("English"))].into_iter().map(|(tag, name)| view! {
                        <option value=tag selected=move || page.settings.with(|settings| settings.lang == tag)>
                            {move || name.unwrap_or_else(|| page.say(text::AUTO))}
                        </option>
                    }).collect_view()}
                </select>
            </label>
            <Choice name="theme" label=text::THEME get=|settings| settings.theme set=|settings, theme| settings.theme = theme
                choices=vec![(Theme::Auto, text::AUTO), (Theme::Light, text::LIGHT), (Theme::Dark, text::DARK)]/>
            <Choice name="wood" label=text::WOOD get=|settings| settings.wood set=|settings, wood| settings.wood = wood
                choices=vec![(Wood::Walnut, text::WALNUT), (Wood::Jade, text::JADE), (Wood::Slate, text::SLATE)]/>
            <Choice name="chess-men" label=text::CHESS_MEN get=|settings| settings.chess_men set=|settings, men| settings.chess_men = men
                choices=vec![(Men::Usual, text::FIGURES), (Men::Other, text::LETTERS)]/>
            <Choice name="xiangqi-men" label=text::XIANGQI_MEN get=|settings| settings.xiangqi_men set=|settings, men| settings.xiangqi_men = men
                choices=vec![(Men::Usual, text::CHARACTERS), (Men::Other, text::SYMBOLS)]/>
            <Choice name="notation" label=text::NOTATION get=|settings| settings.notation.clone() set=|settings, notation| settings.notation = notation
                choices=vec![(String::new(), text::NOTATION_AUTO), ("chinese".to_owned(), text::NOTATION_CHINESE), ("wxf".to_owned(), text::NOTATION_WXF), ("uci".to_owned(), text::NOTATION_COORDINATES)]/>
            <Choice name="pace" label=text::PACE get=|settings| settings.pace set=|settings, pace| settings.pace = pace
                choices=vec![(0, text::PACE_OFF), (100, text::PACE_FAST), (200, text::PACE_USUAL), (450, text::PACE_SLOW)]/>
            <Choice name="input" label=text::INPUT get=|settings| settings.input set=|settings, input| settings.input = input
                choices=vec![(Input::Both, text::INPUT_BOTH), (Input::Drag, text::INPUT_DRAG), (Input::Click, text::INPUT_CLICK)]/>
            <Switch name="sound" label=text::SOUND get=|settings| settings.sound set=|settings, on| settings.sound = on/>
            <label class="setting">
                <span>{move || page.say(text::VOLUME)}</span>
                <input type="range" name="volume" min="0" max="100" prop:value=move || page.settings.with(|settings| settings.volume.to_string())
                    on:input=move |event| page.settings.update(|settings| settings.volume = event_target_value(&event).parse().unwrap_or(60))/>
            </label>
            <Switch name="coordinates" label=text::COORDINATES get=|settings| settings.coordinates set=|settings, on| settings.coordinates = on/>
            <Switch name="confirm" label=text::CONFIRM get=|settings| settings.confirm set=|settings, on| settings.confirm = on/>
            <Switch name="premove" label=text::PREMOVE get=|settings| settings.premove set=|settings, on| settings.premove = on/>
        </section>
    }
}

/// One of several.
#[component]
fn Choice<T: Clone + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    label: Text,
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
    choices: Vec<(T, Text)>,
) -> impl IntoView {
    let page = page();
    let values: Vec<T> = choices.iter().map(|(value, _)| value.clone()).collect();
    let change = move |event| {
        let picked =
            event_target_value(&event).parse::<usize>().ok().and_then(|index| values.get(index).cloned());
        if let Some(value) = picked {
            page.settings.update(|settings| set(settings, value));
        }
    };
    view! {
        <label class="setting">
            <span>{move || page.say(label)}</span>
            <select name=name on:change=change>
                {choices.into_iter().enumerate().map(|(index, (value, text))| view! {
                    <option value=index selected=move || page.settings.with(|settings| get(settings) == value)>{move || page.say(text)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

/// Yes or no.
#[component]
fn Switch(
    name: &'static str,
    label: Text,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) -> impl IntoView {
    let page = page();
    view! {
        <label class="setting">
            <span>{move || page.say(label)}</span>
            <input type="checkbox" name=name prop:checked=move || page.settings.with(get)
                on:change=move |event| page.settings.update(|settings| set(settings, event_target_checked(&event)))/>
        </label>
    }
}
