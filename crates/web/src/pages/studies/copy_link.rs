use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::text::{Text, common, online};

use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::share::{can_share, share_link};
use crate::context::use_app_context;

/// A button that copies the address of a page.
#[component]
pub(super) fn CopyLink(
    /// The value of `data-do`.
    key: &'static str,
    label: Text,
    #[prop(into)] route: Signal<Route>,
) -> impl IntoView {
    let context = use_app_context();
    let copied = RwSignal::new(None::<Route>);
    let is_copied = move || copied.with(|copied| copied.as_ref() == Some(&route.get()));
    let copy = move |_| {
        let route = route.get_untracked();
        let origin = window().location().origin().unwrap_or_default();
        spawn_local(async move {
            let is_taken = copy_to_clipboard(&format!("{origin}{}", route.path())).await;
            let _ = copied.try_set(is_taken.then_some(route));
        });
    };
    let share = move |_| {
        let origin = window().location().origin().unwrap_or_default();
        share_link(&format!("{origin}{}", route.get_untracked().path()));
    };
    view! {
        <button type="button" data-do=key on:click=copy>
            {move || context.t(if is_copied() { common::COPIED } else { label })}
        </button>
        {(can_share() && key == "copy-study-link").then(|| view! {
            <button type="button" data-do="share-sheet" on:click=share>{move || context.t(online::SHARE)}</button>
        })}
    }
}
