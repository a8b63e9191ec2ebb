use std::collections::HashMap;

use crate::cluster::message::announcement::LinkEnd;
use crate::cluster::node_id::NodeId;

/// The parcels that have arrived from other nodes.
#[derive(Debug, Default)]
pub(crate) struct IncomingLinks(HashMap<NodeId, LinkEnd>);

/// Whether a parcel is the next of its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    Next,
    /// Parcels before it are missing.
    AfterGap,
    /// It has arrived before.
    Duplicate,
}

impl IncomingLinks {
    /// Records a parcel.
    pub(crate) fn receive(&mut self, from: &NodeId, parcel: LinkEnd) -> Arrival {
        let arrival = match self.0.get(from) {
            Some(known) if known.link == parcel.link => match parcel.number {
                number if number <= known.number => return Arrival::Duplicate,
                number if number == known.number + 1 => Arrival::Next,
                _ => Arrival::AfterGap,
            },
            // The node has forgotten its link to this one, and with it the subscriptions.
            Some(_) => Arrival::AfterGap,
            None if parcel.number == 1 => Arrival::Next,
            None => Arrival::AfterGap,
        };
        self.0.insert(from.clone(), parcel);
        arrival
    }

    /// Compares a link with its announced end. Returns whether parcels are missing, or the link was closed.
    pub(crate) fn check(&mut self, from: &NodeId, announced: Option<LinkEnd>) -> bool {
        let known = self.0.get(from).copied();
        match announced {
            None => self.0.remove(from).is_some(),
            Some(end) => {
                let has_all = match known {
                    Some(known) => known.link == end.link && known.number >= end.number,
                    None => end.number == 0,
                };
                if !has_all {
                    self.0.insert(from.clone(), end);
                }
                !has_all
            }
        }
    }

    /// Forgets all nodes.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(link: u64, number: u64) -> LinkEnd {
        LinkEnd { link, number }
    }

    #[test]
    fn a_gap_and_a_duplicate_are_recognized() {
        let node = NodeId::parse("a-1").expect("an id");
        let mut links = IncomingLinks::default();
        let arrivals = [end(7, 1), end(7, 2), end(7, 2), end(7, 4), end(7, 3), end(8, 1), end(8, 2)];
        let arrivals = arrivals.map(|parcel| links.receive(&node, parcel));
        use Arrival::{AfterGap, Duplicate, Next};
        assert_eq!(arrivals, [Next, Next, Duplicate, AfterGap, Duplicate, AfterGap, Next]);
        links.clear();
        assert_eq!(links.receive(&node, end(8, 3)), AfterGap, "the first parcels are missing");
    }

    #[test]
    fn an_announced_end_reveals_what_is_missing_once() {
        let node = NodeId::parse("a-1").expect("an id");
        let mut links = IncomingLinks::default();
        assert!(!links.check(&node, None) && !links.check(&node, Some(end(7, 0))));
        links.receive(&node, end(7, 1));
        assert!(!links.check(&node, Some(end(7, 1))));
        assert!(!links.check(&node, Some(end(7, 0))), "the announcement was overtaken");
        assert!(links.check(&node, Some(end(7, 3))) && !links.check(&node, Some(end(7, 3))));
        assert!(links.check(&node, Some(end(9, 0))), "it is another link");
        assert!(links.check(&node, None) && !links.check(&node, None), "the link was closed");
    }
}
