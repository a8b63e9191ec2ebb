//! Changes of a tree: order of variations, deletion and annotations.

use super::comment::{with_drawings, with_text};
use super::game_tree::GameTree;
use super::glyph::{is_move_glyph, toggle_nag};
use super::tree_node::NodeId;
use crate::board::drawings::Drawings;

/// A part of a tree that was deleted, for [`GameTree::undo_deletion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletedBranch {
    /// The node before the deleted part.
    pub parent: NodeId,
    /// The first deleted node.
    pub node: NodeId,
    index: usize,
    /// The number of nodes at the deletion. Those added since then have greater numbers.
    node_count: usize,
}

impl GameTree {
    /// Whether a node is not on the main line, so that it can be promoted.
    #[must_use]
    pub fn is_in_variation(&self, id: NodeId) -> bool {
        self.path(id).into_iter().any(|id| !self.is_main_continuation(id))
    }

    /// Moves the innermost variation that contains a node before the alternative above it.
    pub fn promote(&mut self, id: NodeId) {
        let branch = self.path(id).into_iter().rev().find(|id| !self.is_main_continuation(*id));
        if let Some(branch) = branch {
            self.move_child(branch, |index| index.saturating_sub(1));
        }
    }

    /// Makes the line to a node the main line.
    pub fn make_main_line(&mut self, id: NodeId) {
        for id in self.path(id) {
            self.move_child(id, |_| 0);
        }
    }

    /// Deletes a node and all that follows it; `None` for the root.
    ///
    /// A chance outcome without an alternative is deleted together with the action before it, because a pending chance event
    /// needs an outcome.
    pub fn delete(&mut self, id: NodeId) -> Option<DeletedBranch> {
        let up = std::iter::successors(Some(id), |id| self.node(*id).parent());
        let node = up.into_iter().find(|id| !self.node(*id).is_chance() || self.siblings(*id).len() > 1)?;
        let parent = self.node(node).parent()?;
        let index = self.node(parent).children().iter().position(|child| *child == node)?;
        self.nodes[parent.0].children.remove(index);
        Some(DeletedBranch { parent, node, index, node_count: self.nodes.len() })
    }

    /// Restores a deleted part at its place. Returns its first node, or the one that the same move has got since then if
    /// the restored moves now follow that one.
    pub fn undo_deletion(&mut self, deleted: DeletedBranch) -> NodeId {
        let DeletedBranch { parent, node, mut index, node_count } = deleted;
        let siblings = self.node(parent).children();
        if siblings.contains(&node) {
            return node;
        }
        let is_played_again =
            |child: &NodeId| child.0 >= node_count && self.node(*child).step == self.node(node).step;
        let again = siblings.iter().position(is_played_again).map(|place| (place, siblings[place]));
        let mut restored = node;
        if let Some((place, again)) = again {
            if self.is_plain(again) && self.node(again).children.is_empty() {
                self.nodes[parent.0].children.remove(place);
            } else if self.can_move_children(node, again) {
                self.nodes[parent.0].children.remove(place);
                self.move_children(node, again);
                restored = again;
            } else {
                // Both have something to keep. The first one is entered when the move is played once more.
                index = index.min(place);
            }
        }
        let children = &mut self.nodes[parent.0].children;
        children.insert(index.min(children.len()), restored);
        restored
    }

    /// Whether a node has neither annotations nor a declared result.
    fn is_plain(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let has_result = self.declared_result().is_some_and(|(end, _)| *end == id);
        node.comment_before.is_empty() && node.comment.is_empty() && node.nags.is_empty() && !has_result
    }

    /// Whether all that a node has are continuations that another node after the same step does not have.
    fn can_move_children(&self, from: NodeId, to: NodeId) -> bool {
        let has_step = |child: &NodeId| {
            self.node(to).children.iter().any(|other| self.node(*other).step == self.node(*child).step)
        };
        self.is_plain(from) && !self.node(from).children.iter().any(has_step)
    }

    /// Moves the continuations of a node before those of another node after the same step.
    fn move_children(&mut self, from: NodeId, to: NodeId) {
        let mut children = std::mem::take(&mut self.nodes[from.0].children);
        for child in &children {
            self.nodes[child.0].parent = Some(to);
        }
        children.append(&mut self.nodes[to.0].children);
        self.nodes[to.0].children = children;
    }

    /// Counts a node and all that follow it.
    #[must_use]
    pub fn branch_len(&self, id: NodeId) -> usize {
        let (mut pending, mut count) = (vec![id], 0);
        while let Some(id) = pending.pop() {
            count += 1;
            pending.extend(self.node(id).children());
        }
        count
    }

    /// Replaces the text of the comment after a node, and leaves its commands as they are.
    pub fn set_comment_text(&mut self, id: NodeId, text: &str) {
        let comment = &mut self.nodes[id.0].comment;
        *comment = with_text(comment, text);
    }

    /// Replaces the arrows and circles of a node.
    pub fn set_drawings(&mut self, id: NodeId, drawings: &Drawings) {
        let grid = self.grid();
        let comment = &mut self.nodes[id.0].comment;
        *comment = with_drawings(comment, drawings, grid);
    }

