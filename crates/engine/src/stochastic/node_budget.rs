use crate::limits::{Limits, SearchControl};

/// The node count and the limits of a search.
pub(super) struct NodeBudget<'a> {
    limits: Limits,
    control: &'a dyn SearchControl,
    pub(super) nodes: u64,
    stopped: bool,
}

/// The control is polled after this many nodes, about every half millisecond.
const POLL_INTERVAL: u64 = 64;

impl<'a> NodeBudget<'a> {
    pub(super) const fn new(limits: Limits, control: &'a dyn SearchControl) -> NodeBudget<'a> {
        NodeBudget { limits, control, nodes: 0, stopped: false }
    }

    /// Counts one node. Returns whether the search must stop.
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|max| self.nodes >= max) {
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

    /// Returns whether no new iteration should begin.
    pub(super) fn is_past_soft_limit(&self) -> bool {
        self.stopped || self.limits.soft_time.is_some_and(|soft| self.control.elapsed() >= soft)
    }
}
