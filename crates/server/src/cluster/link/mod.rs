//! Links: the numbered parcels from one node to another, so that a lost one is noticed.

pub(crate) mod incoming;
pub(crate) mod outgoing;
pub(crate) mod remote_outbox;
