//! Several nodes, one service: which node owns which rooms, and the bus between nodes.
//!
//! A room belongs to a slot, and a slot to one node at a time. Who owns a slot is decided in the database, by the statement
//! that appends to a log: it names the epoch of the slot, which every change of the owner increases. Everything else here
//! serves to find a new owner soon and to bother the store with few appends that it rejects.

pub(crate) mod bus;
mod cut_off_clients;
mod groups;
pub(crate) mod heard_nodes;
pub(crate) mod level;
pub(crate) mod link;
pub(crate) mod lobby_rows;
pub(crate) mod membership;
pub(crate) mod message;
pub(crate) mod node;
pub(crate) mod node_bus;
#[cfg(test)]
mod node_health_tests;
pub(crate) mod node_id;
pub(crate) mod node_row;
pub(crate) mod node_tasks;
#[cfg(test)]
mod node_tests;
pub(crate) mod open_node;
pub(crate) mod owner;
pub(crate) mod peers;
pub(crate) mod remote;
#[cfg(test)]
mod simulation;
pub(crate) mod single_server;
pub(crate) mod slot;
pub(crate) mod slot_rooms;
pub(crate) mod slot_table;
pub(crate) mod slot_weights;
#[cfg(test)]
mod tests;
pub(crate) mod user_changes;
