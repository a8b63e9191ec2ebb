//! Ratings of players, and which games are rated.
//!
//! A player has one [`Rating`] for each [`Category`]: the rules that are played, and the speed. [`rate_game`] changes the
//! ratings of both players after a game, [`rate_puzzle`] those of a puzzle and its solver.
//!
//! ```
//! use yipan_core::Side;
//! use yipan_games::{GameKind, GameOptions};
//! use yipan_ratings::{Category, Rating, Standing, rate_game};
//!
//! let clock = "3+2".parse()?;
//! let category = Category::of(GameKind::Xiangqi, &GameOptions::default(), &clock)?;
//! assert_eq!(category.to_string(), "xiangqi.blitz");
//!
//! let newcomer = Standing { rating: Rating::default(), idle_days: 0.0, gained_today: 0.0 };
//! let [winner, loser] = rate_game([newcomer; 2], Some(Side::First));
//! assert_eq!((winner.to_string(), loser.to_string()), ("1662?".to_owned(), "1338?".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate never reads the time, stores anything or knows who is playing.

mod category;
mod messages;
mod rate_game;
mod rate_puzzle;
mod rating;
mod rule_family;
mod speed;
mod unrated_reason;

pub use category::{Category, ParseCategoryError};
pub use rate_game::{MAX_DAILY_GAIN, Standing, rate_game};
pub use rate_puzzle::{estimated_rating, new_solver_rating, rate_puzzle};
pub use rating::Rating;
pub use rule_family::RuleFamily;
pub use speed::Speed;
pub use unrated_reason::UnratedReason;
