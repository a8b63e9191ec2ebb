//! Rooms of the server as a page follows them.

mod abort;
mod backoff;
mod berserk;
mod challenge_text;
mod claim_countdown;
mod clock_description;
mod clock_display;
mod conditional_lines;
pub(crate) mod config_summary;
mod correspondence_text;
mod fairness;
mod favorite_modes;
mod game_list;
mod liuzichong_animation;
mod moderation_text;
mod move_list;
mod notification_text;
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
mod shared_view;
mod tournament_text;
mod user_agent;
mod waiting_state;

pub use abort::can_abort;
pub use backoff::reconnect_delay;
pub use berserk::can_berserk;
pub use challenge_text::{challenge_outcome, decline_reason_text, room_line};
pub use claim_countdown::{ClaimCountdown, claim_countdown};
pub use clock_description::{clock_description, clock_label};
pub use clock_display::{ClockDisplay, clock_display};
pub use conditional_lines::{has_conditional_moves, line_notation};
pub use config_summary::{clock_text, config_summary, game_name, mode_name};
pub use correspondence_text::time_left_text;
pub use fairness::{has_chance_events, verify_label};
pub use favorite_modes::{favorite_modes, mode_results_name};
pub use game_list::{GameListItem, game_list_item};
pub use liuzichong_animation::{liuzichong_timeline, takeback_timeline};
pub use moderation_text::{action_text, audit_line, report_reason_text};
pub use move_list::move_list;
pub use notification_text::{notification_text, unread_count};
pub use pool_label::pool_label;
pub use rating_graph::RatingGraph;
pub use rating_text::{category_name, marked_name, rated_name, rating_change_text};
pub use replay_header::ReplayHeader;
pub use result_text::result_text;
pub use room_client::RoomClient;
pub use room_terms::room_terms;
pub use room_update::RoomUpdate;
pub use server_clock::ServerClock;
pub use shared_view::{SharedView, depends_on_viewer};
pub use tournament_text::{
    countdown_text, cross_table, format_text, half_points_text, result_marks, tournament_clock_error,
    tournament_line,
};
pub use user_agent::device_name;
pub use waiting_state::{WaitingState, takes_seat_on_arrival, waiting_opponent, waiting_state};
