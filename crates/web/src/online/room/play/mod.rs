//! The game of a room, running or finished.

mod board;
mod clock_bar;
mod controls;
mod dice_history;
mod finished_game;
mod game_over;
mod liuzichong;
mod notices;
mod offers;
mod online_result;
mod rating_changes;
mod verify;

pub(crate) use self::board::RoomBoard;
pub(crate) use self::finished_game::FinishedGame;
pub(crate) use self::game_over::ClosedRoom;
pub(crate) use self::rating_changes::RatingChanges;
