use alloc::{string::String, vec::Vec};

use crate::PgnPosition;

/// A sequence of moves: the main line, or a variation of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// The comment before the first move.
    pub comment: String,
    /// The moves.
    pub nodes: Vec<MoveNode<M>>,
}

/// A move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, up to 255.
    pub nags: Vec<u8>,
    /// The comment after the move; several comments are joined by spaces.
    pub comment: String,
    /// The alternatives to this move.
    pub variations: Vec<Variation<M>>,
}

impl<M> Variation<M> {
    /// Creates a variation without moves.
    #[must_use]
    pub const fn new() -> Variation<M> {
        Variation { comment: String::new(), nodes: Vec::new() }
    }

    /// Whether there is neither a move nor a comment.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.comment.is_empty()
    }

    /// Returns an iterator over the moves, each with the position before it.
    ///
    /// A variation starts at the position before the move that it replaces. An illegal move ends the
    /// iteration; variations that were parsed contain none.
    #[must_use]
    pub fn iter_from<S: PgnPosition<Ply = M>>(&self, start: S) -> VariationIter<'_, S> {
        VariationIter::new(&self.nodes, start)
    }
}

impl<M> Default for Variation<M> {
    fn default() -> Variation<M> {
        Variation::new()
    }
}

/// Creates a move without annotations.
impl<M> From<M> for MoveNode<M> {
    fn from(mv: M) -> MoveNode<M> {
        MoveNode { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// An iterator over the moves of a [`Variation`], each with the position before it.
#[derive(Clone, Debug)]
pub struct VariationIter<'l, S: PgnPosition> {
    position: S,
    nodes: core::slice::Iter<'l, MoveNode<S::Ply>>,
}

impl<'l, S: PgnPosition> VariationIter<'l, S> {
    pub(crate) fn new(nodes: &'l [MoveNode<S::Ply>], start: S) -> VariationIter<'l, S> {
        VariationIter { position: start, nodes: nodes.iter() }
    }

    /// Returns the position after the moves returned so far.
    #[must_use]
    pub const fn position(&self) -> S {
        self.position
    }
}

impl<'l, S: PgnPosition> Iterator for VariationIter<'l, S> {
    type Item = (S, &'l MoveNode<S::Ply>);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.nodes.next()?;
        let before = self.position;
        // Callers may construct nodes, so their moves are not trusted.
        if !before.is_legal_move(node.mv) {
            self.nodes = [].iter();
            return None;
        }
        self.position = before.after_move(node.mv);
        Some((before, node))
    }
}
