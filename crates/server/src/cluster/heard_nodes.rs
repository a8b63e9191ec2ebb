use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::node_id::NodeId;
use super::peers::Peers;

/// The time after which a node that was not heard counts as silent.
pub(crate) const SILENCE: Duration = Duration::from_secs(2);

/// The time after which the players on a node that was not heard count as cut off: two announcements are missing. It is
/// shorter than a client's patience, so that the clock of a player who turns to another node has stopped before.
const CUT_OFF_AFTER: Duration = Duration::from_millis(1250);

/// The time after which a silent node is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(60);

/// The nodes that this one has heard over the bus lately, itself included.
#[derive(Debug)]
pub(crate) struct HeardNodes {
    /// The times when other nodes were heard last.
    heard: Mutex<HashMap<NodeId, Instant>>,
    /// The time when this node last received its own echo.
    echoed: Mutex<Instant>,
}

impl Default for HeardNodes {
    fn default() -> HeardNodes {
        HeardNodes { heard: Mutex::default(), echoed: Mutex::new(Instant::now()) }
    }
}

impl HeardNodes {
    fn lock(&self) -> MutexGuard<'_, HashMap<NodeId, Instant>> {
        self.heard.lock().expect("no code panics while it holds the lock")
    }

    /// Records that another node was heard. Returns whether it was silent before.
    pub(crate) fn hear(&self, node: &NodeId) -> bool {
        let last = self.lock().insert(node.clone(), Instant::now());
        last.is_none_or(|last| last.elapsed() > SILENCE)
    }

    /// Returns the time when a node was heard last, if its players count as cut off.
    pub(crate) fn cut_off_since(&self, node: &NodeId) -> Option<Instant> {
        let now = Instant::now();
        let last = self.lock().get(node).copied();
        let last = last.or_else(|| now.checked_sub(CUT_OFF_AFTER)).unwrap_or(now);
        (now.duration_since(last) >= CUT_OFF_AFTER).then_some(last)
    }

    /// Returns the time since the last echo.
    pub(crate) fn echo_age(&self) -> Duration {
        self.echoed.lock().expect("no code panics while it holds the lock").elapsed()
    }

    /// Records an echo.
    pub(crate) fn record_echo(&self) {
        *self.echoed.lock().expect("no code panics while it holds the lock") = Instant::now();
    }
}

impl Peers for HeardNodes {
    fn heard_nodes(&self) -> Vec<NodeId> {
        let mut heard = self.lock();
        heard.retain(|_, last| last.elapsed() <= FORGET_AFTER);
        let audible = heard.iter().filter(|(_, last)| last.elapsed() <= SILENCE);
        let mut nodes: Vec<NodeId> = audible.map(|(node, _)| node.clone()).collect();
        nodes.sort_unstable();
        nodes
    }

    fn bus_ok(&self) -> bool {
        self.echo_age() <= SILENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_heard_until_it_is_silent() {
        let nodes = HeardNodes::default();
        let [one, two] = ["a-1", "b-1"].map(|id| NodeId::parse(id).expect("an id"));
        assert!(nodes.hear(&two) && nodes.hear(&one) && !nodes.hear(&two));
        assert_eq!(nodes.heard_nodes(), [one.clone(), two.clone()]);
        let past = Instant::now().checked_sub(2 * SILENCE).expect("the machine runs for longer");
        nodes.lock().insert(one.clone(), past);
        assert_eq!(nodes.heard_nodes(), std::slice::from_ref(&two));
        assert_eq!((nodes.cut_off_since(&one), nodes.cut_off_since(&two)), (Some(past), None));
        assert!(nodes.hear(&one), "it was silent");
        assert!(nodes.bus_ok());
        *nodes.echoed.lock().expect("a lock") = past;
        assert!(!nodes.bus_ok());
        nodes.record_echo();
        assert!(nodes.bus_ok());
    }
}
