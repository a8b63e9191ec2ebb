use wasm_bindgen::JsValue;
use yipan_core::Language;

/// Formats a server timestamp in the user's time zone and language.
pub(crate) fn format_date(millis: u64, language: Language) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(millis as f64));
    let style = js_sys::Object::new();
    for (part, length) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&style, &part.into(), &length.into());
    }
    date.to_locale_string(&language.to_string(), &style).into()
}
