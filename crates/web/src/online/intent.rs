//! What a person has already said about the room that the page is about to enter.

use std::cell::RefCell;

/// What is done without being asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Intent {
    room: String,
    /// Whether to start as soon as both sit: both have agreed to play again.
    pub(super) start: bool,
}

thread_local! {
    static INTENT: RefCell<Option<Intent>> = const { RefCell::new(None) };
}

/// The person sits down in that room on arrival.
pub(super) fn intend(room: &str, start: bool) {
    INTENT.set(Some(Intent { room: room.to_owned(), start }));
}

/// What was said about a room; it holds once.
pub(super) fn intended(room: &str) -> Option<Intent> {
    INTENT.take().filter(|intent| intent.room == room)
}
