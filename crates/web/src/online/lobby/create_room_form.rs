use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::online;
use yipan_client::{LocalizedText, Route};

use super::request_room::request_room;
use super::room_fields::RoomFields;
use crate::context::use_app_context;
use crate::preferences::PreferenceSignals;

/// A form that creates a private or public room, or pairs the user with an open one.
#[component]
pub(crate) fn CreateRoomForm(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let has_bad_clock = RwSignal::new(false);
    let is_invalid = move || has_bad_clock.get() || preferences.error().is_some();
    let submit = move |pair: bool| {
        if is_busy.get_untracked() || untrack(is_invalid) {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let mut config = preferences.room_config(untrack(|| context.account.has_account()));
        config.public |= pair;
        spawn_local(async move {
            let created = request_room(context, pair, &config).await;
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match created {
                Ok(room) => context.navigate(Route::Room(room)),
                Err(message) => error.set(message),
            }
        });
    };
    view! {
        <form class="invite" on:submit=move |event| { event.prevent_default(); submit(false); }>
            <RoomFields preferences has_bad_clock/>
            <button type="submit" class="accent" data-do="open-room" disabled=move || is_busy.get() || is_invalid()>
                {move || if is_busy.get() { context.t(online::CREATING_ROOM) } else { context.t(online::CREATE_ROOM) }}
            </button>
            <button type="button" data-do="pair" disabled=move || is_busy.get() || is_invalid() on:click=move |_| submit(true)>
                {move || context.t(online::FIND)}
            </button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
