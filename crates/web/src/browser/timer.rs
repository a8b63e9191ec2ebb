//! Timers.

use js_sys::Promise;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;

/// Waits for a number of milliseconds.
pub(crate) async fn sleep(millis: u32) {
    let wait = Promise::new(&mut |resolve, _| {
        if let Some(window) = web_sys::window() {
            let millis = i32::try_from(millis).unwrap_or(i32::MAX);
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, millis);
        }
    });
    let _ = JsFuture::from(wait).await;
}

/// Calls a function periodically until the reactive owner is disposed.
pub(crate) fn set_interval(millis: i32, call: impl Fn() + 'static) {
    let Some(window) = web_sys::window() else { return };
    let call = Closure::<dyn Fn()>::new(call);
    let id =
        window.set_interval_with_callback_and_timeout_and_arguments_0(call.as_ref().unchecked_ref(), millis);
    let call = leptos::prelude::StoredValue::new_local(call);
    leptos::prelude::on_cleanup(move || {
        if let (Ok(id), Some(window)) = (id, web_sys::window()) {
            window.clear_interval_with_handle(id);
        }
        let _ = call;
    });
}

/// Returns the milliseconds since the page was loaded.
pub(crate) fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}
