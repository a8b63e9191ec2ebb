use crate::limits::{Limits, SearchControl};

/// Counts positions and says when to stop.
pub(super) struct NodeBudget<'a> {
    limits: Limits,
    control: &'a dyn SearchControl,
    pub(super) nodes: u64,
    stopped: bool,
}

/// The host is asked this often: about every half millisecond.
const POLL_INTERVAL: u64 = 64;

impl<'a> NodeBudget<'a> {
    pub(super) const fn new(limits: Limits, control: &'a dyn SearchControl) -> NodeBudget<'a> {
        NodeBudget { limits, control, nodes: 0, stopped: false }
    }

    /// Counts one position; true once it is time to stop.
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) && !self.stopped {
            self.control.add_nodes(POLL_INTERVAL);
            let past_hard_limit = self.limits.hard_time.is_some_and(|hard| self.control.elapsed() >= hard);
            self.stopped = past_hard_limit || self.control.should_stop();
        }
        self.stopped
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether there is no time to begin anything longer.
    pub(super) fn is_past_soft_limit(&self) -> bool {
        self.stopped || self.limits.soft_time.is_some_and(|soft| self.control.elapsed() >= soft)
    }
}
