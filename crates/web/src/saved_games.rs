//! Starting and finding games on this device.

use yipan_client::{GameTree, LocalGame, LocalSetup, Route};
use yipan_games::GameKind;

use crate::browser::local_storage;
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

/// Stores a game for the analysis page. The analysis that was stored there becomes the previous one, if both fit.
///
/// Returns whether the game fits and storage is enabled.
pub(crate) fn store_analysis(kind: GameKind, text: &str) -> bool {
    keep_analysis(kind);
    let key = analysis_storage_key(kind);
    local_storage::try_write(&key, text) || {
        local_storage::remove(&previous_analysis_key(kind));
        local_storage::try_write(&key, text)
    }
}

/// Makes the stored analysis the previous one, before another is opened. One without moves is not worth it.
pub(crate) fn keep_analysis(kind: GameKind) {
    let stored = local_storage::read(&analysis_storage_key(kind));
    let has_moves = |text: &String| GameTree::restore(text).is_some_and(|tree| tree.node_count() > 1);
    if let Some(text) = stored.filter(has_moves) {
        local_storage::write(&previous_analysis_key(kind), &text);
    }
}

/// Whether there is an analysis before the stored one.
pub(crate) fn has_previous_analysis(kind: GameKind) -> bool {
    local_storage::read(&previous_analysis_key(kind)).is_some()
}

/// Returns the analysis before the stored one.
pub(crate) fn previous_analysis(kind: GameKind) -> Option<GameTree> {
    GameTree::restore(&local_storage::read(&previous_analysis_key(kind))?)
}

fn previous_analysis_key(kind: GameKind) -> String {
    format!("previous-analysis.{kind}")
}
