//! The nodes that hear each other over the bus.

use std::collections::HashSet;

use super::node_id::NodeId;
use super::node_row::NodeRow;

/// The age from which a node is given slots and counts as a member of a group.
pub(super) const SETTLED_AGE_MS: u64 = 5_000;

/// Returns the largest group of nodes that all hear each other; of equal ones that with the smallest id.
///
/// Nodes that have just joined do not count. If no two nodes hear each other the bus is down, and all nodes are a group:
/// players of rooms on their own node play on.
pub(super) fn largest_group(nodes: &[&NodeRow]) -> HashSet<NodeId> {
    let mut settled: Vec<&NodeRow> =
        nodes.iter().copied().filter(|node| node.age_ms >= SETTLED_AGE_MS).collect();
    settled.sort_by(|one, other| one.id.cmp(&other.id));
    let mut largest: Vec<&NodeRow> = Vec::new();
    for seed in &settled {
        let mut group = vec![*seed];
        for node in &settled {
            if node.id != seed.id && group.iter().all(|member| hear_each_other(member, node)) {
                group.push(node);
            }
        }
        // The seeds are sorted, so of equal groups the first is found first.
        if group.len() > largest.len() {
            largest = group;
        }
    }
    let members = if largest.len() > 1 { largest } else { settled };
    members.into_iter().map(|node| node.id.clone()).collect()
}

fn hear_each_other(one: &NodeRow, other: &NodeRow) -> bool {
    one.hears.contains(&other.id) && other.hears.contains(&one.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::node_row::NodeState;

    fn check(hears: &[(&str, &str)], expected: &str) {
        let id = |name: char| NodeId::parse(&name.to_string()).expect("an id");
        let rows: Vec<_> = hears
            .iter()
            .map(|(name, hears)| NodeRow {
                id: id(name.to_lowercase().chars().next().expect("a name")),
                state: NodeState::Live,
                beat: 0,
                hears: hears.chars().map(id).collect(),
                // A capital letter is a node that has just joined.
                age_ms: if name.chars().all(char::is_lowercase) { SETTLED_AGE_MS } else { 0 },
            })
            .collect();
        let mut group: Vec<_> =
            largest_group(&rows.iter().collect::<Vec<_>>()).iter().map(ToString::to_string).collect();
        group.sort();
        assert_eq!(group.concat(), expected, "{hears:?}");
    }

    #[test]
    fn the_largest_group_that_hears_one_another_stays() {
        check(&[("a", "bc"), ("b", "ac"), ("c", "ab")], "abc");
        check(&[("a", ""), ("b", "c"), ("c", "b")], "bc");
        check(&[("a", "c"), ("b", "c"), ("c", "b")], "bc");
        check(&[("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")], "ab");
        check(&[("a", "b"), ("b", "ac"), ("c", "b")], "ab");
    }

    #[test]
    fn without_a_bus_all_stay() {
        check(&[("a", ""), ("b", ""), ("c", "")], "abc");
        check(&[("a", "")], "a");
        check(&[("a", "b"), ("b", "")], "ab");
    }

    #[test]
    fn a_node_that_has_just_joined_does_not_count() {
        check(&[("A", "b"), ("b", "a"), ("c", "")], "bc");
        check(&[("A", "b"), ("b", "ac"), ("c", "b")], "bc");
    }
}
