//! Boards of all games as SVG: the layers of the page's board, the pictures of links and of notebooks.
//!
//! ```
//! use yipan_board_svg::BoardDrawing;
//! use yipan_core::{Language, Side, Viewer};
//! use yipan_games::{AnyGame, GameKind, GameOptions};
//!
//! let game = AnyGame::start(GameKind::Xiangqi, &GameOptions::default())?;
//! let drawing = BoardDrawing::of_game(&game, Viewer::Arbiter, Side::First, None, Language::English);
//! assert!(drawing.to_svg(400.0).starts_with("<svg "));
//! # Ok::<(), yipan_games::AnyGameError>(())
//! ```
//!
//! Colors that a theme may change are CSS variables with a default, such as `var(--dark-square, #ab7748)`; the page's style
//! sheet sets them. This crate knows no rules and performs no I/O.

mod art_files;
mod board_colors;
mod board_drawing;
mod game_drawing;
mod geometry;
mod layers;
mod orientation;
mod piece_set;
mod variables;

pub use art_files::GRADIENTS;
pub use board_drawing::BoardDrawing;
pub use geometry::{CELL_SIZE, cell_at_point, cell_center, cell_corner, drawing_size, margin};
pub use layers::background::background;
pub use layers::coordinates::coordinates;
pub use layers::fog::fog;
pub use layers::highlights::{CellFrame, cell_frame, check_mark, destination_mark, selected_cell};
pub use layers::last_move::{LastMovePart, last_move_line, last_move_mark};
pub use layers::marks::{mark_class, mark_elements};
pub use layers::pieces::{chess_piece, piece_class, piece_code, piece_elements, xiangqi_piece};
pub use orientation::Orientation;
pub use piece_set::{ChessPieceSet, PieceSets, XiangqiPieceSet};
pub use variables::with_default_colors;
