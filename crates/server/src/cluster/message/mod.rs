//! The messages between nodes, as JSON inside a seal.

pub(crate) mod announcement;
pub(crate) mod node_id;
pub(crate) mod parcel;
pub(crate) mod request;
pub(crate) mod shown_move;
pub(crate) mod viewer;

/// The version of the messages between nodes. A message of another version is dropped.
pub(crate) const MESSAGE_VERSION: u32 = 1;
