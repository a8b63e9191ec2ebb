//! The closed set of games: the only crate that knows them all.
//!
//! Code that works with any game uses [`AnyGame`], in text: positions, actions and chance outcomes in, text
//! and [`Effect`](yipan_core::Effect)s out. Code for one game uses that game's crate.
//!
//! ```
//! use yipan_games::{AnyGame, GameKind, GameOptions};
//!
//! let mut game = AnyGame::start(GameKind::Chess, &GameOptions::default())?;
//! game.apply_action("e2e4", &mut Vec::new())?;
//! assert_eq!(game.turn_key(), "black");
//! # Ok::<(), yipan_games::AnyGameError>(())
//! ```
//!
//! This crate never contains rules.

mod any_game;
mod any_game_error;
mod any_record;
mod any_view;
mod board_lines;
mod game_kind;
mod game_options;
mod grid;
mod notation;
mod parse_action;
mod pgn;
mod secrecy;

pub use any_game::AnyGame;
pub use any_game_error::AnyGameError;
pub use any_record::{AnyRecord, ReadRecordError};
pub use any_view::{AnyDice, AnyView};
pub use game_kind::{GameKind, UnknownGameError};
pub use game_options::GameOptions;
pub use grid::Grid;
pub use notation::{Notation, UnknownNotationError};
pub use pgn::{PgnHeader, PgnMove};
pub use yipan_chess::REROLL;
pub use yipan_chess::pgn::GameResult;

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
