//! Notifications that the browser shows outside the page.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Notification, NotificationOptions, NotificationPermission, ServiceWorkerRegistration};

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

/// Shows a text if the user has allowed it and does not see the page. A click opens `path` unless the page is open.
pub(crate) fn show_if_hidden(text: &str, path: String) {
    let is_hidden = web_sys::window().and_then(|window| window.document()).is_some_and(|page| page.hidden());
    if is_hidden && permission() == Permission::Granted {
        let text = text.to_owned();
        spawn_local(async move {
            if show_by_service_worker(&text, &path).await.is_err() {
                // The browser focuses the page after a click.
                let _ = Notification::new(&text);
            }
        });
    }
}

/// Shows a text through the service worker, which is the only way on Android. Without an active one it is an error.
async fn show_by_service_worker(text: &str, path: &str) -> Result<(), JsValue> {
    let navigator = web_sys::window().ok_or(JsValue::NULL)?.navigator();
    // It is undefined on pages without https.
    if js_sys::Reflect::has(&navigator, &"serviceWorker".into()) != Ok(true) {
        return Err(JsValue::NULL);
    }
    let registration = JsFuture::from(navigator.service_worker().get_registration()).await?;
    let registration: ServiceWorkerRegistration = registration.dyn_into()?;
    if registration.active().is_none() {
        return Err(JsValue::NULL);
    }
    let options = NotificationOptions::new();
    options.set_icon("/icon-192.png");
    options.set_data(&path.into());
    JsFuture::from(registration.show_notification_with_options(text, &options)?).await.map(drop)
}
