use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Returns the browser's function that shares a link; most desktop browsers have none.
fn share_function() -> Option<Function> {
    Reflect::get(&window().navigator(), &JsValue::from_str("share")).ok()?.dyn_into().ok()
}

/// Whether the browser can share a link.
pub(crate) fn can_share() -> bool {
    share_function().is_some()
}

/// Opens the browser's dialog to share a link. Closing it without a choice has no effect.
pub(crate) fn share_link(link: &str) {
    let data = Object::new();
    let _ = Reflect::set(&data, &JsValue::from_str("url"), &JsValue::from_str(link));
    let shared = share_function().and_then(|share| share.call1(&window().navigator(), &data).ok());
    if let Some(promise) = shared.and_then(|shared| shared.dyn_into::<Promise>().ok()) {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}
