//! Liuzichong 六子冲: rules, house rules, a solver with its tablebase, computer players and the UI flow.
//!
//! ```
//! use yipan_liuzichong::{Position, tablebase::{Tablebase, Wdl}};
//!
//! let start = Position::start();
//! let tablebase = Tablebase::embedded();
//! assert_eq!(tablebase.probe(&start).wdl, Wdl::Draw);
//! assert_eq!(tablebase.probe(&start.after("b1b2".parse()?)).plies, Some(39));
//! # Ok::<(), yipan_liuzichong::MoveError>(())
//! ```
//!
//! This crate will never generate a random number, start a thread, read a clock or touch a file: the caller
//! provides seeds, threads and bytes.

pub mod ai;
pub mod sixzc;
pub mod solve;
pub mod tablebase;
pub mod ui_flow;

mod capture;
mod color;
mod explain;
mod game;
mod house_rules;
mod messages;
mod mv;
mod outcome;
mod point;
mod point_set;
mod position;
mod position_text;
mod setup_options;

pub use color::{BLACK, Color, WHITE, color_key};
pub use explain::IllegalMoveError;
pub use game::{Liuzichong, LiuzichongView};
pub use house_rules::{FourthPointRule, HouseRules, LonePieceCapture};
pub use mv::{Move, MoveError};
pub use point::{Point, PointError};
pub use point_set::{PointIter, PointSet};
pub use position::{Position, SetupError};
pub use position_text::{BoardProblem, ParsePositionError};
pub use setup_options::{LiuzichongSetup, LiuzichongSetupError};

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
