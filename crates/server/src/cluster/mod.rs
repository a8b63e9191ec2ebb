//! Several nodes, one service: which node owns which rooms.

pub(crate) mod node_id;
pub(crate) mod slot;
pub(crate) mod slot_table;
