//! Vibration of the device.

use yipan_client::Settings;

/// Vibrates if the setting is on and the device can.
pub(crate) fn vibrate(millis: u32, settings: &Settings) {
    let Some(window) = web_sys::window().filter(|_| settings.vibration) else { return };
    let navigator = window.navigator();
    // Some browsers do not have the function.
    if js_sys::Reflect::has(&navigator, &"vibrate".into()).unwrap_or(false) {
        let _ = navigator.vibrate_with_duration(millis);
    }
}
