//! The words every Yipan game is told in, and the two doors into a game.
//!
//! [`Game`] is the rich door: it asks whose turn it is, refuses with reasons, and tells what happened as
//! [`Effect`]s. [`Kernel`] is the fast door into the same board and the same move generator, for search.
//!
//! ```
//! use yipan_core::{Cell, Seat};
//!
//! assert_eq!(Seat::First.other(), Seat::Second);
//! assert_eq!(Cell { file: 4, rank: 3 }.to_string(), "e4");
//! ```
//!
//! This crate will never know a particular game, read a clock, draw a random number, or touch the world.

mod cell;
mod effect;
mod die_face;
mod game;
mod turn_change;
mod move_generator;
mod language;
mod bitset;
mod any_piece;
mod mark;
mod splitmix;
mod outcome;
mod perft;
mod side;
mod step;
mod turn;
mod viewer;

pub use cell::Cell;
pub use effect::{Cause, NullSink, Effect, EffectSink};
pub use die_face::DieFace;
pub use game::Game;
pub use turn_change::TurnChange;
pub use move_generator::{MoveGenerator, MoveKind, MoveList};
pub use language::{Language, ParseLanguageError, Localize};
pub use any_piece::AnyPiece;
pub use mark::Mark;
pub use splitmix::splitmix64;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft, perft_game};
pub use side::Side;
pub use step::{NoChance, NoChanceEventError, Step};
pub use turn::Turn;
pub use viewer::Viewer;
