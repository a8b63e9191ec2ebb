//! The words every Yipan game is told in, and the two doors into a game.
//!
//! [`Game`] is the rich door: it asks whose turn it is, refuses with reasons, and tells what happened as
//! [`Effect`]s. [`Kernel`] is the fast door into the same board and the same move generator, for search.
//!
//! ```
//! use yipan_rules::{Cell, Seat};
//!
//! assert_eq!(Seat::First.other(), Seat::Second);
//! assert_eq!(Cell { file: 4, rank: 3 }.to_string(), "e4");
//! ```
//!
//! This crate will never know a particular game, read a clock, draw a random number, or touch the world.

mod cell;
mod effect;
mod face;
mod game;
mod handover;
mod kernel;
mod language;
mod macros;
mod man;
mod mark;
mod numbers;
mod outcome;
mod perft;
mod seat;
mod step;
mod turn;
mod viewer;

pub use cell::Cell;
pub use effect::{Cause, Discard, Effect, Sink};
pub use face::Face;
pub use game::Game;
pub use handover::Handover;
pub use kernel::{Kernel, MoveKind, MoveList};
pub use language::{Language, UnknownLanguage, Words};
pub use man::Man;
pub use mark::Mark;
pub use numbers::split_mix;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft, rich_perft};
pub use seat::Seat;
pub use step::{NoDraw, NothingToDraw, Step};
pub use turn::Turn;
pub use viewer::Viewer;
