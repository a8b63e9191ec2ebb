use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use super::node_id::NodeId;
use super::peers::Peers;

/// The time after which a node that was not heard counts as silent.
pub(crate) const SILENCE: Duration = Duration::from_secs(2);

/// The time after which the players on a node that was not heard count as cut off: two announcements are missing.
pub(crate) const CUT_OFF_AFTER: Duration = Duration::from_millis(1250);

/// The same for a player who has turned to another node, so it is not the node's delay alone: one announcement is missing.
pub(crate) const LEFT_AFTER: Duration = Duration::from_millis(750);

/// The time after which a silent node is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(60);

/// The nodes that this one has heard over the bus lately, itself included.
#[derive(Debug)]
pub(crate) struct HeardNodes {
    heard: Mutex<HashMap<NodeId, HeardNode>>,
    /// The time when this node last received its own echo.
    echoed: Mutex<Instant>,
}

/// Another node.
#[derive(Clone, Copy, Debug)]
struct HeardNode {
    /// The time when it was heard last.
    last: Instant,
    /// Whether it said that it may act as an owner.
    has_lease: bool,
}

impl Default for HeardNodes {
    fn default() -> HeardNodes {
        HeardNodes { heard: Mutex::default(), echoed: Mutex::new(Instant::now()) }
    }
}

impl HeardNodes {
    fn lock(&self) -> MutexGuard<'_, HashMap<NodeId, HeardNode>> {
        self.heard.lock().expect("no code panics while it holds the lock")
    }

    /// Records that another node was heard. Returns whether it was silent before.
    pub(crate) fn hear(&self, node: &NodeId) -> bool {
        let mut heard = self.lock();
        let last = heard.get(node).copied();
        let has_lease = last.is_some_and(|last| last.has_lease);
        heard.insert(node.clone(), HeardNode { last: Instant::now(), has_lease });
        last.is_none_or(|node| node.last.elapsed() > SILENCE)
    }

    /// Records whether another node may act as an owner.
    pub(crate) fn set_lease(&self, node: &NodeId, has_lease: bool) {
        if let Some(node) = self.lock().get_mut(node) {
            node.has_lease = has_lease;
        }
    }

    /// Whether other nodes reach the database, as far as this one knows: one of them says so, or none is heard.
    pub(crate) fn may_others_have_lease(&self) -> bool {
        let heard = self.lock();
        let mut audible = heard.values().filter(|node| node.last.elapsed() <= SILENCE).peekable();
        if audible.peek().is_none() { !heard.is_empty() } else { audible.any(|node| node.has_lease) }
    }

    /// Returns the time when a node was heard last, if that is at least this long ago.
    pub(crate) fn silent_since(&self, node: &NodeId, silence: Duration) -> Option<Instant> {
        let now = Instant::now();
        let last = self.lock().get(node).map(|node| node.last);
        let last = last.or_else(|| now.checked_sub(silence)).unwrap_or(now);
        (now.duration_since(last) >= silence).then_some(last)
    }

    /// Makes a node silent for some time.
    #[cfg(test)]
    pub(crate) fn set_silent(&self, node: &NodeId, silence: Duration) {
        let last = Instant::now().checked_sub(silence).expect("the machine runs for longer");
        self.lock().insert(node.clone(), HeardNode { last, has_lease: true });
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
        heard.retain(|_, node| node.last.elapsed() <= FORGET_AFTER);
        let audible = heard.iter().filter(|(_, node)| node.last.elapsed() <= SILENCE);
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
        nodes.set_silent(&one, 2 * SILENCE);
        assert_eq!(nodes.heard_nodes(), std::slice::from_ref(&two));
        let silent_since = [&one, &two].map(|node| nodes.silent_since(node, CUT_OFF_AFTER));
        assert_eq!(silent_since.map(|since| since.is_some()), [true, false]);
        assert!(nodes.hear(&one), "it was silent");
        assert!(nodes.bus_ok());
        let past = Instant::now().checked_sub(2 * SILENCE).expect("the machine runs for longer");
        *nodes.echoed.lock().expect("a lock") = past;
        assert!(!nodes.bus_ok());
        nodes.record_echo();
        assert!(nodes.bus_ok());
    }

    #[test]
    fn another_node_reaches_the_database_if_it_says_so_or_is_silent() {
        let nodes = HeardNodes::default();
        let one = NodeId::parse("a-1").expect("an id");
        assert!(!nodes.may_others_have_lease(), "there is no other");
        nodes.hear(&one);
        assert!(!nodes.may_others_have_lease());
        nodes.set_lease(&one, true);
        nodes.hear(&one);
        assert!(nodes.may_others_have_lease(), "another message leaves it as it is");
        nodes.set_silent(&one, 2 * SILENCE);
        assert!(nodes.may_others_have_lease());
    }
}
