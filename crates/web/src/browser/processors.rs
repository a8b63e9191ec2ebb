use leptos::prelude::window;

/// Returns whether the computer can think without taking a processor from the page, which draws with a second one.
pub(crate) fn has_processor_for_search() -> bool {
    window().navigator().hardware_concurrency() > 2.0
}
