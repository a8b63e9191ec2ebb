//! A room of the server: waiting, playing and the finished game.

mod chat;
mod events;
mod game;
mod play;
mod spectator_count;
mod tournament_link;
mod waiting;

pub(crate) use self::game::{OnlineGame, RoomScreen};
pub(crate) use self::play::{ClosedRoom, FinishedGame, RatingChanges, RoomBoard};
pub(crate) use self::waiting::WaitingRoom;
