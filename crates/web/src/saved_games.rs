//! Games and analyses in local storage.

use leptos::prelude::*;
use yipan_client::{LocalGame, LocalGameExt, LocalSetup, Route, WaitingFor};
use yipan_games::GameKind;

use crate::browser::local_storage;
use crate::context::AppContext;

/// Starts a game and opens it. If it would replace an unfinished game, the user is asked first.
pub(crate) fn start_game(context: AppContext, setup: LocalSetup) {
    if has_unfinished_game(setup.kind()) {
        context.pending_game.set(Some(setup));
    } else {
        replace_game(context, setup);
    }
}

pub(crate) fn replace_game(context: AppContext, setup: LocalSetup) {
    if let Ok(local) = LocalGame::start(setup) {
        local_storage::write(&game_storage_key(local.game().kind()), &local.save());
        context.navigate(Route::Play(local.game().kind()));
    }
}

/// Whether the stored game has moves but no outcome.
pub(crate) fn has_unfinished_game(kind: GameKind) -> bool {
    let stored = local_storage::read(&game_storage_key(kind)).and_then(|text| LocalGame::restore(&text));
    stored.is_some_and(|local| local.action_count() > 0 && local.waiting_for() != WaitingFor::Nothing)
}

/// Returns the local storage key of a game.
pub(crate) fn game_storage_key(kind: GameKind) -> String {
    format!("game.{kind}")
}

/// Returns the local storage key of an analysis.
pub(crate) fn analysis_storage_key(kind: GameKind) -> String {
    format!("analysis.{kind}")
}
