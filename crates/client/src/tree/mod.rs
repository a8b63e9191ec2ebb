//! The tree of variations of a game, with its annotations.

pub(crate) mod comment;
pub(crate) mod edit;
pub(crate) mod game_tree;
pub(crate) mod glyph;
pub(crate) mod stored_tree;
#[cfg(test)]
pub(crate) mod test_trees;
pub(crate) mod tree_counts;
pub(crate) mod tree_node;
pub(crate) mod tree_rows;
