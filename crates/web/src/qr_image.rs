use leptos::prelude::*;
use yipan_client::text::{Text, sharing};

use crate::context::use_app_context;

/// A QR code of the server, or a sentence if it cannot be loaded, for example without a connection.
///
/// The waiting room draws its code itself, so that the first page need not contain this component.
#[component]
pub(crate) fn QrImage(
    src: String,
    /// The width and the height in pixels.
    size: u32,
    label: Text,
) -> impl IntoView {
    let (context, has_failed) = (use_app_context(), RwSignal::new(false));
    view! {
        <img class="qr" src=src width=size height=size loading="lazy" hidden=move || has_failed.get()
            alt=move || context.t(label) on:error=move |_| has_failed.set(true)/>
        <Show when=move || has_failed.get()>
            <p class="secondary" role="status">{move || context.t(sharing::QR_NOT_LOADED)}</p>
        </Show>
    }
}
