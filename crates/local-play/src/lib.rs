//! Local play: a game on one screen or terminal, between two people or against the computer.
//!
//! ```
//! use yipan_core::Side;
//! use yipan_games::GameKind;
//! use yipan_local_play::{LocalGame, LocalSetup, PlayerKind, WaitingFor};
//!
//! let players = [PlayerKind::Human, PlayerKind::Computer(3)];
//! let mut local = LocalGame::start(LocalSetup::default_for(GameKind::Chess, players, 7))?;
//! local.play_action("e2e4")?;
//! assert_eq!(local.waiting_for(), WaitingFor::Computer(Side::Second, 3));
//! local.take_back();
//! assert_eq!(local.waiting_for(), WaitingFor::Human(Side::First));
//! # Ok::<(), yipan_games::AnyGameError>(())
//! ```
//!
//! The setup and the actions determine a game: all chance outcomes come from the seed. This crate neither draws a board
//! nor writes texts, and it does not call the engine.

mod declared_result;
mod last_move;
mod local_game;
mod local_setup;
mod played_game;
mod played_step;
mod player_kind;
mod waiting_for;

pub use declared_result::DeclaredResult;
pub use last_move::last_move_cells;
pub use local_game::LocalGame;
pub use local_setup::LocalSetup;
pub use played_game::PlayedGame;
pub use played_step::PlayedStep;
pub use player_kind::PlayerKind;
pub use waiting_for::WaitingFor;
