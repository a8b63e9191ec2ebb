//! Several nodes, one service: which node owns which rooms, and the bus between nodes.

pub(crate) mod bus;
pub(crate) mod link;
pub(crate) mod lobby_rows;
pub(crate) mod message;
pub(crate) mod node_bus;
pub(crate) mod node_id;
pub(crate) mod node_tasks;
pub(crate) mod open_node;
pub(crate) mod owner;
pub(crate) mod remote;
pub(crate) mod slot;
pub(crate) mod slot_table;
#[cfg(test)]
mod tests;
pub(crate) mod user_changes;
