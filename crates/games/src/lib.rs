//! The closed set of games: the only room that knows them all.
//!
//! Who lets a user pick a game talks to [`AnyGame`], in text: positions, actions and draws in, the same words
//! and [`Effect`](yipan_rules::Effect)s out. Who knows the game talks to its own crate.
//!
//! ```
//! use yipan_games::{AnyGame, GameKind, Options};
//!
//! let mut game = AnyGame::start(GameKind::Chess, &Options::default())?;
//! game.act("e2e4", &mut Vec::new())?;
//! assert_eq!(game.turn_key(), "black");
//! # Ok::<(), yipan_games::AnyError>(())
//! ```
//!
//! This crate will never hold a rule of its own.

mod any_game;
mod any_log;
mod any_view;
mod discretion;
mod kind;
mod notation;
mod options;

pub use any_game::{AnyError, AnyGame};
pub use any_log::{AnyLog, LogError};
pub use any_view::{AnyDice, AnyView};
pub use kind::{GameKind, UnknownGame};
pub use notation::{Notation, UnknownNotation};
pub use options::Options;
