//! The parsers that the fuzzer calls, for `yipan-fuzz-targets`. Each function panics if the bytes show a fault.

mod cluster_message;
mod http_headers;
mod packed_log;
mod request_body;

pub use cluster_message::cluster_message;
pub use http_headers::http_headers;
pub use packed_log::packed_log;
pub use request_body::request_body;
