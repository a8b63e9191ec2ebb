use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::node_row::NodeRow;
use super::slot::Slot;

/// A number that is different for each slot and node.
type Weight = [u8; 32];

/// The weights of all slots for the nodes that are known, computed once for each name: every look compares all of them.
#[derive(Debug, Default)]
pub(crate) struct SlotWeights(HashMap<String, Vec<Weight>>);

impl SlotWeights {
    /// Computes the weights for nodes that were not known, and forgets those for nodes that are gone.
    pub(crate) fn update(&mut self, nodes: &[NodeRow]) {
        self.0.retain(|name, _| nodes.iter().any(|node| node.id.name() == name));
        for node in nodes {
            let name = node.id.name();
            if !self.0.contains_key(name) {
                self.0.insert(name.to_owned(), Slot::all().map(|slot| weight(slot, name)).collect());
            }
        }
    }

    /// Returns the node that a slot is due to: the one with the highest weight. A node that joins or leaves moves only its
    /// own share of the slots, and the same node gets the same slots after a restart.
    pub(crate) fn due_node<'a>(&self, slot: Slot, nodes: &[&'a NodeRow]) -> Option<&'a NodeRow> {
        let weight = |node: &NodeRow| self.0.get(node.id.name()).map(|weights| weights[slot.index()]);
        nodes.iter().copied().max_by_key(|node| (weight(node), node.id.clone()))
    }
}

fn weight(slot: Slot, name: &str) -> Weight {
    Sha256::digest(format!("{} {name}", slot.index())).into()
}
