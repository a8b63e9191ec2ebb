//! Notifications that the browser shows outside the page.

use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationPermission};

/// The answer of the user to the browser's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// The browser has no notifications, or only for pages with https.
    Unsupported,
    NotAsked,
    Granted,
    Denied,
}

/// Returns the answer that the user has given before.
pub(crate) fn permission() -> Permission {
    let has_notifications = web_sys::window()
        .is_some_and(|window| js_sys::Reflect::has(&window, &"Notification".into()) == Ok(true));
    if !has_notifications {
        return Permission::Unsupported;
    }
    match Notification::permission() {
        NotificationPermission::Granted => Permission::Granted,
        NotificationPermission::Denied => Permission::Denied,
        _ => Permission::NotAsked,
    }
}

/// Asks the user. Only a click may do so.
pub(crate) async fn request_permission() -> Permission {
    if let Ok(question) = Notification::request_permission() {
        let _ = JsFuture::from(question).await;
    }
    permission()
}

/// Shows a text if the user has allowed it and does not see the page.
pub(crate) fn show_if_hidden(text: &str) {
    let is_hidden = web_sys::window().and_then(|window| window.document()).is_some_and(|page| page.hidden());
    if is_hidden && permission() == Permission::Granted {
        // Some phones only allow it to a service worker.
        let _ = Notification::new(text);
    }
}
