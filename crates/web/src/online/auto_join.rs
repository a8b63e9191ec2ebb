//! What a person has already said about the room that the page is about to enter.

use std::cell::RefCell;

/// What is done without being asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AutoJoin {
    room: String,
    /// Whether to start as soon as both sit: both have agreed to play again.
    pub(super) starts_game: bool,
}

thread_local! {
    static AUTO_JOIN: RefCell<Option<AutoJoin>> = const { RefCell::new(None) };
}

/// The person sits down in that room on arrival.
pub(super) fn set_auto_join(room: &str, starts_game: bool) {
    AUTO_JOIN.set(Some(AutoJoin { room: room.to_owned(), starts_game }));
}

/// What was said about a room; it holds once.
pub(super) fn take_auto_join(room: &str) -> Option<AutoJoin> {
    AUTO_JOIN.take().filter(|auto_join| auto_join.room == room)
}
