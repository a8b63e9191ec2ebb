//! One game being played: seats, guests, offers, clocks, chance, and who is told what.
//!
//! A table is the fold of its log. [`Table::decide`] turns what somebody says into [`Entry`]s or a [`Refusal`],
//! [`Table::apply`] adds an entry, and [`Projection`] says what each viewer is told of it. Between deciding and applying
//! the host writes the entries down, so that whatever was told is kept.
//!
//! ```
//! use yipan_record::{Bytes32, Millis};
//! use yipan_table::{Call, Table};
//! use yipan_wire::{Command, Player, Terms};
//!
//! let host = Player { id: "a".into(), name: "Ada".into(), level: None };
//! let opened = Table::opening("K4T7QX", Terms::usual("chess"), Bytes32([7; 32]), host.clone(), Millis(0)).unwrap();
//! let mut table = Table::new(opened).unwrap();
//! let sit = Command::Sit { contribution: Bytes32([1; 32]).to_string() };
//! for entry in table.decide(&Call::new(&host, "1", Millis(5)), &sit).unwrap() {
//!     table.apply(entry).unwrap();
//! }
//! assert_eq!(table.log().len(), 2);
//! ```
//!
//! This crate never reads a clock, draws a random number or touches a socket: "now" and the seed are arguments. Nothing
//! a guest says makes it panic.

mod agreement;
mod call;
mod chance;
mod decide;
mod digest;
mod entry;
mod gallery;
mod kept;
mod offers;
mod projection;
mod refusal;
mod rematch;
mod seating;
mod snapshot;
mod table;
mod takeback;
mod time;
mod words;

pub use agreement::{Agreement, TermsError};
pub use call::Call;
pub use digest::CommandDigest;
pub use entry::{CommandId, EndReason, Entry, Stamped};
pub use gallery::Gallery;
pub use projection::{Projection, frames};
pub use refusal::Refusal;
pub use seating::Eye;
pub use table::{BrokenLog, Table};
pub use time::Pace;
