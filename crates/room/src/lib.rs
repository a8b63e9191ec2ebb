//! One game being played: seats, guests, offers, clocks, chance, and who is told what.
//!
//! A table is the fold of its log. [`Table::decide`] turns what somebody says into [`Entry`]s or a [`Refusal`],
//! [`Table::apply`] adds an entry, and [`Projection`] says what each viewer is told of it. Between deciding and applying
//! the host writes the entries down, so that whatever was told is kept.
//!
//! ```
//! use yipan_record::{Bytes32, Millis};
//! use yipan_room::{Call, Table};
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

mod chance;
mod command_context;
mod command_digest;
mod command_error;
mod decide;
mod log_entry;
mod messages;
mod offers;
mod projection;
mod record;
mod rematch;
mod room;
mod room_state;
mod seats;
mod spectator_feed;
mod takeback;
mod timing;
mod validated_config;

pub use command_context::CommandContext;
pub use command_digest::CommandDigest;
pub use command_error::CommandError;
pub use log_entry::{CommandId, EndReason, LogEntry, RoomEvent};
pub use projection::{Projection, replay_events};
pub use room::{InvalidLogError, Room};
pub use seats::Audience;
pub use spectator_feed::SpectatorFeed;
pub use timing::RoomLimits;
pub use validated_config::{RoomConfigError, ValidatedConfig};
