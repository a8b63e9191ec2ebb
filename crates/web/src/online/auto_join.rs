//! A seat to take in a room without asking, chosen before the page opens it.

use std::cell::RefCell;

thread_local! {
    static AUTO_JOIN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Takes a seat in this room on arrival.
pub(super) fn set_auto_join(room: &str) {
    AUTO_JOIN.set(Some(room.to_owned()));
}

/// Removes the choice, and returns whether it was for this room.
pub(super) fn take_auto_join(room: &str) -> bool {
    AUTO_JOIN.take().is_some_and(|chosen| chosen == room)
}
