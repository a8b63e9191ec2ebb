//! Western chess, complete: FIDE rules, Chess960, and five modes in any mix.
//!
//! ```
//! use yipan_chess::Position;
//!
//! let mut position = Position::start();
//! for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
//!     position = position.after(position.read_san(san)?);
//! }
//! assert!(position.in_check() && position.legal_moves().is_empty());
//! # Ok::<(), yipan_chess::SanError>(())
//! ```
//!
//! [`Chess`] is the rich door with history, draws and effects; [`Position`] is the fast door and knows the
//! facts of the moment. Both play on the same board with the same move generator.
//!
//! This crate will never search for a good move, draw a random number, read a clock or touch a file.

pub mod attacks;
pub mod pgn;

mod agreement;
mod bitboard;
mod castling;
mod chess960;
mod color;
mod ending;
mod exchange;
mod explain;
mod facts;
mod fen;
mod game;
mod generate;
mod legal;
mod losses;
mod modes;
mod mv;
mod piece;
mod plain;
mod play;
mod position;
mod san;
mod setup;
mod square;
mod uci;
mod view;
mod words;
mod zobrist;

pub use agreement::{Action, ActionError, ChessSetup, ChessSetupError, Draws};
pub use bitboard::{Bitboard, Squares};
pub use chess960::{Chess960Error, START_POSITIONS};
pub use color::{BLACK, Color, WHITE, color_key};
pub use explain::{CastlingRefusal, Refusal};
pub use facts::{Pin, Threat};
pub use fen::{FenError, FenField, FenProblem};
pub use game::{Chess, Illegal};
pub use losses::Losses;
pub use modes::{
    DiceRule, DiceRules, DiceTally, Die, Draw, DrawError, Face, MineRules, Mode, Modes, ModesError, Phase,
    PortalOwner, Rights, Statistics,
};
pub use mv::Move;
pub use piece::{Kind, Piece};
pub use position::Position;
pub use san::SanError;
pub use setup::{Setup, SetupError};
pub use square::{Square, SquareError};
pub use uci::{Uci, UciError};
pub use view::{ChessView, DiceView, DieView};

/// The example of the project's README, so that it cannot go stale.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
