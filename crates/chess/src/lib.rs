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

mod bitboard;
mod castling;
mod chess960;
mod color;
mod explain;
mod facts;
mod fen;
mod game;
mod generate;
mod legal;
mod lost_pieces;
mod messages;
mod modes;
mod mv;
mod outcome;
mod piece;
mod play;
mod position;
mod san;
mod see;
mod setup;
mod setup_options;
mod square;
mod standard_game;
mod uci;
mod view;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use chess960::{CHESS960_POSITION_COUNT, Chess960Error};
pub use color::{BLACK, Color, WHITE, color_key};
pub use explain::{IllegalCastlingReason, IllegalMoveError};
pub use facts::{Check, Pin};
pub use fen::{FenError, FenField, FenProblem};
pub use game::{ActionError, Chess};
pub use lost_pieces::LostPieces;
pub use modes::{
    ChanceEvent, DicePhase, DiceRule, DiceRules, DiceStats, Die, Face, GameDiceStats, MineRules, Mode, Modes,
    ModesError, ParseChanceEventError, PortalOwnership, SpecialMoveRights,
};
pub use mv::Move;
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use san::SanError;
pub use setup::{Setup, SetupError};
pub use setup_options::{Action, ChessSetup, ChessSetupError, DrawRule, ParseActionError, REROLL};
pub use square::{Square, SquareError};
pub use uci::{UciError, UciMove};
pub use view::{ChessView, DiceView, DieView};

/// The example of the project's README, so that it cannot go stale.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
