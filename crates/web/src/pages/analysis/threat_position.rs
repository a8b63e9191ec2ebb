use yipan_client::{NodeId, Replay, WorkerResponse};

/// The displayed position with the other side to move.
#[derive(Clone)]
pub(super) struct ThreatPosition {
    pub(super) node: NodeId,
    pub(super) replay: Replay,
    pub(super) response: Option<WorkerResponse>,
}