    /// Replaces all annotations of a node.
    pub(crate) fn annotate(&mut self, id: NodeId, comment_before: String, comment: String, nags: Vec<u8>) {
        let node = &mut self.nodes[id.0];
        (node.comment_before, node.comment, node.nags) = (comment_before, comment, nags);
    }

    /// Adds a glyph, or removes it if the node has it. It replaces another of its group, such as `!` and `?`.
    pub fn toggle_glyph(&mut self, id: NodeId, nag: u8) {
        if id != self.root() {
            toggle_nag(&mut self.nodes[id.0].nags, nag);
        }
    }

    /// Adds a glyph to a move that has none. The glyphs of an annotator stay. Returns whether it was added.
    pub fn add_move_glyph(&mut self, id: NodeId, nag: u8) -> bool {
        let is_added = id != self.root() && !self.node(id).nags().iter().any(|nag| is_move_glyph(*nag));
        if is_added {
            self.toggle_glyph(id, nag);
        }
        is_added
    }

    /// Removes a glyph if the node has it.
    pub fn remove_glyph(&mut self, id: NodeId, nag: u8) {
        self.nodes[id.0].nags.retain(|other| *other != nag);
    }

    fn is_main_continuation(&self, id: NodeId) -> bool {
        self.siblings(id).first().is_none_or(|first| *first == id)
    }

