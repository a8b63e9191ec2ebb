//! Dates and times of the user's time zone, as a field of type `datetime-local` writes them: `2026-11-18T19:30`.

use js_sys::{Array, Date, Intl, Object, Reflect};
use wasm_bindgen::JsValue;

/// Writes a timestamp in milliseconds.
pub(crate) fn field_text(millis: u64) -> String {
    let date = Date::new(&JsValue::from_f64(millis as f64));
    let (year, month, day) = (date.get_full_year(), date.get_month() + 1, date.get_date());
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}", date.get_hours(), date.get_minutes())
}

/// Reads a timestamp in milliseconds; `None` if the field is empty or incomplete.
pub(crate) fn parse_field(text: &str) -> Option<u64> {
    // A date without a time would be one of UTC.
    let millis = Some(text).filter(|text| text.contains('T')).map(Date::parse)?;
    (millis.is_finite() && millis >= 0.0).then_some(millis as u64)
}

/// Returns the name of the user's time zone, such as `Asia/Shanghai`.
pub(crate) fn time_zone() -> String {
    let options = Intl::DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &JsValue::from_str("timeZone"))
        .ok()
        .and_then(|name| name.as_string())
        .unwrap_or_default()
}
