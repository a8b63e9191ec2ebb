//! Several nodes, one service: which node owns which rooms, and the bus between nodes.

pub(crate) mod bus;
pub(crate) mod node_id;
pub(crate) mod slot;
pub(crate) mod slot_table;
