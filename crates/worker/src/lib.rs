//! The computer players and the solved table in a Web Worker, so that the page never waits for them.
//!
//! It is told what was agreed and every action since, and plays the game again from there; a computer player is then given
//! what its seat may know, as everywhere.
#![cfg(target_arch = "wasm32")]

mod clock;
mod reply;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use yipan_board::Ask;

/// The browser has started the worker.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answering = scope.clone();
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let asked = event.data().as_string().and_then(|text| serde_json::from_str::<Ask>(&text).ok());
        if let Some(ask) = asked
            && let Ok(text) = serde_json::to_string(&reply::answer(&ask))
        {
            let _ = answering.post_message(&text.into());
        }
    });
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
}
