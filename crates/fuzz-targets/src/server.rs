//! The input that the server reads from clients, other nodes and its database.

pub use yipan_server::fuzzing::{cluster_message, http_headers, packed_log, request_body};
