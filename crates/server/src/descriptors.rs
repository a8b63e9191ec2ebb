use crate::settings::Limits;

/// Descriptors beside those of clients: the database, listeners, standard streams and the runtime.
const RESERVED_DESCRIPTORS: u64 = 64;

/// Raises the soft limit of file descriptors to what the limits of connections need, and warns if the system allows
/// fewer. Call it once at the start of the process.
pub fn raise_descriptor_limit(limits: &Limits) {
    let needed = needed(limits);
    match rlimit::increase_nofile_limit(needed) {
        Ok(allowed) if allowed >= needed => tracing::debug!(allowed, needed, "descriptors suffice"),
        Ok(allowed) => tracing::warn!(
            allowed,
            needed,
            "too few file descriptors for --max-websockets and --max-connections; raise the hard limit (LimitNOFILE) or lower them"
        ),
        Err(error) => tracing::warn!(%error, needed, "the limit of file descriptors is unknown"),
    }
}

fn needed(limits: &Limits) -> u64 {
    let clients = limits.max_websockets.saturating_add(limits.max_connections);
    u64::try_from(clients).unwrap_or(u64::MAX).saturating_add(RESERVED_DESCRIPTORS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_websocket_and_every_connection_needs_a_descriptor() {
        let limits = Limits { max_websockets: 10_000, max_connections: 2_000, ..Limits::default() };
        assert_eq!(needed(&limits), 12_064);
        assert_eq!(needed(&Limits { max_websockets: usize::MAX, ..limits }), u64::MAX);
    }
}
