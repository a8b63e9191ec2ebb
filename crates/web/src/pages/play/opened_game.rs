use leptos::prelude::*;
use yipan_client::{LocalGame, Route};
use yipan_games::GameKind;

use crate::context::AppContext;

/// The stored game that is on the screen.
#[derive(Clone, Copy)]
pub(super) struct OpenedGame {
    context: AppContext,
    kind: GameKind,
    id: StoredValue<String>,
}

impl OpenedGame {
    /// Shows the address of the game, so that a reload opens it again.
    pub(super) fn open(context: AppContext, kind: GameKind, id: String) -> OpenedGame {
        let opened = OpenedGame { context, kind, id: StoredValue::new(id) };
        opened.show_address(false);
        opened
    }

    /// Stores the current state.
    pub(super) fn store(self, local: &LocalGame) {
        self.id.with_value(|id| self.context.game_store.store(id, local));
    }

    /// Puts a new game in the place of this one on the screen. This one stays in the list.
    pub(super) fn replace(self, local: &LocalGame) {
        self.id.set_value(self.context.game_store.add(local));
        self.show_address(true);
    }

    fn show_address(self, is_new_entry: bool) {
        let route = Route::SavedGame(self.kind, self.id.get_value());
        self.context.show_address(&route, is_new_entry);
        self.context.game_store.set_last_opened(route);
    }
}
