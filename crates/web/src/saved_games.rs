//! Starting and finding games on this device.

use yipan_client::{LocalGame, LocalSetup, Route};
use yipan_games::GameKind;

use crate::context::AppContext;

/// Starts a game and opens it. Unfinished games stay in the list.
pub(crate) fn start_game(context: AppContext, setup: LocalSetup) {
    if let Ok(local) = LocalGame::start(setup) {
        let id = context.game_store.add(&local);
        context.navigate(Route::SavedGame(local.game().kind(), id));
    }
}

/// Returns the local storage key of an analysis.
pub(crate) fn analysis_storage_key(kind: GameKind) -> String {
    format!("analysis.{kind}")
}
