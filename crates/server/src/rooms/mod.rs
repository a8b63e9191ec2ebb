//! Rooms: a task for each, the lobby that lists them, and the bus to their clients.

pub(crate) mod append_entries;
pub(crate) mod bus;
pub(crate) mod code_guard;
pub(crate) mod computer_player;
pub(crate) mod fold_pool;
pub(crate) mod lobby;
pub(crate) mod replay_cache;
pub(crate) mod room_clients;
pub(crate) mod room_lookup;
pub(crate) mod room_outage;
pub(crate) mod room_task;
pub(crate) mod subscribers;
