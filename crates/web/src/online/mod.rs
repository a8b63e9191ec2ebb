//! Games through the hall: the line to it, the lobby, and a table.

mod chat;
mod controls;
mod game;
mod auto_join;
mod invite;
mod connection;
mod lobby;
mod game_over;
mod dice_history;
mod liuzichong;
mod room_board;
mod verify;
mod waiting_room;
mod spectator_count;

pub(crate) use self::game::{OnlineGame, RoomScreen};
pub(crate) use self::invite::Invite;
pub(crate) use self::connection::ConnectionStatus;
pub(crate) use self::lobby::Lobby;
pub(crate) use self::game_over::Closed;
pub(crate) use self::room_board::OnlineTable;
pub(crate) use self::waiting_room::WaitingRoom;
