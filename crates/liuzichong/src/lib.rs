//! Liuzichong 六子冲: rules, house rules, the flow of a game, and the whole game solved.
//!
//! ```
//! use yipan_liuzichong::{Position, table::{Table, Value}};
//!
//! let start = Position::start();
//! let table = Table::embedded();
//! assert_eq!(table.probe(&start).value, Value::Draw);
//! assert_eq!(table.probe(&start.after("b1b2".parse()?)).plies, Some(39));
//! # Ok::<(), yipan_liuzichong::MoveError>(())
//! ```
//!
//! This crate will never draw a random number, start a thread, read a clock or touch a file: seeds, threads and
//! bytes are handed to it.

pub mod flow;
pub mod rival;
pub mod saved;
pub mod solve;
pub mod table;

mod agreement;
mod capture;
mod color;
mod ending;
mod explain;
mod game;
mod house;
mod mv;
mod point;
mod points;
mod position;
mod text;
mod words;

pub use agreement::{LiuzichongSetup, LiuzichongSetupError};
pub use color::{BLACK, Color, WHITE, color_key};
pub use explain::Refusal;
pub use game::{Liuzichong, LiuzichongView};
pub use house::{Carry, HouseRules, Outer};
pub use mv::{Move, MoveError};
pub use point::{Point, PointError};
pub use points::{EachPoint, Points};
pub use position::{Position, SetupError};
pub use text::{BoardProblem, PositionError};
