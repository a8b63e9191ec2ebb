//! Rooms: a task for each, the lobby that lists them, and the bus to their clients.

pub(crate) mod bus;
pub(crate) mod checked_append;
pub(crate) mod close_room;
pub(crate) mod code_guard;
pub(crate) mod correspondence;
pub(crate) mod correspondence_sweep;
pub(crate) mod create_room_error;
pub(crate) mod fold_pool;
pub(crate) mod lobby;
pub(crate) mod new_room;
pub(crate) mod pools;
mod quick_pair;
pub(crate) mod registry;
pub(crate) mod room_code;
pub(crate) mod room_handle;
pub(crate) mod room_lookup;
pub(crate) mod room_message;
mod room_routing;
pub(crate) mod room_senders;
pub(crate) mod services;
pub(crate) mod slot_arrivals;
pub(crate) mod slot_departures;
pub(crate) mod take_up;
pub(crate) mod task;
mod tournament_rooms;
