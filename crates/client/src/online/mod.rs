//! Rooms of the server as a page follows them.

mod abort;
mod backoff;
mod claim_countdown;
mod clock_description;
mod clock_display;
pub(crate) mod config_summary;
mod fairness;
mod game_list;
mod liuzichong_animation;
mod move_list;
mod pending_commands;
mod pool_label;
mod rating_graph;
mod rating_text;
mod replay_header;
mod result_text;
mod room_client;
pub(crate) mod room_game;
mod room_history;
mod room_terms;
mod room_update;
mod server_clock;
mod tournament_text;
mod user_agent;
mod waiting_state;

pub use abort::can_abort;
pub use backoff::reconnect_delay;
pub use claim_countdown::{ClaimCountdown, claim_countdown};
pub use clock_description::{clock_description, clock_label};
pub use clock_display::{ClockDisplay, clock_display};
pub use config_summary::{clock_text, config_summary, game_name, mode_name};
pub use fairness::{has_chance_events, verify_label};
pub use game_list::{GameListItem, game_list_item};
pub use liuzichong_animation::{liuzichong_timeline, takeback_timeline};
pub use move_list::move_list;
pub use pool_label::pool_label;
pub use rating_graph::RatingGraph;
pub use rating_text::{category_name, rated_name, rating_change_text};
pub use replay_header::ReplayHeader;
pub use result_text::result_text;
pub use room_client::RoomClient;
pub use room_terms::room_terms;
pub use room_update::RoomUpdate;
pub use server_clock::ServerClock;
pub use tournament_text::{
    countdown_text, cross_table, format_text, half_points_text, result_marks, tournament_line,
};
pub use user_agent::device_name;
pub use waiting_state::{WaitingState, takes_seat_on_arrival, waiting_opponent, waiting_state};
