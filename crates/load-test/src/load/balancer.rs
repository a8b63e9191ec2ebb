use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The addresses of a service, handed to its clients in turn, as a load balancer does.
#[derive(Debug)]
pub(crate) struct Balancer {
    nodes: Vec<BalancedNode>,
    next: AtomicUsize,
}

#[derive(Debug)]
struct BalancedNode {
    address: SocketAddr,
    is_healthy: AtomicBool,
}

impl Balancer {
    /// Creates a balancer for at least one address. All are healthy at first.
    pub(crate) fn new(addresses: impl IntoIterator<Item = SocketAddr>) -> Balancer {
        let node = |address| BalancedNode { address, is_healthy: AtomicBool::new(true) };
        Balancer { nodes: addresses.into_iter().map(node).collect(), next: AtomicUsize::new(0) }
    }

    /// Returns the address for the next connection: that of a healthy node if there is one.
    pub(crate) fn next_address(&self) -> SocketAddr {
        let start = self.next.fetch_add(1, Ordering::Relaxed);
        let mut in_turn =
            (0..self.nodes.len()).map(|offset| &self.nodes[(start + offset) % self.nodes.len()]);
        let healthy = in_turn.find(|node| node.is_healthy.load(Ordering::Relaxed));
        healthy.unwrap_or(&self.nodes[start % self.nodes.len()]).address
    }

    pub(crate) fn set_healthy(&self, node: usize, is_healthy: bool) {
        self.nodes[node].is_healthy.store(is_healthy, Ordering::Relaxed);
    }

    pub(crate) fn are_all_healthy(&self) -> bool {
        self.nodes.iter().all(|node| node.is_healthy.load(Ordering::Relaxed))
    }

    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unhealthy_node_gets_no_connection_while_another_is_healthy() {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let balancer = Balancer::new([address(1), address(2), address(3)]);
        assert_eq!([0; 4].map(|_| balancer.next_address().port()), [1, 2, 3, 1]);
        balancer.set_healthy(1, false);
        assert_eq!([0; 4].map(|_| balancer.next_address().port()), [3, 3, 1, 3]);
        assert!(!balancer.are_all_healthy());
        for node in [0, 2] {
            balancer.set_healthy(node, false);
        }
        assert_eq!([0; 2].map(|_| balancer.next_address().port()), [3, 1], "none is better than another");
    }
}
