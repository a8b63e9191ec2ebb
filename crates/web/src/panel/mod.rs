//! Panels next to a board.

mod confirm;
mod dice;
mod dice_history;
mod engine_error;
mod move_input;
mod moves;
mod players;

pub(crate) use self::confirm::ConfirmMove;
pub(crate) use self::dice::DicePanel;
pub(crate) use self::dice_history::DiceHistoryPanel;
pub(crate) use self::engine_error::EngineError;
pub(crate) use self::move_input::MoveInput;
pub(crate) use self::moves::{MoveList, MoveRow};
pub(crate) use self::players::PlayerBar;
