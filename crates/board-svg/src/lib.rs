//! Boards of all games as SVG: the pictures of links and of notebooks.
//!
//! ```
//! use yipan_board_svg::BoardDrawing;
//! use yipan_core::{Language, Side};
//! use yipan_games::{AnyGame, GameKind, GameOptions};
//!
//! let game = AnyGame::start(GameKind::Xiangqi, &GameOptions::default())?;
//! let drawing = BoardDrawing {
//!     kind: game.kind(), pieces: game.pieces(), hidden: Vec::new(), marked: Vec::new(), bottom: Side::First,
//!     language: Language::English,
//! };
//! assert!(drawing.to_svg(400.0).starts_with("<svg "));
//! # Ok::<(), yipan_games::AnyGameError>(())
//! ```
//!
//! The pieces are the drawings of the page. This crate knows no rules and performs no I/O.

mod board_drawing;
mod game_drawing;
mod piece_art;

pub use board_drawing::BoardDrawing;
