//! HTTP requests to the server.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};
use yipan_client::LocalizedText;
use yipan_client::text::online;
use yipan_core::Language;
use yipan_wire::{ApiError, ErrorCode};

pub(crate) async fn get(path: &str, language: Language) -> Result<String, ApiError> {
    request_text("GET", path, None, language).await
}

/// Sends a JSON body.
pub(crate) async fn send(
    method: &str,
    path: &str,
    body: &impl Serialize,
    language: Language,
) -> Result<String, ApiError> {
    let body = serde_json::to_string(body).unwrap_or_default();
    request_text(method, path, Some(body), language).await
}

/// Sends a JSON body to get a file.
///
/// It shares no part with the requests for text, because only secondary pages need it.
pub(crate) async fn post_for_file(
    path: &str,
    body: &impl Serialize,
    language: Language,
) -> Result<Vec<u8>, ApiError> {
    let body = serde_json::to_string(body).unwrap_or_default();
    let offline = |_: JsValue| offline_error(language);
    let response = send_request("POST", path, Some(body), language).await.map_err(offline)?;
    if !response.ok() {
        let text = JsFuture::from(response.text().map_err(offline)?).await.map_err(offline)?;
        let error = text.as_string().and_then(|text| serde_json::from_str(&text).ok());
        return Err(error.unwrap_or_else(|| offline_error(language)));
    }
    let buffer = JsFuture::from(response.array_buffer().map_err(offline)?).await.map_err(offline)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

pub(crate) async fn delete(path: &str, language: Language) -> Result<String, ApiError> {
    request_text("DELETE", path, None, language).await
}

/// Parses a response body.
pub(crate) fn parse_json<T: DeserializeOwned>(text: &str, language: Language) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|_| offline_error(language))
}

/// Returns the text of an error. The server's messages are in the language of the request only.
pub(crate) fn error_text(error: &ApiError, language: Language) -> LocalizedText {
    match error.code {
        ErrorCode::Offline => online::SERVER_UNREACHABLE.into(),
        _ => LocalizedText::from_server(language, &error.message),
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
    ApiError { code: ErrorCode::Offline, message: online::SERVER_UNREACHABLE.localize(language).to_owned() }
}
