//! Games through the hall: the line to it, the lobby, and a table.

mod auto_join;
mod chat;
mod connection;
mod controls;
mod dice_history;
mod game;
mod game_over;
mod invite;
mod liuzichong;
mod lobby;
mod room_board;
mod spectator_count;
mod verify;
mod waiting_room;

pub(crate) use self::connection::ConnectionStatus;
pub(crate) use self::game::{OnlineGame, RoomScreen};
pub(crate) use self::game_over::ClosedRoom;
pub(crate) use self::invite::CreateRoomForm;
pub(crate) use self::lobby::Lobby;
pub(crate) use self::room_board::RoomBoard;
pub(crate) use self::waiting_room::WaitingRoom;
