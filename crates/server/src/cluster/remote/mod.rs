//! The sockets of this node in rooms of other nodes.

pub(crate) mod address_limits;
pub(crate) mod delivery;
pub(crate) mod frame_kind;
pub(crate) mod local_rooms;
pub(crate) mod remote_client;
pub(crate) mod remote_rooms;
pub(crate) mod remote_services;
pub(crate) mod subscription_table;
