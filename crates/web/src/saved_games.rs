//! Games and analyses in local storage.

use leptos::prelude::*;
use yipan_client::{LocalGame, LocalSetup, Route, WaitingFor};
use yipan_games::GameKind;

use crate::browser::local_storage;
use crate::context::AppContext;

/// Begins a game at this screen, and goes there. Before one that is not finished is given up for it, the person is asked.
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

/// Whether a game is kept in which somebody has moved and nobody won.
pub(crate) fn has_unfinished_game(kind: GameKind) -> bool {
    let stored = local_storage::read(&game_storage_key(kind)).and_then(|text| LocalGame::restore(&text));
    stored.is_some_and(|local| !local.actions().is_empty() && local.waiting_for() != WaitingFor::Nothing)
}

/// The name a game is kept under.
pub(crate) fn game_storage_key(kind: GameKind) -> String {
    format!("game.{kind}")
}

/// The name a line of play is kept under.
pub(crate) fn analysis_storage_key(kind: GameKind) -> String {
    format!("analysis.{kind}")
}
