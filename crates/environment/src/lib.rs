//! Games as environments of reinforcement learning: numbered actions, observations in planes, rewards.
//!
//! ```
//! use yipan_chess::{Chess, ChessSetup};
//! use yipan_environment::{ActionLayout, Environment};
//!
//! let mut environment: Environment<Chess> = Environment::new(ChessSetup::default(), 1);
//! assert_eq!(environment.layout().action_count(), 4672);
//! let (number, action) = environment.legal_actions()[0];
//! environment.step(number)?;
//! assert_ne!(environment.legal_actions()[0].1, action);
//! # Ok::<(), yipan_environment::IllegalActionError>(())
//! ```
//!
//! Both numbers and planes are relative to a player, whose first rank is rank 0. Chance events are drawn from a
//! seed. An observation is made from the player's view alone, so it contains nothing that the player may not know.
//!
//! This crate never reads a clock, starts a thread or performs I/O: the caller provides seeds, buffers and threads.

mod action_layout;
mod chess;
mod encoded_game;
mod environment;
mod illegal_action_error;
mod liuzichong;
mod planes;
mod seeded_rng;
mod xiangqi;

pub use action_layout::ActionLayout;
pub use chess::ChessLayout;
pub use encoded_game::EncodedGame;
pub use environment::{Environment, Transition};
pub use illegal_action_error::IllegalActionError;
pub use liuzichong::LiuzichongLayout;
pub use seeded_rng::SeededRng;
pub use xiangqi::XiangqiLayout;
