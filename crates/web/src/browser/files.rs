//! Files on the user's device.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};
use yipan_client::MAX_FILE_BYTES;
use yipan_client::text::{Text, import_export};

use crate::browser::timer;

/// Returns the selected file and clears the input, so that the same file can be selected again.
pub(crate) fn take_selected_file(input: &HtmlInputElement) -> Option<File> {
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    file
}

/// Reads a file.
///
/// # Errors
/// Returns a message if the file is larger than `MAX_FILE_BYTES` or unreadable.
pub(crate) async fn read_bytes(file: File) -> Result<Vec<u8>, Text> {
    if file.size() > MAX_FILE_BYTES as f64 {
        return Err(import_export::TOO_LARGE);
    }
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| import_export::UNREADABLE)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Downloads bytes as a file.
pub(crate) fn save_as_file(name: &str, bytes: &[u8]) {
    // If downloads are blocked, the browser shows that itself.
    let _ = download(name, bytes);
}

fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let url = Url::create_object_url_with_blob(&Blob::new_with_u8_array_sequence(&parts)?)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The URL must stay valid until the browser has read it.
    spawn_local(async move {
        timer::sleep(10_000).await;
        let _ = Url::revoke_object_url(&url);
    });
    Ok(())
}
