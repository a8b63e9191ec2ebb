use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::online;
use yipan_client::{LocalizedText, Route};

use crate::browser::fetch;
use crate::context::AppContext;

/// A field to enter a room by its code.
#[component]
pub(super) fn CodeField(context: AppContext) -> impl IntoView {
    let (text, is_invalid) = (RwSignal::new(String::new()), RwSignal::new(false));
    let enter = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let code = text.get_untracked().trim().to_ascii_uppercase();
        let is_code = (6..=10).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_invalid.set(!is_code);
        if is_code {
            context.navigate(Route::Room(code));
        }
    };
    view! {
        <form class="field" on:submit=enter>
            <label>
                <span>{move || context.t(online::CODE)}</span>
                <input type="text" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="12"
                    prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || context.t(online::ENTER)}</button>
            <Show when=move || is_invalid.get()><p class="error" role="alert">{move || context.t(online::BAD_CODE)}</p></Show>
        </form>
    }
}

#[derive(Serialize)]
struct NameChange {
    name: String,
}

/// A field for the display name.
#[component]
pub(super) fn NameField(context: AppContext, name: RwSignal<String>, renamed: Callback<()>) -> impl IntoView {
    let message = RwSignal::new(LocalizedText::default());
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let request = NameChange { name: name.get_untracked().trim().to_owned() };
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response = fetch::send("PUT", "/api/me", &request, language).await;
            // The component may have been unmounted.
            if message.try_set(LocalizedText::default()).is_some() {
                return;
            }
            message.set(match response {
                Ok(_) => {
                    renamed.run(());
                    online::SAVED.into()
                }
                Err(error) => fetch::error_text(&error, language),
            });
        });
    };
    view! {
        <form class="field" on:submit=save>
            <label>
                <span>{move || context.t(online::YOUR_NAME)}</span>
                <input type="text" name="name" autocomplete="nickname" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || context.t(online::SAVE)}</button>
            <p class="secondary" role="status">{move || context.localized(message)}</p>
        </form>
    }
}
