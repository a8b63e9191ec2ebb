//! The promises about nodes and slots that moves alone do not show.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::Result;

use super::fault::FaultKind;
use crate::cluster::Cluster;

/// The time after which one group of nodes owns all slots: the others are not heard for two seconds and wait another one,
/// and what a node that does not act was due is claimed a second later.
const SETTLED_AFTER: Duration = Duration::from_secs(6);

/// Returns what is wrong with the owners of slots at the end of a split of this length.
pub(super) fn split_problems(cluster: &Cluster, length: Duration) -> Result<Vec<String>> {
    if length < SETTLED_AFTER {
        return Ok(Vec::new());
    }
    Ok(wrong_owners(&cluster.slot_owners()?, &cluster.nats_groups()).into_iter().collect())
}

/// Returns what is wrong if not one group of nodes owns all slots.
fn wrong_owners(owners: &[String], groups: &[Vec<&str>]) -> Option<String> {
    let is_one_group = groups.iter().any(|group| owners.iter().all(|owner| group.contains(&owner.as_str())));
    (!is_one_group).then(|| {
        let name = |owner: &String| if owner.is_empty() { "no node".to_owned() } else { owner.clone() };
        let owners: Vec<_> = owners.iter().map(name).collect();
        format!("during the split the slots belonged to {}", owners.join(", "))
    })
}

/// Returns which nodes were declared dead, during a fault in which none was.
pub(super) fn fence_problems(
    cluster: &Cluster,
    kind: FaultKind,
    fenced_before: &HashSet<String>,
) -> Result<Vec<String>> {
    if !matches!(kind, FaultKind::Bus | FaultKind::Store) {
        return Ok(Vec::new());
    }
    let fenced = cluster.fenced_nodes()?;
    let problem =
        |node: &String| format!("{node} was fenced while the {} was away for all nodes", kind.name());
    Ok(fenced.difference(fenced_before).map(problem).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_group_owns_all_slots() {
        let groups = [vec!["n1", "n3"], vec!["n2"]];
        let check = |owners: &[&str]| {
            let owners: Vec<_> = owners.iter().map(|owner| (*owner).to_owned()).collect();
            wrong_owners(&owners, &groups)
        };
        for owners in [&["n1", "n3"][..], &["n3"], &["n2"]] {
            assert_eq!(check(owners), None, "{owners:?}");
        }
        for (owners, named) in [(&["n1", "n2"][..], "n1, n2"), (&["n2", ""], "n2, no node")] {
            assert_eq!(check(owners), Some(format!("during the split the slots belonged to {named}")));
        }
    }
}
