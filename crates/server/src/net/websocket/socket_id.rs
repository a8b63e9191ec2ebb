use std::sync::atomic::{AtomicU64, Ordering};

static NEXT_SOCKET_ID: AtomicU64 = AtomicU64::new(1);

/// Returns a number that no other socket of this process has.
pub(crate) fn next_socket_id() -> u64 {
    NEXT_SOCKET_ID.fetch_add(1, Ordering::Relaxed)
}
