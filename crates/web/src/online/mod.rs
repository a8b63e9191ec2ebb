//! Online games: the connection to the server, the lobby and the rooms.

mod auto_join;
mod connection;
pub(crate) mod live_tournament;
mod lobby;
mod room;
mod spectated_board;

pub(crate) use self::connection::ConnectionStatus;
pub(crate) use self::lobby::{ClockField, CreateRoomForm, Lobby, RatedField, RoomFields, SpectatorField};
pub(crate) use self::room::{
    ClosedRoom, FinishedGame, OnlineGame, RatingChanges, RoomBoard, RoomScreen, WaitingRoom,
};
pub(crate) use self::spectated_board::SpectatedBoard;
