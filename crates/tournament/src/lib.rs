//! Tournaments: who plays whom, with which color, and who leads.
//!
//! A [`Tournament`] is the fold of its [`Event`]s, as a room is the fold of its log: [`Tournament::apply`] either takes
//! an event or says why it cannot have happened, and leaves everything as it was. [`Tournament::next_pairings`] says
//! whom to pair now. The host starts the games, and appends what happened.
//!
//! The system of a Swiss tournament is described at [`swiss`], the tables of a round robin at [`round_robin`], the
//! waiting players of an arena at [`arena`].
//!
//! This crate never knows a particular game, reads the system time or performs I/O.

pub mod arena;
mod color;
mod event;
mod event_error;
mod format;
mod game;
mod matching;
mod player;
mod points;
mod report;
pub mod round_robin;
mod standings;
pub mod swiss;
mod tournament;

pub use color::{ColorHistory, ColorPreference, PreferenceStrength};
pub use event::Event;
pub use event_error::EventError;
pub use format::Format;
pub use game::{Game, GameId, GameState, Pairing};
pub use player::{Player, PlayerId};
pub use points::Points;
pub use report::{TrfHeader, csv, trf};
pub use standings::{Standing, Standings};
pub use tournament::{Pairings, Stage, Tournament};
