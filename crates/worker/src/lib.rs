//! The Web Worker that runs computer players, analysis and file imports off the main thread of the page.
//!
//! Each request contains the setup of the game and all actions. The worker replays them, and gives a computer player
//! only what its side may know.
#![cfg(target_arch = "wasm32")]

mod analysis_search;
mod clock;
mod handler;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use yipan_client::{WorkerRequest, WorkerResponse};

/// Installs the message handler when the browser starts the worker.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let reply_scope = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let request =
            event.data().as_string().and_then(|text| serde_json::from_str::<WorkerRequest>(&text).ok());
        let send = |response: &WorkerResponse| {
            if let Ok(text) = serde_json::to_string(response) {
                let _ = reply_scope.post_message(&text.into());
            }
        };
        if let Some(request) = request {
            send(&handler::handle_request(&request, &mut |partial| send(partial)));
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}
