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
    if let Some(storage) = storage() {
        // If storage is full or disabled, only a reload loses the text.
        let _ = storage.set_item(&format!("yipan.{name}"), text);
    }
}
