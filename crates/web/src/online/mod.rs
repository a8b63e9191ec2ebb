//! Games through the hall: the line to it, the lobby, and a table.

mod chat;
mod controls;
mod game;
mod intent;
mod invite;
mod line;
mod lobby;
mod over;
mod rolls;
mod stones;
mod table;
mod verify;
mod waiting;
mod watching;

pub(crate) use self::game::{OnlineGame, Place};
pub(crate) use self::invite::Invite;
pub(crate) use self::line::Link;
pub(crate) use self::lobby::Lobby;
pub(crate) use self::over::Closed;
pub(crate) use self::table::OnlineTable;
pub(crate) use self::waiting::WaitingRoom;
