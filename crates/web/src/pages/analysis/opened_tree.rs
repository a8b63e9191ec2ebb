use std::cell::RefCell;

use yipan_client::{GameTree, LocalizedText};

thread_local! {
    /// The imported game that the analysis page opens next. It may be too large for the storage.
    static OPENED: RefCell<Option<(GameTree, LocalizedText)>> = const { RefCell::new(None) };
}

/// Hands a game and a message to the analysis page that is opened next.
pub(super) fn open_next(tree: GameTree, message: LocalizedText) {
    OPENED.set(Some((tree, message)));
}

/// Takes the game that was handed over.
pub(super) fn take_opened() -> Option<(GameTree, LocalizedText)> {
    OPENED.take()
}