    /// Moves a node among its alternatives.
    fn move_child(&mut self, id: NodeId, to: impl Fn(usize) -> usize) {
        let Some(parent) = self.node(id).parent() else { return };
        let children = &mut self.nodes[parent.0].children;
        if let Some(index) = children.iter().position(|child| *child == id) {
            children.remove(index);
            children.insert(to(index), id);
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::tree::test_trees::{played, start};

    /// Returns the first moves of the alternatives after a node.
    fn children(tree: &GameTree, id: NodeId) -> Vec<String> {
        let name =
            |child: &NodeId| tree.played_step(*child).and_then(|step| step.action()).map(str::to_owned);
        tree.node(id).children().iter().filter_map(name).collect()
    }

    #[test]
    fn a_known_move_is_entered_and_a_new_one_is_a_variation() {
        let mut tree = start(GameKind::Xiangqi, &[]);
        let main = played(&mut tree, &["h2e2", "h9g7", "h0g2"]);
        assert_eq!(tree.play_action(main[0], "馬8進7").expect("legal"), [main[1]]);
        let other = tree.play_action(main[0], "b9c7").expect("legal")[0];
        assert_eq!(tree.main_line(), main);
        assert_eq!(tree.line_through(other), [main[0], other]);
        assert_eq!(children(&tree, main[0]), ["h9g7", "b9c7"]);
        let size = tree.nodes.len();
        assert!(tree.play_action(main[0], "a0a9").is_err());
        assert_eq!(tree.nodes.len(), size);
    }

    #[test]
    fn a_variation_moves_up_one_place_or_to_the_main_line() {
        let mut tree = start(GameKind::Chess, &[]);
        let main = played(&mut tree, &["e4", "e5"]);
        played_after(&mut tree, main[0], "c5");
        let french = played_after(&mut tree, main[0], "e6");
        let advance = played_after(&mut tree, french, "d4");
        assert!(tree.is_in_variation(advance) && !tree.is_in_variation(main[1]));
        tree.promote(advance);
        assert_eq!(children(&tree, main[0]), ["e7e5", "e7e6", "c7c5"]);
        tree.promote(advance);
        assert_eq!(tree.main_line(), [main[0], french, advance]);
        tree.promote(advance);
        assert_eq!(children(&tree, main[0]), ["e7e6", "e7e5", "c7c5"], "the main line stays");
        let exchange = played_after(&mut tree, french, "Nf3");
        tree.make_main_line(exchange);
        assert_eq!(tree.main_line(), [main[0], french, exchange]);
    }

    fn played_after(tree: &mut GameTree, id: NodeId, action: &str) -> NodeId {
        tree.play_action(id, action).expect("legal")[0]
    }

    #[test]
    fn a_deletion_is_undone_at_its_place() {
        let mut tree = start(GameKind::Chess, &[]);
        let main = played(&mut tree, &["e4", "e5", "Nf3"]);
        let sicilian = played_after(&mut tree, main[0], "c5");
        assert_eq!(tree.branch_len(main[0]), 4);
        let deleted = tree.delete(main[1]).expect("a move");
        assert_eq!((deleted.parent, tree.main_line()), (main[0], vec![main[0], sicilian]));
        assert!(!tree.contains(main[2]) && tree.contains(sicilian));
        tree.undo_deletion(deleted);
        tree.undo_deletion(deleted);
        assert_eq!(tree.main_line(), main);
        assert_eq!(children(&tree, main[0]), ["e7e5", "c7c5"]);
        assert_eq!(tree.delete(tree.root()), None);
    }

    #[test]
    fn a_move_that_was_played_again_is_not_there_twice() {
        let mut tree = start(GameKind::Chess, &[]);
        let main = played(&mut tree, &["e4", "e5", "Nf3"]);
        played_after(&mut tree, main[0], "c5");
        let deleted = tree.delete(main[1]).expect("a move");
        played_after(&mut tree, main[0], "e5");
        assert_eq!(tree.undo_deletion(deleted), main[1], "the new one has nothing to keep");
        assert_eq!((tree.main_line(), children(&tree, main[0])), (main.clone(), moves(&["e7e5", "c7c5"])));

        let deleted = tree.delete(main[1]).expect("a move");
        let again = played_after(&mut tree, main[0], "e5");
        let center = played_after(&mut tree, again, "d4");
        for _ in 0..2 {
            assert_eq!(tree.undo_deletion(deleted), again, "it takes the restored moves over");
            assert_eq!(children(&tree, main[0]), ["e7e5", "c7c5"]);
            assert_eq!(tree.node(again).children(), [main[2], center]);
        }
        assert_eq!(tree.path(main[2]), [main[0], again, main[2]]);

        tree.set_comment_text(again, "open");
        let deleted = tree.delete(again).expect("a move");
        let third = played_after(&mut tree, main[0], "e5");
        tree.toggle_glyph(third, 1);
        assert_eq!(tree.undo_deletion(deleted), again, "both have something to keep");
        assert_eq!(children(&tree, main[0]), ["e7e5", "c7c5", "e7e5"]);
        assert!(tree.contains(third) && tree.node(main[0]).children()[0] == again);
    }

    fn moves(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn another_roll_is_a_variation_and_an_only_roll_goes_with_its_move() {
        let mut tree = start(GameKind::Chess, &["dice-a"]);
        let roll = tree.main_line()[0];
        assert!(tree.node(roll).is_chance());
        assert_eq!(tree.delete(roll), None, "the first roll has no move before it");
        let outcomes = tree.game(tree.root()).chance_outcomes();
        let of = |tree: &GameTree, id: NodeId| format!("{:?}", tree.node(id).step());
        let other = outcomes.iter().find(|(text, _)| !of(&tree, roll).contains(text.as_str()));
        let (other, _) = other.expect("a die has several faces").clone();
        let path = tree.play_chance(tree.root(), &other).expect("possible");
        assert!(path[0] != roll && tree.siblings(roll).len() == 2);
        let end = *path.last().expect("a node");
        assert!(!tree.game(end).actions().is_empty(), "the rest of the roll is decided as well");
        let replay = tree.replay(&tree.line_through(end));
        assert_eq!(replay.len(), tree.path(end).len());
        assert_eq!(replay.setup().chance_outcomes[0], other);
        let deleted = tree.delete(path[0]).expect("it has an alternative");
        assert_eq!((deleted.parent, tree.siblings(roll).len()), (tree.root(), 1));
        // A roll after a move.
        let last = *tree.main_line().last().expect("a roll");
        let action = tree.game(last).actions()[0].clone();
        let path = tree.play_action(last, &action).expect("offered");
        if let Some(roll) = path.get(1) {
            assert_eq!(tree.delete(*roll).map(|deleted| deleted.node), Some(path[0]));
        }
        assert!(tree.play_chance(tree.root(), "die nonsense").is_err());
    }

    #[test]
    fn alternatives_are_visited_in_their_order() {
        let mut tree = start(GameKind::Chess, &[]);
        let main = played(&mut tree, &["e4", "e5", "Nf3"]);
        let sicilian = played_after(&mut tree, main[0], "c5");
        assert_eq!(tree.alternative(main[2], 1), Some(sicilian), "that of the nearest move before");
        assert_eq!(tree.alternative(sicilian, -1), Some(main[1]));
        assert_eq!((tree.alternative(sicilian, 1), tree.alternative(main[0], 1)), (None, None));
    }

    #[test]
    fn annotations_are_set_beside_each_other() {
        let mut tree = start(GameKind::Chess, &[]);
        let main = played(&mut tree, &["e4"]);
        tree.annotate(main[0], String::new(), "[%clk 0:10:00] best by test".into(), vec![1]);
        tree.set_comment_text(main[0], "Fischer");
        let drawings = crate::tree::comment::comment_drawings("[%cal Ge2e4]", tree.grid());
        tree.set_drawings(main[0], &drawings);
        assert_eq!(tree.node(main[0]).comment(), "[%cal Ge2e4] [%clk 0:10:00] Fischer");
        tree.toggle_glyph(main[0], 3);
        tree.toggle_glyph(tree.root(), 3);
        assert!(!tree.add_move_glyph(main[0], 4) && !tree.add_move_glyph(tree.root(), 4));
        assert_eq!((tree.node(main[0]).nags(), tree.node(tree.root()).nags().len()), (&[3][..], 0));
        tree.remove_glyph(main[0], 3);
        tree.toggle_glyph(main[0], 10);
        assert!(tree.add_move_glyph(main[0], 4), "a glyph of the position is another one");
        tree.remove_glyph(main[0], 2);
        assert_eq!(tree.node(main[0]).nags(), [10, 4]);
    }
}
