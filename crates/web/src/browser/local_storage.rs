//! Local storage. All keys have the prefix `yipan.`.

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// Returns the stored text, or `None` if there is none or storage is disabled.
pub(crate) fn read(name: &str) -> Option<String> {
    storage()?.get_item(&format!("yipan.{name}")).ok()?
}

pub(crate) fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("yipan.{name}"));
    }
}

pub(crate) fn write(name: &str, text: &str) {
    // If storage is full or disabled, only a reload loses the text.
    let _ = try_write(name, text);
}

/// Stores a text. Returns whether it fits and storage is enabled.
pub(crate) fn try_write(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("yipan.{name}"), text).is_ok())
}
