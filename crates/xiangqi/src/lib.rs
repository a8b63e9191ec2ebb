//! Xiangqi 象棋: rules with facing generals, adjudicated repetitions, notations and game files.
//!
//! ```
//! use yipan_xiangqi::Position;
//!
//! let start = Position::start();
//! let next = start.after("h2e2".parse()?);
//! assert_eq!(next.legal_moves().len(), 45);
//! # Ok::<(), yipan_xiangqi::MoveError>(())
//! ```
//!
//! This crate will never search for a good move, generate a random number, read a clock or touch a file.
//! It does without the standard library and needs only `alloc`.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod attacks;
pub mod files;
pub mod notation;
pub mod repetition;

mod attack_sets;
mod color;
mod explain;
mod facing;
mod fen;
mod game;
mod generate;
mod legal;
mod messages;
mod mv;
mod no_capture;
mod occupancy;
mod outcome;
mod piece;
mod point;
mod point_set;
mod position;
mod safety;
mod see;
mod setup;
mod setup_options;
mod zobrist;

pub use color::{BLACK, Color, RED, color_key};
pub use explain::IllegalMoveError;
pub use facing::{FacingRule, ParseFacingRuleError};
pub use fen::{BoardProblem, FenError};
pub use game::{ActionError, Xiangqi, XiangqiView};
pub use mv::{Move, MoveError};
pub use no_capture::NoCaptureLimit;
pub use occupancy::Occupancy;
pub use piece::{Piece, PieceKind};
pub use point::{Point, PointError};
pub use point_set::{PointIter, PointSet};
pub use position::Position;
pub use see::SEE_VALUES;
pub use setup::{Setup, SetupError};
pub use setup_options::{XiangqiSetup, XiangqiSetupError};

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
