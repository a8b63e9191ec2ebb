//! The times of moves: in records, and as the commands `[%clk]` and `[%emt]` of comments.

use std::time::Duration;

use yipan_core::Step;
use yipan_games::AnyRecord;
use yipan_pgn::MoveNode;

use crate::tree::game_tree::GameTree;
use crate::tree::tree_node::NodeId;

/// The tag of a record with the milliseconds that the player had left after each action.
const CLOCKS_TAG: &str = "Clocks";

/// Writes the times of a record into the comments of the main line of its tree. The tag with the clocks is removed.
pub(crate) fn read_times(tree: &mut GameTree, record: &AnyRecord) {
    let clocks = record.tag(CLOCKS_TAG).unwrap_or_default();
    let mut clocks = clocks.split_whitespace().map_while(|left| left.parse().ok()).map(Duration::from_millis);
    tree.tags.retain(|(name, _)| name != CLOCKS_TAG);
    let mut previous = Duration::ZERO;
    for (id, time) in tree.main_line().into_iter().zip(record.times()) {
        if tree.node(id).is_chance() {
            continue;
        }
        let mut node = MoveNode::<()>::default();
        if let Some(time) = time {
            node.set_elapsed_comment(time.saturating_sub(previous));
            previous = time;
        }
        if let Some(left) = clocks.next() {
            node.set_clock_comment(left);
        }
        tree.annotate(id, String::new(), node.comment, Vec::new());
    }
}

/// The times of the moves of a line.
#[derive(Debug, Default)]
pub(crate) struct MoveTimes {
    /// The time of each node since the start; empty if one is unknown.
    pub(crate) steps: Vec<Duration>,
    /// The value of the tag with the clocks; `None` if one is unknown.
    pub(crate) clocks_tag: Option<(&'static str, String)>,
}

impl MoveTimes {
    /// Reads the comments of a line.
    pub(crate) fn of_line(tree: &GameTree, line: &[NodeId]) -> MoveTimes {
        let is_action = |id: &&NodeId| matches!(tree.node(**id).step(), Some(Step::Action(_)));
        let timed =
            |id: &NodeId| MoveNode { comment: tree.node(*id).comment().to_owned(), ..MoveNode::from(()) };
        let mut steps = Vec::new();
        let mut now = Duration::ZERO;
        for id in line {
            if is_action(&id) {
                let Some(elapsed) = timed(id).elapsed() else {
                    steps.clear();
                    break;
                };
                now += elapsed;
            }
            steps.push(now);
        }
        let clocks: Option<Vec<String>> = line
            .iter()
            .filter(is_action)
            .map(|id| timed(id).clock().map(|left| left.as_millis().to_string()))
            .collect();
        let clocks = clocks.filter(|clocks| !clocks.is_empty());
        MoveTimes { steps, clocks_tag: clocks.map(|clocks| (CLOCKS_TAG, clocks.join(" "))) }
    }
}
