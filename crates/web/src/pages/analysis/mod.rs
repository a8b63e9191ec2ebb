//! The analysis board: a game with its variations, step by step, with the evaluation of the engine.

mod action_values;
mod chapter_board;
mod chapter_storage;
mod comment_editor;
mod controls;
mod deletion_notice;
mod editor;
mod editor_drag;
mod editor_options;
mod editor_state;
mod engine;
mod engine_lines;
mod engine_panel;
mod eval_bar;
mod eval_graph;
mod explorer;
mod explorer_panel;
mod export_panel;
mod game_chooser;
mod import_panel;
mod keyboard;
mod line_pictures;
mod line_preview;
mod line_review;
mod move_menu;
mod palette;
mod review;
mod review_panel;
mod save_to_study;
mod server_game;
mod state;
mod tablebase_moves;
mod threat;
mod threat_position;
mod tree_edits;
mod tree_panel;
mod view;

use leptos::prelude::*;
use yipan_client::{GameTree, LocalSetup, LocalizedText, PlayerKind, from_share_query};
use yipan_games::GameKind;

pub(crate) use self::chapter_board::ChapterBoard;
pub(crate) use self::chapter_storage::{AddedGame, ChapterStorage};
pub(crate) use self::server_game::ServerReplay;

use self::state::AnalysisState;
use self::view::AnalysisBoard;
use crate::browser::local_storage;
use crate::opened_analysis::take_opened;
use crate::review_request::take_review_request;
use crate::saved_games::{analysis_storage_key, keep_analysis};

/// The analysis page: the game that was handed over, the one in the URL, or the stored one.
#[component]
pub(crate) fn Analysis(kind: GameKind) -> impl IntoView {
    let query = window().location().search().unwrap_or_default();
    let shared = || from_share_query(kind, &query).map(|replay| GameTree::from_replay(&replay));
    let stored =
        || local_storage::read(&analysis_storage_key(kind)).and_then(|text| GameTree::restore(&text));
    let of_kind = |tree: &GameTree| tree.grid().kind() == kind;
    let default_tree = || GameTree::start(LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)).ok();
    let opened = take_opened().filter(|(tree, _)| of_kind(tree));
    let (tree, message) = match opened {
        Some((tree, message)) => (Some(tree), message),
        None => {
            let shared = shared().filter(of_kind).inspect(|_| keep_analysis(kind));
            (shared.or_else(stored).filter(of_kind), LocalizedText::default())
        }
    };
    let tree = tree.or_else(default_tree).expect("the default setup starts a game");
    let ply = tree.main_line().len();
    let analysis = AnalysisState::new(tree, ply);
    analysis.show_message(message);
    if take_review_request() {
        analysis.start_review();
    }
    view! { <AnalysisBoard analysis/> }
}
