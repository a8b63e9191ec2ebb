//! TLS on the public listener: loading a certificate and its key, reloading them, and the handshake.

pub(crate) mod acceptor;
pub(crate) mod certificate_watcher;
pub(crate) mod error;
pub(crate) mod files;
