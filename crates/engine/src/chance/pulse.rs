use crate::limits::{Host, Limits};

/// Counts positions and says when to stop.
pub(super) struct Pulse<'a> {
    limits: Limits,
    host: &'a dyn Host,
    pub(super) nodes: u64,
    stopped: bool,
}

/// The host is asked this often: about every half millisecond.
const PATIENCE: u64 = 64;

impl<'a> Pulse<'a> {
    pub(super) const fn new(limits: Limits, host: &'a dyn Host) -> Pulse<'a> {
        Pulse { limits, host, nodes: 0, stopped: false }
    }

    /// Counts one position; true once it is time to stop.
    pub(super) fn beat(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(PATIENCE) && !self.stopped {
            self.host.searched(PATIENCE);
            let late = self.limits.hard.is_some_and(|hard| self.host.elapsed() >= hard);
            self.stopped = late || self.host.is_stopped();
        }
        self.stopped
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether there is no time to begin anything longer.
    pub(super) fn is_late(&self) -> bool {
        self.stopped || self.limits.soft.is_some_and(|soft| self.host.elapsed() >= soft)
    }
}
