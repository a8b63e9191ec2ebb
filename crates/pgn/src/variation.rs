use crate::PgnPosition;

/// Moves that follow one another: the game itself, or a variation of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub nodes: Vec<MoveNode<M>>,
}

/// A move of a line with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, up to 255.
    pub nags: Vec<u8>,
    /// What is said after the move; several comments are joined by a blank.
    pub comment: String,
    /// What could have been played instead of this move.
    pub variations: Vec<Variation<M>>,
}

impl<M> Variation<M> {
    /// A line without moves.
    #[must_use]
    pub const fn new() -> Variation<M> {
        Variation { comment: String::new(), nodes: Vec::new() }
    }

    /// Whether there is neither a move nor a comment.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.comment.is_empty()
    }

    /// Plays the line from where it begins: each move with the position before it.
    ///
    /// A variation begins at the position before the move it stands beside. A move that is not legal ends the
    /// walk; a line that was read has none.
    #[must_use]
    pub fn iter_from<S: PgnPosition<Ply = M>>(&self, start: S) -> VariationIter<'_, S> {
        VariationIter { position: start, nodes: self.nodes.iter() }
    }
}

impl<M> Default for Variation<M> {
    fn default() -> Variation<M> {
        Variation::new()
    }
}

/// A move about which nothing is said.
impl<M> From<M> for MoveNode<M> {
    fn from(mv: M) -> MoveNode<M> {
        MoveNode { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// The moves of a [`Variation`], each with the position before it.
#[derive(Clone, Debug)]
pub struct VariationIter<'l, S: PgnPosition> {
    position: S,
    nodes: std::slice::Iter<'l, MoveNode<S::Ply>>,
}

impl<S: PgnPosition> VariationIter<'_, S> {
    /// The position after the moves that were given so far.
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
        // Anybody may put a node together, so its move is not to be trusted.
        if !before.is_legal_move(node.mv) {
            self.nodes = [].iter();
            return None;
        }
        self.position = before.after_move(node.mv);
        Some((before, node))
    }
}
