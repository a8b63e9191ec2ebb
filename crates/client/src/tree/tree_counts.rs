use super::comment::{has_more_than_times, has_times};
use super::game_tree::GameTree;

/// The numbers of variations and annotations of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// The lines beside the main line.
    pub variations: usize,
    /// The comments, before and after moves, without those that only give the time of a move.
    pub comments: usize,
    /// The glyphs.
    pub glyphs: usize,
    /// The moves with a clock or the time that they took.
    pub clocks: usize,
}

impl GameTree {
    /// Counts the variations and annotations.
    #[must_use]
    pub fn counts(&self) -> TreeCounts {
        let (mut pending, mut counts) = (vec![self.root()], TreeCounts::default());
        while let Some(id) = pending.pop() {
            let node = self.node(id);
            counts.variations += node.children().len().saturating_sub(1);
            let comments = [node.comment(), node.comment_before()];
            counts.comments += comments.iter().filter(|comment| has_more_than_times(comment)).count();
            counts.clocks += usize::from(has_times(node.comment()));
            counts.glyphs += node.nags().len();
            pending.extend(node.children());
        }
        counts
    }

    /// Counts the variations inside as many others as a format allows, which it cannot contain. Those inside of them do not
    /// count.
    #[must_use]
    pub(crate) fn variations_deeper_than(&self, max_depth: usize) -> usize {
        let (mut pending, mut count) = (vec![(self.root(), 0)], 0);
        while let Some((id, depth)) = pending.pop() {
            for (index, child) in self.node(id).children().iter().enumerate() {
                match depth + usize::from(index > 0) {
                    depth if depth > max_depth => count += 1,
                    depth => pending.push((*child, depth)),
                }
            }
        }
        count
    }
}
