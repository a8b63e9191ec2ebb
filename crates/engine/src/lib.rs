//! The computer opponents: a search that knows no game, and one rival a game on top.
//!
//! ```
//! use yipan_chess::Position;
//! use yipan_engine::{ByHand, Limits, Stillness, Table, Task, Thinker};
//!
//! // Mate in two: the rook first.
//! let root: Position = "7k/8/8/8/8/8/R7/1R5K w - - 0 1".parse()?;
//! let table = Table::new(1);
//! let task = Task {
//!     root: &root, past: &Default::default(), limits: Limits::depth(5), table: &table, host: &Stillness,
//!     lines: 1, only: None, team: None,
//! };
//! let thought = Thinker::new(ByHand).think(&task, &mut |_| {});
//! assert_eq!(thought.lines[0].score.to_string(), "mate 2");
//! # Ok::<(), yipan_chess::FenError>(())
//! ```
//!
//! This crate will never read a clock, start a thread, draw a number it was not given a seed for, or touch a file:
//! a host hands it time, stop and seed, in a program and in a page alike.

pub mod chess;
pub mod computer;
pub mod modes;
pub mod stochastic;
pub mod tune;
pub mod xiangqi;

mod assessment;
mod book;
mod level;
mod level_player;
mod limits;
mod score;
mod search;
mod search_game;
mod splitmix;
mod tt;
mod weights;

pub use assessment::Assessment;
pub use book::Book;
pub use level::{Level, ParseLevelError};
pub use level_player::{ChosenMove, LevelPlayer, Playable};
pub use limits::{Limits, NoControl, PlayerClock, SearchControl};
pub use score::Score;
pub use search::{PvLine, SearchInfo, SearchParams, SearchResult, SearchThread, SplitPool};
pub use search_game::{Evaluation, MoveFeatures, PathEntry, RuleOutcome, SearchGame};
pub use tt::TranspositionTable;

/// The evaluation by hand of every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandCrafted;
