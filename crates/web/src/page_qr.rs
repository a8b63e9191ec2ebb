use leptos::html::Details;
use leptos::prelude::*;
use yipan_client::text::{Text, sharing};
use yipan_wire::MAX_QR_PATH_BYTES;

use crate::context::use_app_context;
use crate::qr_image::QrImage;

/// The length of a path from which on the code is drawn larger, because its modules would be too small to scan.
const LONG_PATH_BYTES: usize = 150;

/// The link to a page as a QR code, which is drawn when it is opened.
#[component]
pub(crate) fn PageQr(
    label: Text,
    /// Returns the path of the page. It is called only while the code is visible.
    path: impl Fn() -> String + Send + Sync + 'static,
) -> impl IntoView {
    let context = use_app_context();
    let (details, is_open) = (NodeRef::<Details>::new(), RwSignal::new(false));
    let path = Memo::new(move |_| if is_open.get() { path() } else { String::new() });
    let code = move || match path.get() {
        path if path.is_empty() => None,
        path if path.len() > MAX_QR_PATH_BYTES => Some(
            view! { <p class="secondary" data-qr-too-long="">{move || context.t(sharing::QR_TOO_LONG)}</p> }
                .into_any(),
        ),
        path => {
            let size = if path.len() < LONG_PATH_BYTES { 220 } else { 360 };
            let src = format!("/api/qr.svg?path={}", js_sys::encode_uri_component(&path));
            Some(view! { <QrImage src size label/> }.into_any())
        }
    };
    let toggle = move |_| is_open.set(details.get_untracked().is_some_and(|details| details.open()));
    view! {
        <details class="page-qr" node_ref=details aria-label=move || context.t(label) on:toggle=toggle>
            <summary>{move || context.t(label)}</summary>
            {code}
        </details>
    }
}
