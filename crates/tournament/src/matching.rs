//! Pairs of players at the least total cost.

use petgraph::graph::UnGraph;
use rustworkx_core::max_weight_matching::max_weight_matching;

/// A possible pair of vertices and what it costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) ends: (usize, usize),
    pub(crate) cost: i128,
}

/// Returns as many pairs as possible, of the vertices `0..count`, and among those choices the one with the least total
/// cost. Each pair and the pairs are in ascending order.
pub(crate) fn match_at_least_cost(count: usize, edges: &[Edge]) -> Vec<(usize, usize)> {
    let mut graph = UnGraph::<(), i128>::with_capacity(count, edges.len());
    let vertices: Vec<_> = (0..count).map(|_| graph.add_node(())).collect();
    for Edge { ends: (a, b), cost } in edges {
        graph.add_edge(vertices[*a], vertices[*b], -cost);
    }
    let weight =
        |edge: petgraph::graph::EdgeReference<'_, i128>| Ok::<_, std::convert::Infallible>(*edge.weight());
    let pairs = match max_weight_matching(&graph, true, weight, false) {
        Ok(pairs) => pairs,
        Err(never) => match never {},
    };
    let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}
