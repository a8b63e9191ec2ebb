//! The computer players and the solved table in a Web Worker, so that the page never waits for them.
//!
//! It is told what was agreed and every action since, and plays the game again from there; a computer player is then given
//! what its seat may know, as everywhere.
#![cfg(target_arch = "wasm32")]

mod clock;
mod handler;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use yipan_client::WorkerRequest;

/// The browser has started the worker.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let reply_scope = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let request =
            event.data().as_string().and_then(|text| serde_json::from_str::<WorkerRequest>(&text).ok());
        if let Some(ask) = request
            && let Ok(text) = serde_json::to_string(&handler::handle_request(&ask))
        {
            let _ = reply_scope.post_message(&text.into());
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}
