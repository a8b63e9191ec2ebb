//! Form fields for the options of a new game.

use leptos::prelude::*;
use yipan_client::text::Text;
use yipan_client::{GamePreferences, LocalizedText};

use crate::context::use_app_context;
use crate::preferences::PreferenceSignals;

/// The values of a select field, each with its label.
pub(crate) type Choices = Vec<(String, LocalizedText)>;

/// A checkbox for an option, with a short explanation.
#[component]
pub(crate) fn OptionCheckbox(
    preferences: PreferenceSignals,
    name: &'static str,
    label: Text,
    #[prop(optional, into)] hint: Option<Signal<Text>>,
    #[prop(optional, into)] disabled: Signal<bool>,
    read: fn(&GamePreferences) -> bool,
    write: fn(&mut GamePreferences, bool),
) -> impl IntoView {
    let context = use_app_context();
    let is_checked = move || preferences.with(read) && !disabled.get();
    let change = move |event| {
        let is_checked = event_target_checked(&event);
        preferences.update(|preferences| write(preferences, is_checked));
    };
    view! {
        <label class="checkbox">
            <input type="checkbox" name=name disabled=move || disabled.get() prop:checked=is_checked on:change=change/>
            <span>{move || context.t(label)} {hint.map(|hint| view! { <small>{move || context.t(hint.get())}</small> })}</span>
        </label>
    }
}

/// A list of values for an option, with a short explanation.
#[component]
pub(crate) fn OptionSelect(
    preferences: PreferenceSignals,
    name: &'static str,
    label: Text,
    choices: Choices,
    #[prop(optional, into)] hint: Option<Signal<Text>>,
    #[prop(optional, into)] disabled: Signal<bool>,
    read: fn(&GamePreferences) -> String,
    write: fn(&mut GamePreferences, String),
) -> impl IntoView {
    let context = use_app_context();
    let selected = Memo::new(move |_| preferences.with(read));
    let change = move |event| {
        let value = event_target_value(&event);
        preferences.update(|preferences| write(preferences, value));
    };
    let option = move |(value, text): (String, LocalizedText)| {
        let key = value.clone();
        view! {
            <option value=value selected=move || selected.with(|selected| *selected == key)>
                {move || text.localize(context.language.get()).to_owned()}
            </option>
        }
    };
    view! {
        <label>
            <span>{move || context.t(label)}</span>
            <select name=name disabled=move || disabled.get() on:change=change>{choices.into_iter().map(option).collect_view()}</select>
            {hint.map(|hint| view! { <small>{move || context.t(hint.get())}</small> })}
        </label>
    }
}

/// Returns numbers as the values of a select field.
pub(crate) fn number_choices(numbers: impl Iterator<Item = u8>) -> Choices {
    numbers.map(|number| (number.to_string(), LocalizedText::new(|_| number.to_string()))).collect()
}
