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

    /// Returns some of the known nodes with their weights.
    pub(crate) fn of<'a>(&'a self, nodes: &[&'a NodeRow]) -> WeightedNodes<'a> {
        let weighted = |node: &&'a NodeRow| Some((*node, self.0.get(node.id.name())?.as_slice()));
        WeightedNodes(nodes.iter().filter_map(weighted).collect())
    }
}

/// Nodes that slots may be due to.
#[derive(Debug)]
pub(crate) struct WeightedNodes<'a>(Vec<(&'a NodeRow, &'a [Weight])>);

impl<'a> WeightedNodes<'a> {
    /// Returns the node that a slot is due to: the one with the highest weight. A node that joins or leaves moves only its
    /// own share of the slots, and the same node gets the same slots after a restart.
    pub(crate) fn due_node(&self, slot: Slot) -> Option<&'a NodeRow> {
        let index = slot.index();
        let by_weight = |(one, weights): &&(&NodeRow, &[Weight]),
                         (other, others): &&(&NodeRow, &[Weight])| {
            weights[index].cmp(&others[index]).then_with(|| one.id.cmp(&other.id))
        };
        self.0.iter().max_by(by_weight).map(|(node, _)| *node)
    }
}

fn weight(slot: Slot, name: &str) -> Weight {
    Sha256::digest(format!("{} {name}", slot.index())).into()
}
