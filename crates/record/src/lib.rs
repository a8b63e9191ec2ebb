//! Game records: the options of a game and every step, from which the game is replayed.
//!
//! Positions, views and effects are computed from the record and never stored. The header names the version
//! of the rules, so an old record is never replayed with new rules.
//!
//! A record is text with one item per line, and it round-trips:
//!
//! ```text
//! yipan record 1
//! game chess
//! rules 2
//! tag White Anderssen
//! setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! action e2e4
//! action e7e5
//! ```
//!
//! A step may carry its time in milliseconds since the first step, as in `action e2e4 @5210`. The crate also
//! contains [`ProvablyFairRng`], whose chance events [`GameRecord::verify`] recomputes after the game.
//!
//! This crate never knows a particular game, reads a clock or performs I/O.

mod format;
mod game_record;
mod messages;
mod provably_fair;
mod tag;
mod verify;

pub use format::{ParseRecordError, game_name, step_line};
pub use game_record::{GameRecord, IllegalStepError};
pub use provably_fair::{Bytes32, ParseBytes32Error, ProvablyFairRng};
pub use tag::{Tag, TagError};
pub use verify::{SideAssignment, VerifyError, VerifyReport};

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
