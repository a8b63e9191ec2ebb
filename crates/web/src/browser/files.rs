//! Files of the person's own machine.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};
use yipan_client::MAX_IMPORT_BYTES;

use crate::browser::timer;

/// The file that was chosen. The choice is forgotten, so that the same file can be chosen again.
pub(crate) fn take_selected_file(input: &HtmlInputElement) -> Option<File> {
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    file
}

/// What is in a file; nothing if it is larger than any game, or cannot be read.
pub(crate) async fn read_bytes(file: File) -> Option<Vec<u8>> {
    if file.size() > MAX_IMPORT_BYTES as f64 {
        return None;
    }
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Lets the browser keep a text as a file.
pub(crate) fn save_as_file(name: &str, text: &str) {
    // A browser that forbids downloads says so itself.
    let _ = download(name, text);
}

fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let url = Url::create_object_url_with_blob(&Blob::new_with_str_sequence(&parts)?)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser may take a moment to read it.
    spawn_local(async move {
        timer::sleep(10_000).await;
        let _ = Url::revoke_object_url(&url);
    });
    Ok(())
}
