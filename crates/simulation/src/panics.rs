//! Panics of tasks, which Tokio would hide.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics of this process known to the thread that they happen in, beside what was done with them before.
pub(crate) fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANIC.with_borrow_mut(|panic| *panic = Some(info.to_string()));
            previous(info);
        }));
    });
}

/// Returns the last panic of this thread, once.
pub(crate) fn take() -> Option<String> {
    PANIC.with_borrow_mut(Option::take)
}
