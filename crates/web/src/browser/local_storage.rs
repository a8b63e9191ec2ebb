//! What the browser keeps for us.

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// What is kept under a name; nothing where the browser keeps nothing.
pub(crate) fn read(name: &str) -> Option<String> {
    storage()?.get_item(&format!("yipan.{name}")).ok()?
}

/// Keeps nothing under a name any more.
pub(crate) fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("yipan.{name}"));
    }
}

/// Keeps a text under a name.
pub(crate) fn write(name: &str, text: &str) {
    if let Some(storage) = storage() {
        // A browser that is full or forbids it: the game goes on, only a reload would lose it.
        let _ = storage.set_item(&format!("yipan.{name}"), text);
    }
}
