//! The client without a browser: the board, games on one screen, online rooms, import and export, and all texts.
//!
//! ```
//! use yipan_client::{Grid, MoveOptions};
//! use yipan_games::GameKind;
//!
//! let grid = Grid::new(GameKind::Chess);
//! let options = MoveOptions::from_actions(grid, &["e2e3".into(), "e2e4".into(), "reroll".into()]);
//! assert_eq!(options.destinations(grid.cell("e2").unwrap()).len(), 2);
//! assert_eq!(options.other_actions(), ["reroll"]);
//! ```
//!
//! This crate has no access to a document, a clock, a socket or randomness: seeds and times are arguments.

mod board;
mod game_preferences;
mod import_export;
mod local;
pub mod online;
mod route;
mod settings;
pub mod text;
mod worker_protocol;

pub use board::animation::{AnimationStep, Sound, timeline};
pub use board::board_sprites::{BoardSprites, PieceSprite};
pub use board::board_update::BoardUpdate;
pub use board::captured_pieces::{CaptureTrayItem, captured_pieces, material_lead};
pub use board::dice::{die_for_piece, interruption_text, no_die_message};
pub use board::eval_bar::{bar_fraction, evaluation_in_pawns, tablebase_text};
pub use board::move_options::{MoveOption, MoveOptions};
pub use board::orientation::Orientation;
pub use board::position_editor::PositionEditor;
pub use game_preferences::GamePreferences;
pub use import_export::export::{ExportFormat, export, export_formats};
pub use import_export::import::{ImportError, MAX_IMPORT_BYTES, import, import_record};
pub use import_export::share::{from_share_query, to_share_query};
pub use local::dice_history::{DiceHistory, DiceSummary, FaceSummary, Roll};
pub use local::liuzichong_game::LiuzichongGame;
pub use local::liuzichong_scene::{Scene, state_key};
pub use local::local_game_ext::LocalGameExt;
pub use local::missed_moves::MissedMoves;
pub use local::move_list_item::MoveListItem;
pub use local::replay::Replay;
pub use local::replay_text::StepListItem;
pub use route::Route;
pub use settings::{BoardTheme, DEFAULT_ANIMATION_MS, MoveInput, PieceSet, Settings, Theme};
pub use text::announcements::{
    announce_missed_moves, announce_move, announce_position, effect_sentences, join_sentences,
};
pub use text::localized_text::LocalizedText;
pub use text::messages::text::Text;
pub use text::notation_style::NotationStyle;
pub use text::rulebook::{Block, BoardExample, TOPICS, TextRun, parse_rulebook};
pub use text::status_text::{capitalize, declared_result_text, outcome_text, status_text};
pub use worker_protocol::{WorkerQuery, WorkerRequest, WorkerResponse};
pub use yipan_games::Grid;
pub use yipan_local_play::{DeclaredResult, LocalGame, LocalSetup, PlayerKind, WaitingFor};
