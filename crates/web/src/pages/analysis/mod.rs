//! The analysis board: a game or variation, step by step, with the evaluation of the engine.

mod controls;
mod editor;
mod engine;
mod engine_panel;
mod import_export;
mod palette;
mod server_game;
mod state;
mod view;

use leptos::prelude::*;
use yipan_client::{LocalSetup, PlayerKind, Replay, from_share_query};
use yipan_games::GameKind;

pub(crate) use self::server_game::ServerReplay;

use self::state::AnalysisState;
use self::view::AnalysisBoard;
use crate::browser::local_storage;
use crate::saved_games::analysis_storage_key;

/// The analysis page: the game in the URL, or the stored one.
#[component]
pub(crate) fn Analysis(kind: GameKind) -> impl IntoView {
    let query = window().location().search().unwrap_or_default();
    let stored = || local_storage::read(&analysis_storage_key(kind)).and_then(|text| Replay::restore(&text));
    let default_replay = || Replay::start(LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)).ok();
    let replay = from_share_query(kind, &query).or_else(stored).filter(|replay| replay.grid().kind() == kind);
    let replay = replay.or_else(default_replay).expect("the default setup starts a game");
    let ply = replay.len();
    view! { <AnalysisBoard analysis=AnalysisState::new(replay, ply)/> }
}
