//! One hosted game: seats, offers, clocks, chance, chat, and the events each audience may see.
//!
//! A room is the result of replaying its log. [`Room::decide`] turns a command into [`LogEntry`]s or a [`CommandError`],
//! [`Room::apply`] adds an entry, and [`Projection`] returns the event that each [`Audience`] receives. The caller stores
//! the entries between deciding and applying, so an event that was sent is never lost.
//!
//! ```
//! use yipan_clock::Millis;
//! use yipan_record::Bytes32;
//! use yipan_room::{CommandContext, Room};
//! use yipan_wire::{Command, Player, RoomConfig};
//!
//! let host = Player { id: "a".into(), name: "Ada".into(), level: None, rating: None, is_bot: false };
//! let config = RoomConfig::default_for("chess");
//! let opened = Room::opening_entry("K4T7QX", config, Bytes32([7; 32]), host.clone(), Millis(0)).unwrap();
//! let mut room = Room::new(opened).unwrap();
//! let sit = Command::Sit { contribution: Bytes32([1; 32]).to_string() };
//! for entry in room.decide(&CommandContext::new(&host, "1", Millis(5)), &sit).unwrap() {
//!     room.apply(entry).unwrap();
//! }
//! assert_eq!(room.log().len(), 2);
//! ```
//!
//! This crate never reads a clock, generates a random number or opens a socket: the time and the seed are arguments.
//! No command of a client makes it panic.

mod apply;
mod audience;
mod auto_start;
mod berserk;
mod chance;
mod chat_entry;
mod close;
mod command_context;
mod command_digest;
mod command_error;
mod conditional_moves;
mod correspondence;
mod decide;
mod invalid_log_error;
mod log_entry;
mod messages;
mod offers;
mod played_action;
mod projection;
mod rated_game;
mod record;
mod rematch;
mod room;
mod room_limits;
mod room_state;
mod rules_version;
mod seating;
mod seats;
mod spectator_feed;
mod takeback;
mod timing;
mod tournament;
mod uncharged_time;
mod unrated_player;
mod utc_date;
mod validated_config;

pub use audience::Audience;
pub use command_context::CommandContext;
pub use command_digest::CommandDigest;
pub use command_error::CommandError;
pub use correspondence::CorrespondenceTurn;
pub use invalid_log_error::InvalidLogError;
pub use log_entry::{CommandId, LogEntry, RoomEvent};
pub use projection::{Projection, replay_events};
pub use rated_game::RatedGame;
pub use room::Room;
pub use room_limits::RoomLimits;
pub use spectator_feed::SpectatorFeed;
pub use tournament::{TournamentGameEnd, TournamentRoom};
pub use unrated_player::unrated_reason;
pub use utc_date::utc_date;
pub use validated_config::{RoomConfigError, ValidatedConfig};
