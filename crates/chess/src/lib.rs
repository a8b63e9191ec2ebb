//! Western chess: FIDE rules, Chess960, and five modes in any combination.
//!
//! ```
//! use yipan_chess::Position;
//!
//! let mut position = Position::start();
//! for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
//!     position = position.after(position.parse_san(san)?);
//! }
//! assert!(position.in_check() && position.legal_moves().is_empty());
//! # Ok::<(), yipan_chess::SanError>(())
//! ```
//!
//! [`Chess`] is a game with history, draws and effects. [`Position`] is a single position with fast move
//! generation and position analysis. Both use the same board and the same move generator.
//!
//! This crate never searches for a good move, generates a random number, reads a clock or performs I/O.
//! It does without the standard library and needs only `alloc`.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod attacks;
pub mod pgn;

mod action;
mod action_error;
mod bitboard;
mod castling;
mod chess960;
mod color;
mod effects;
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
mod repetition;
mod san;
mod see;
mod setup;
mod setup_options;
mod square;
mod standard_game;
mod uci;
mod view;
mod zobrist;

pub use action::{Action, ParseActionError, REROLL};
pub use action_error::ActionError;
pub use bitboard::{Bitboard, BitboardIter};
pub use chess960::{CHESS960_POSITION_COUNT, Chess960Error};
pub use color::{BLACK, Color, WHITE, color_key};
pub use explain::{IllegalCastlingReason, IllegalMoveError};
pub use facts::{Check, Pin};
pub use fen::{FenError, FenField, FenProblem};
pub use game::Chess;
pub use lost_pieces::LostPieces;
pub use modes::{
    ChanceEvent, DicePhase, DiceRule, DiceRules, DiceStats, Die, Face, GameDiceStats, MineRules, Mode, Modes,
    ModesError, ParseChanceEventError, PortalOwnership, SpecialMoveRights,
};
pub use mv::Move;
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use san::SanError;
pub use see::SEE_VALUES;
pub use setup::{Setup, SetupError};
pub use setup_options::{ChessSetup, ChessSetupError, DrawRule};
pub use square::{Square, SquareError};
pub use uci::{UciError, UciMove};
pub use view::{ChessView, DiceView, DieView};

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
