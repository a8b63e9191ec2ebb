//! Online games: the connection to the server, the lobby and the rooms.

mod auto_join;
mod connection;
mod lobby;
mod room;

pub(crate) use self::connection::ConnectionStatus;
pub(crate) use self::lobby::{ClockField, CreateRoomForm, Lobby, RatedField, SpectatorField};
pub(crate) use self::room::{ClosedRoom, OnlineGame, RoomBoard, RoomScreen, WaitingRoom};
