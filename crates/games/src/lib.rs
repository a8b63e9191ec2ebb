//! The closed set of games: the only room that knows them all.
//!
//! Who lets a user pick a game talks to [`AnyGame`], in text: positions, actions and draws in, the same words
//! and [`Effect`](yipan_core::Effect)s out. Who knows the game talks to its own crate.
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
mod any_record;
mod any_view;
mod game_kind;
mod game_options;
mod notation;
mod secrecy;

pub use any_game::{AnyGame, AnyGameError};
pub use any_record::{AnyRecord, ReadRecordError};
pub use any_view::{AnyDice, AnyView};
pub use game_kind::{GameKind, UnknownGameError};
pub use game_options::GameOptions;
pub use notation::{Notation, UnknownNotationError};
pub use yipan_chess::REROLL;
