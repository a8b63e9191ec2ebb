//! The task of a room, split by responsibility.

pub(crate) mod append_entries;
pub(crate) mod computer_player;
pub(crate) mod cut_off_players;
mod hand_over;
pub(crate) mod published_move;
mod refunds;
mod rejected_moves;
mod rejected_receipts;
pub(crate) mod replay_cache;
pub(crate) mod room_clients;
pub(crate) mod room_commands;
pub(crate) mod room_events;
pub(crate) mod room_outage;
pub(crate) mod room_task;
mod room_writes;
pub(crate) mod subscribers;
pub(crate) mod unanswered_command;
mod unseen_time;
