//! Keyboard focus of dialogs.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Focuses the first button of a container when it appears, and restores the focus when it is removed.
pub(crate) fn trap_focus_while_shown(container: NodeRef<Div>) {
    let previously_focused =
        document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let previous = StoredValue::new_local(previously_focused);
    Effect::new(move |_| {
        let Some(container) = container.get() else { return };
        request_animation_frame(move || {
            let button = container.query_selector("button").ok().flatten();
            if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
                let _ = button.focus();
            }
        });
    });
    on_cleanup(move || {
        let previous = previous.try_get_value().flatten();
        if let Some(previous) = previous.filter(|previous| previous.is_connected()) {
            let _ = previous.focus();
        }
    });
}
