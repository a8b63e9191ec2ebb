//! Chess clocks: the time controls of a game, and the time that each side has left.
//!
//! A [`Clock`] never reads the time: every method is given the current time in [`Millis`]. A [`TimeControl`] is text,
//! and it round-trips:
//!
//! ```
//! use yipan_clock::TimeControl;
//!
//! let control: TimeControl = "10/20x3 v 5+3".parse()?;
//! assert_eq!(control.to_string(), "10/20x3 v 5+3");
//! # Ok::<(), yipan_clock::ParseTimeControlError>(())
//! ```
//!
//! This crate never knows a particular game, reads the system time or performs I/O.

mod clock;
mod millis;
mod parse_time_control_error;
mod side_time_control;
mod time_control;

pub use clock::{Clock, TimeLeft};
pub use millis::Millis;
pub use parse_time_control_error::ParseTimeControlError;
pub use side_time_control::SideTimeControl;
pub use time_control::TimeControl;

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
