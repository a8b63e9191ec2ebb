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

mod any_piece;
mod bitset;
mod cell;
mod dice_phase;
mod die_face;
mod effect;
mod end_reason;
mod game;
mod language;
mod mark;
mod move_generator;
mod outcome;
mod perft;
mod side;
mod splitmix;
mod step;
mod turn;
mod turn_change;
mod viewer;

pub use any_piece::AnyPiece;
pub use cell::Cell;
pub use dice_phase::DicePhase;
pub use die_face::DieFace;
pub use effect::{Cause, Effect, EffectSink, NullSink};
pub use end_reason::EndReason;
pub use game::Game;
pub use language::{Language, Localize, ParseLanguageError};
pub use mark::Mark;
pub use move_generator::{MoveGenerator, MoveKind, MoveList};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft, perft_game};
pub use side::Side;
pub use splitmix::splitmix64;
pub use step::{NoChance, NoChanceEventError, Step};
pub use turn::Turn;
pub use turn_change::TurnChange;
pub use viewer::Viewer;
