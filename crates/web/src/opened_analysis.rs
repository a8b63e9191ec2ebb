//! The game that the analysis page opens next.

use std::cell::RefCell;

use yipan_client::text::replay;
use yipan_client::{GameTree, LocalizedText, Route};

use crate::context::AppContext;
use crate::saved_games::store_analysis;

thread_local! {
    /// The game and a message about it. The game may be too large for the storage.
    static OPENED: RefCell<Option<(GameTree, LocalizedText)>> = const { RefCell::new(None) };
}

/// Opens a game on the analysis page with a message, and stores it. The message says if it could not be stored.
pub(crate) fn open_analysis(context: AppContext, tree: GameTree, notes: LocalizedText) {
    let kind = tree.grid().kind();
    let message = if store_analysis(kind, &tree.save()) {
        notes
    } else {
        LocalizedText::new(|language| {
            let sentences = [notes.localize(language), replay::NOT_STORED.localize(language)];
            sentences.join(" ").trim_start().to_owned()
        })
    };
    OPENED.set(Some((tree, message)));
    context.navigate(Route::Analysis(kind));
}

/// Takes the game that was handed over.
pub(crate) fn take_opened() -> Option<(GameTree, LocalizedText)> {
    OPENED.take()
}
