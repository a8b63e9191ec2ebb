//! Computer players: their threads, and the order of their searches.

pub(crate) mod engine_pool;
pub(crate) mod search_queue;
