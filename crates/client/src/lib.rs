//! What a page does without a browser: where cells are, what may be picked, how a move is shown, games at one screen, and
//! everything that is said on it.
//!
//! ```
//! use yipan_client::{Choices, Grid};
//! use yipan_games::GameKind;
//!
//! let grid = Grid::of(GameKind::Chess);
//! let choices = Choices::of(grid, &["e2e3".into(), "e2e4".into(), "reroll".into()]);
//! assert_eq!(choices.targets(grid.cell("e2").unwrap()).len(), 2);
//! assert_eq!(choices.others(), ["reroll"]);
//! ```
//!
//! This crate never touches a document, a clock, a socket or chance: seeds and the time are handed to it.

mod animation;
mod announcements;
mod board_sprites;
mod captured_pieces;
mod declared_result;
mod dice;
mod dice_history;
mod eval_bar;
mod export;
mod game_preferences;
mod grid;
mod history;
mod import;
mod liuzichong_game;
mod local_game;
mod localized_text;
mod move_options;
mod notation_style;
pub mod online;
mod orientation;
mod position_editor;
mod replay;
mod route;
mod rulebook;
mod settings;
mod share;
mod status;
pub mod text;
mod worker_protocol;

pub use animation::{AnimationStep, Sound, timeline};
pub use announcements::{
    announce_missed_moves, announce_move, announce_position, effect_sentences, join_sentences,
};
pub use board_sprites::{BoardSprites, PieceSprite};
pub use captured_pieces::{CaptureTrayItem, captured_pieces, material_lead};
pub use declared_result::DeclaredResult;
pub use dice::{die_for_piece, interruption_text, no_die_message};
pub use dice_history::{DiceHistory, DiceSummary, FaceSummary, Roll};
pub use eval_bar::{bar_fraction, evaluation_in_pawns, tablebase_text};
pub use export::{ExportFormat, export, export_formats};
pub use game_preferences::GamePreferences;
pub use grid::Grid;
pub use history::MissedMoves;
pub use import::{ImportError, MAX_IMPORT_BYTES, import, import_record};
pub use liuzichong_game::{LiuzichongGame, Scene, state_key};
pub use local_game::{BoardUpdate, LocalGame, LocalSetup, MoveListItem, PlayerKind, WaitingFor};
pub use localized_text::LocalizedText;
pub use move_options::{MoveOption, MoveOptions};
pub use notation_style::NotationStyle;
pub use orientation::Orientation;
pub use position_editor::PositionEditor;
pub use replay::{Replay, StepListItem};
pub use route::Route;
pub use rulebook::{Block, BoardExample, TOPICS, TextRun, parse_rulebook};
pub use settings::{BoardTheme, DEFAULT_ANIMATION_MS, MoveInput, PieceSet, Settings, Theme};
pub use share::{from_share_query, to_share_query};
pub use status::{outcome_text, status_text};
pub use text::Text;
pub use worker_protocol::{WorkerQuery, WorkerRequest, WorkerResponse};

pub use yipan_core::capitalize;
