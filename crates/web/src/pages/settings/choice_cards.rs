use leptos::prelude::*;
use yipan_client::{Settings, Text};

use crate::context::use_app_context;

/// A setting as cards with pictures. Each card is a radio button, so the arrow keys change the choice.
#[component]
pub(super) fn ChoiceCards<T: Copy + PartialEq + Send + Sync + 'static>(
    /// The name of the radio buttons.
    name: &'static str,
    #[prop(into)] label: Signal<String>,
    /// The values with their keys and names.
    choices: Vec<(T, &'static str, Text)>,
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
    /// Draws the picture of a value.
    picture: fn(T) -> AnyView,
) -> impl IntoView {
    let context = use_app_context();
    let card = move |(value, key, text): (T, &'static str, Text)| {
        view! {
            <label class="choice-card">
                <input type="radio" class="visually-hidden" name=name value=key prop:checked=move || context.settings.with(|settings| get(settings) == value)
                    on:change=move |_| context.settings.update(|settings| set(settings, value))/>
                <span class="choice-picture" aria-hidden="true">{move || picture(value)}</span>
                <span class="choice-name">{move || context.t(text)}</span>
            </label>
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{move || label.get()}</legend>
            <div class="choice-cards">{choices.into_iter().map(card).collect_view()}</div>
        </fieldset>
    }
}
