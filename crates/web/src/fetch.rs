//! Asking the hall over HTTP.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};
use yipan_board::Said;
use yipan_board::text::online;
use yipan_rules::Language;
use yipan_wire::Fault;

/// The key of a fault that means the hall has not answered.
pub(crate) const OFFLINE: &str = "offline";

/// What is to be read there.
pub(crate) async fn get(path: &str, language: Language) -> Result<String, Fault> {
    ask("GET", path, None, language).await
}

/// What is answered to this.
pub(crate) async fn send(
    method: &str,
    path: &str,
    body: &impl Serialize,
    language: Language,
) -> Result<String, Fault> {
    let body = serde_json::to_string(body).unwrap_or_default();
    ask(method, path, Some(body), language).await
}

/// Ends what is there.
pub(crate) async fn end(path: &str, language: Language) -> Result<String, Fault> {
    ask("DELETE", path, None, language).await
}

/// An answer as what it should be.
pub(crate) fn read<T: DeserializeOwned>(text: &str, language: Language) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|_| offline(language))
}

/// A fault to be shown. That nobody answers is known in every language; the hall has spoken the one it was asked in.
pub(crate) fn said(fault: Fault, language: Language) -> Said {
    match fault.key.as_str() {
        OFFLINE => online::OFFLINE.into(),
        _ => Said::only(language, fault.words),
    }
}

async fn ask(method: &str, path: &str, body: Option<String>, language: Language) -> Result<String, Fault> {
    let answer = reach(method, path, body, language).await.map_err(|_| offline(language))?;
    let text = match answer.text() {
        Ok(text) => JsFuture::from(text).await.ok().and_then(|text| text.as_string()),
        Err(_) => None,
    };
    let text = text.unwrap_or_default();
    if answer.ok() {
        return Ok(text);
    }
    Err(serde_json::from_str(&text).unwrap_or_else(|_| offline(language)))
}

async fn reach(
    method: &str,
    path: &str,
    body: Option<String>,
    language: Language,
) -> Result<Response, JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept-Language", &language.to_string())?;
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        headers.set("Content-Type", "application/json")?;
        init.set_body(&JsValue::from_str(&body));
    }
    init.set_headers(headers.as_ref());
    let request = Request::new_with_str_and_init(path, &init)?;
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    Ok(JsFuture::from(window.fetch_with_request(&request)).await?.unchecked_into())
}

fn offline(language: Language) -> Fault {
    Fault { key: OFFLINE.to_owned(), words: online::OFFLINE.say(language).to_owned() }
}
