//! What stands beside a board.

mod confirm;
mod dice;
mod moves;
mod players;
mod dice_history;
mod engine_error;
mod move_input;

pub(crate) use self::confirm::Confirm;
pub(crate) use self::dice::DicePanel;
pub(crate) use self::moves::{MoveList, MoveRow};
pub(crate) use self::players::PlayerBar;
pub(crate) use self::dice_history::RollsPanel;
pub(crate) use self::engine_error::Stuck;
pub(crate) use self::move_input::Typed;
