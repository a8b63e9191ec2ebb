//! A table of the hall as a page follows it.

mod abort;
mod config_summary;
mod clock_display;
mod user_agent;
mod result_text;
mod server_clock;
mod room_update;
mod backoff;
mod game_list;
mod room_client;
mod liuzichong_animation;
mod move_list;

pub use abort::can_abort;
pub use config_summary::{config_summary, clock_text, game_name};
pub use clock_display::{ClockDisplay, clock_display};
pub use user_agent::device_name;
pub use result_text::result_text;
pub(crate) use result_text::reason_text;
pub use server_clock::ServerClock;
pub use room_update::RoomUpdate;
pub use backoff::reconnect_delay;
pub use game_list::{GameListItem, game_list_item};
pub use room_client::RoomClient;
pub use liuzichong_animation::{takeback_timeline, liuzichong_timeline};
pub use move_list::move_list;
