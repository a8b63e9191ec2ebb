//! The log of a game: what was agreed, every step, and the game folded from them.
//!
//! The log is the game: positions, views and effects are folds over it and are never stored. The header names
//! the version of the rules, so that an old record is never judged by new rules.
//!
//! A record is text, one thing a line, and reads back as itself:
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
//! A step may carry the moment it was taken, as in `action e2e4 @5210`, in milliseconds since the first. Beside the log
//! stand what a host needs to keep it honest: [`Clock`]s that are told the time, and [`Fairness`], whose draws anybody
//! can check afterwards with [`Log::verify`].
//!
//! This crate will never know a particular game, read a clock, or touch a file.

mod clock;
mod format;
mod game_record;
mod messages;
mod millis;
mod provably_fair;
mod tag;
mod time_control;
mod verify;

pub use clock::{Clock, TimeLeft};
pub use format::{ParseRecordError, game_name, step_line};
pub use game_record::{GameRecord, IllegalStepError};
pub use millis::Millis;
pub use provably_fair::{Bytes32, ParseBytes32Error, ProvablyFairRng};
pub use tag::{Tag, TagError};
pub use time_control::{ParseTimeControlError, SideTimeControl, TimeControl};
pub use verify::{SideAssignment, VerifyError, VerifyReport};
