//! Actions to take in a room without asking, chosen before the page opens it.

use std::cell::RefCell;

/// A room whose seat the user takes on arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AutoJoin {
    room: String,
    /// Whether to start the game when both are seated, as in a rematch.
    pub(super) starts_game: bool,
}

thread_local! {
    static AUTO_JOIN: RefCell<Option<AutoJoin>> = const { RefCell::new(None) };
}

/// Takes a seat in this room on arrival.
pub(super) fn set_auto_join(room: &str, starts_game: bool) {
    AUTO_JOIN.set(Some(AutoJoin { room: room.to_owned(), starts_game }));
}

/// Removes and returns the choice for a room.
pub(super) fn take_auto_join(room: &str) -> Option<AutoJoin> {
    AUTO_JOIN.take().filter(|auto_join| auto_join.room == room)
}
