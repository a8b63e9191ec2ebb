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

mod eval_bar;
mod liuzichong_game;
mod move_options;
mod dice;
mod position_editor;
mod export;
mod grid;
mod import;
mod local_game;
mod history;
pub mod online;
mod orientation;
mod replay;
mod dice_history;
mod route;
mod rulebook;
mod localized_text;
mod animation;
mod notation_style;
mod settings;
mod share;
mod announcements;
mod status;
mod captured_pieces;
pub mod text;
mod worker_protocol;
mod board_sprites;
mod declared_result;
mod game_preferences;

pub use eval_bar::{evaluation_in_pawns, bar_fraction, tablebase_text};
pub use liuzichong_game::{LiuzichongGame, Scene, state_key};
pub use move_options::{MoveOptions, MoveOption};
pub use dice::{die_for_piece, interruption_text, no_die_message};
pub use position_editor::PositionEditor;
pub use export::{ExportFormat, export, export_formats};
pub use grid::Grid;
pub use import::{ImportError, MAX_IMPORT_BYTES, import, import_record};
pub use local_game::{PlayerKind, WaitingFor, LocalGame, MoveListItem, LocalSetup, BoardUpdate};
pub use history::MissedMoves;
pub use orientation::Orientation;
pub use replay::{StepListItem, Replay};
pub use dice_history::{FaceSummary, DiceHistory, DiceSummary, Roll};
pub use route::Route;
pub use rulebook::{Block, BoardExample, TextRun, TOPICS, parse_rulebook};
pub use localized_text::LocalizedText;
pub use animation::{AnimationStep, Sound, timeline};
pub use notation_style::NotationStyle;
pub use settings::{MoveInput, PieceSet, Settings, Theme, DEFAULT_ANIMATION_MS, BoardTheme};
pub use share::{to_share_query, from_share_query};
pub use announcements::{announce_missed_moves, effect_sentences, join_sentences, announce_move, announce_position};
pub use status::{capitalize, outcome_text, status_text};
pub use captured_pieces::{CaptureTrayItem, captured_pieces, material_lead};
pub use text::Text;
pub use worker_protocol::{WorkerResponse, WorkerRequest, WorkerQuery};
pub use board_sprites::{PieceSprite, BoardSprites};
pub use declared_result::DeclaredResult;
pub use game_preferences::GamePreferences;
