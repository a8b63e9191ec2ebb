//! Rooms of the server as a page follows them.

mod abort;
mod backoff;
mod clock_display;
pub(crate) mod config_summary;
mod game_list;
mod liuzichong_animation;
mod move_list;
mod pending_commands;
mod result_text;
mod room_client;
mod room_game;
mod room_history;
mod room_update;
mod server_clock;
mod user_agent;

pub use abort::can_abort;
pub use backoff::reconnect_delay;
pub use clock_display::{ClockDisplay, clock_display};
pub use config_summary::{clock_text, config_summary, game_name};
pub use game_list::{GameListItem, game_list_item};
pub use liuzichong_animation::{liuzichong_timeline, takeback_timeline};
pub use move_list::move_list;
pub use result_text::result_text;
pub use room_client::RoomClient;
pub use room_update::RoomUpdate;
pub use server_clock::ServerClock;
pub use user_agent::device_name;
