//! Asking the hall over HTTP.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};
use yipan_client::LocalizedText;
use yipan_client::text::online;
use yipan_core::Language;
use yipan_wire::ApiError;

/// The key of a fault that means the hall has not answered.
pub(crate) const OFFLINE_CODE: &str = "offline";

/// What is to be read there.
pub(crate) async fn get(path: &str, language: Language) -> Result<String, ApiError> {
    request_text("GET", path, None, language).await
}

/// What is answered to this.
pub(crate) async fn send(
    method: &str,
    path: &str,
    body: &impl Serialize,
    language: Language,
) -> Result<String, ApiError> {
    let body = serde_json::to_string(body).unwrap_or_default();
    request_text(method, path, Some(body), language).await
}

/// Ends what is there.
pub(crate) async fn delete(path: &str, language: Language) -> Result<String, ApiError> {
    request_text("DELETE", path, None, language).await
}

/// An answer as what it should be.
pub(crate) fn parse_json<T: DeserializeOwned>(text: &str, language: Language) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|_| offline_error(language))
}

/// A fault to be shown. That nobody answers is known in every language; the hall has spoken the one it was asked in.
pub(crate) fn error_text(fault: ApiError, language: Language) -> LocalizedText {
    match fault.code.as_str() {
        OFFLINE_CODE => online::SERVER_UNREACHABLE.into(),
        _ => LocalizedText::in_one_language(language, fault.message),
    }
}

async fn request_text(
    method: &str,
    path: &str,
    body: Option<String>,
    language: Language,
) -> Result<String, ApiError> {
    let response = send_request(method, path, body, language).await.map_err(|_| offline_error(language))?;
    let text = match response.text() {
        Ok(text) => JsFuture::from(text).await.ok().and_then(|text| text.as_string()),
        Err(_) => None,
    };
    let text = text.unwrap_or_default();
    if response.ok() {
        return Ok(text);
    }
    Err(serde_json::from_str(&text).unwrap_or_else(|_| offline_error(language)))
}

async fn send_request(
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

fn offline_error(language: Language) -> ApiError {
    ApiError {
        code: OFFLINE_CODE.to_owned(),
        message: online::SERVER_UNREACHABLE.localize(language).to_owned(),
    }
}
