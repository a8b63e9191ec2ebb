//! The five modes of chess, in any combination: 骰子 dice, 霧戰 fog, 地吸引力 gravity, 傳送陣 portals, 踩地雷
//! mines.
//!
//! Each mode is a file of plain functions. `resolve.rs` defines the order in which they act on a move,
//! `turn.rs` who moves next, `legal.rs` which moves are legal, and `fog.rs`, `visibility.rs` and `view.rs`
//! what each viewer sees. Standard chess does not use this module.

mod board;
mod chance_event;
mod determinize;
mod dice;
mod explain;
mod fog;
mod game;
mod gravity;
mod hidden_origins;
mod hidden_pieces;
mod legal;
mod mines;
mod move_distance;
mod options;
mod portals;
mod reachable_placement;
mod repetition;
mod resolve;
mod settled_placement;
mod state_key;
mod turn;
mod view;
mod visibility;

pub use board::SpecialMoveRights;
pub use chance_event::{ChanceEvent, ParseChanceEventError};
pub use dice::{DicePhase, DiceStats, Die, Face, GameDiceStats};
pub use options::{DiceRule, DiceRules, MineRules, Mode, Modes, ModesError, PortalOwnership};

pub(crate) use game::ModeGame;
pub(crate) use gravity::after_gravity;
pub(crate) use state_key::state_key;
pub(crate) use visibility::visible_effects;
