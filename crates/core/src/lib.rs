//! The vocabulary shared by all Yipan games, and the two interfaces to a game.
//!
//! [`Game`] is the full interface: whose turn it is, legality with reasons, and the [`Effect`]s of every
//! step. [`MoveGenerator`] is the fast interface to the same board and the same move generator, used by
//! search and perft.
//!
//! ```
//! use yipan_core::{Cell, Side};
//!
//! assert_eq!(Side::First.other(), Side::Second);
//! assert_eq!(Cell { file: 4, rank: 3 }.to_string(), "e4");
//! ```
//!
//! This crate never knows a particular game, reads a clock, generates a random number or performs I/O.
//! It does without the standard library and needs only `alloc`.

// The code that utoipa derives names the standard library.
#![cfg_attr(not(any(test, feature = "openapi")), no_std)]

extern crate alloc;

mod any_piece;
mod bitset;
mod capitalize;
mod cell;
mod dice_phase;
mod die_face;
mod effect;
mod end_reason;
mod game;
mod join_words;
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
pub use capitalize::capitalize;
pub use cell::Cell;
pub use dice_phase::DicePhase;
pub use die_face::DieFace;
pub use effect::{Cause, Effect, EffectSink, NullSink};
pub use end_reason::EndReason;
pub use game::Game;
pub use join_words::join_words;
pub use language::{Language, Localize, ParseLanguageError};
pub use mark::Mark;
pub use move_generator::{MoveGenerator, MoveKind, MoveList};
pub use outcome::{Outcome, Reason, result_text};
pub use perft::{divide, perft, perft_game};
pub use side::Side;
pub use splitmix::{splitmix64, splitmix64_at};
pub use step::{NoChance, NoChanceEventError, Step};
pub use turn::Turn;
pub use turn_change::TurnChange;
pub use viewer::Viewer;

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
