//! The five modes of chess, in any mix: 骰子 dice, 霧戰 fog, 地吸引力 gravity, 傳送陣 portals, 踩地雷 mines.
//!
//! Each mode is a file of plain functions; the order in which they act on a move stands in `stages.rs`, who moves next in
//! `turn.rs`, what is legal in `legal.rs`, who sees what in `fog.rs`, `witness.rs` and the crate's `view.rs`. Standard
//! chess does not pass through here.

pub(crate) mod dice;
pub(crate) mod fog;

mod agreed;
mod draw;
mod explain;
mod field;
mod gravity;
mod imagine;
mod legal;
mod mines;
mod modal;
mod portals;
mod repetition;
mod stages;
mod turn;
mod witness;

pub use agreed::{DiceRule, DiceRules, MineRules, Mode, Modes, ModesError, PortalOwner};
pub use dice::{DiceTally, Die, Face, Phase, Statistics};
pub use draw::{Draw, DrawError};
pub use field::Rights;

pub(crate) use modal::{Modal, settled};
pub(crate) use portals::Portals;
pub(crate) use witness::witness;
