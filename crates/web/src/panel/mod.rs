//! What stands beside a board.

mod confirm;
mod dice;
mod moves;
mod players;
mod rolls;
mod stuck;
mod typed;

pub(crate) use self::confirm::Confirm;
pub(crate) use self::dice::DicePanel;
pub(crate) use self::moves::{MoveList, Row};
pub(crate) use self::players::PlayerBar;
pub(crate) use self::rolls::RollsPanel;
pub(crate) use self::stuck::Stuck;
pub(crate) use self::typed::Typed;
