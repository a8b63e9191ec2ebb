//! The game engine: a search that is independent of the game, and computer players of every strength on top.
//!
//! ```
//! use yipan_chess::Position;
//! use yipan_engine::{HandCrafted, Limits, NoControl, SearchParams, SearchThread, TranspositionTable};
//!
//! // Mate in two: the rook first.
//! let root: Position = "7k/8/8/8/8/8/R7/1R5K w - - 0 1".parse()?;
//! let tt = TranspositionTable::new(1);
//! let params = SearchParams {
//!     root: &root, game_history: &Default::default(), limits: Limits::depth(5), tt: &tt, control: &NoControl,
//!     multi_pv: 1, search_moves: None, split_pool: None,
//! };
//! let result = SearchThread::new(HandCrafted).search(&params, &mut |_| {});
//! assert_eq!(result.lines[0].score.to_string(), "mate 2");
//! # Ok::<(), yipan_chess::FenError>(())
//! ```
//!
//! This crate has no side effects: it reads no clock, starts no thread, touches no file and uses no randomness
//! other than a given seed. The caller provides the clock and the stop flag as a [`SearchControl`], natively and in
//! the browser alike.

pub mod chess;
pub mod computer;
pub mod modes;
pub mod stochastic;
pub mod tune;
pub mod xiangqi;

mod assessment;
mod book;
mod evaluator;
mod hand_crafted;
mod level;
mod level_player;
mod limits;
mod network;
mod playable;
mod score;
mod search;
mod search_game;
mod splitmix;
mod tt;
mod weights;
mod win_draw_loss;

pub use assessment::Assessment;
pub use book::Book;
pub use evaluator::Evaluator;
pub use hand_crafted::HandCrafted;
pub use level::{Level, LevelError};
pub use level_player::{ChosenMove, LevelPlayer};
pub use limits::{Limits, NoControl, PlayerClock, SearchControl};
pub use network::{Network, NetworkFileError, NetworkGame, NetworkParams};
pub use playable::Playable;
pub use score::Score;
pub use search::{PvLine, SearchInfo, SearchParams, SearchResult, SearchThread, SplitPool};
pub use search_game::{CellMask, Evaluation, MoveFeatures, PathEntry, RuleOutcome, SearchGame};
pub use tt::TranspositionTable;
pub use win_draw_loss::{ResultModel, WinDrawLoss};

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
