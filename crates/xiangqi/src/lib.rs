//! Xiangqi 象棋: rules in which generals may not face, and a repetition law that names the guilty.
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
//! This crate will never search for a good move, draw a random number, read a clock or touch a file.

pub mod attacks;
pub mod files;
pub mod notation;
pub mod repetition;

mod agreement;
mod color;
mod ending;
mod exchange;
mod explain;
mod facing;
mod fen;
mod game;
mod generate;
mod legal;
mod limit;
mod mv;
mod occupied;
mod piece;
mod point;
mod points;
mod position;
mod safety;
mod setup;
mod words;
mod zobrist;

pub use agreement::{XiangqiSetup, XiangqiSetupError};
pub use color::{BLACK, Color, RED, color_key};
pub use explain::Refusal;
pub use facing::{FacingRule, UnknownFacingRule};
pub use fen::{BoardProblem, FenError};
pub use game::{Illegal, Xiangqi, XiangqiView};
pub use limit::CaptureLimit;
pub use mv::{Move, MoveError};
pub use occupied::Occupied;
pub use piece::{Kind, Piece};
pub use point::{Point, PointError};
pub use points::{EachPoint, Points};
pub use position::Position;
pub use setup::{Setup, SetupError};
