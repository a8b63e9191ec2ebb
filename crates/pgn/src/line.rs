use crate::Notated;

/// Moves that follow one another: the game itself, or a variation of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub nodes: Vec<Node<M>>,
}

/// A move of a line with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, up to 255.
    pub nags: Vec<u8>,
    /// What is said after the move; several comments are joined by a blank.
    pub comment: String,
    /// What could have been played instead of this move.
    pub variations: Vec<Line<M>>,
}

impl<M> Line<M> {
    /// A line without moves.
    #[must_use]
    pub const fn new() -> Line<M> {
        Line { comment: String::new(), nodes: Vec::new() }
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
    pub fn play<S: Notated<Ply = M>>(&self, start: S) -> Plies<'_, S> {
        Plies { position: start, nodes: self.nodes.iter() }
    }
}

impl<M> Default for Line<M> {
    fn default() -> Line<M> {
        Line::new()
    }
}

/// A move about which nothing is said.
impl<M> From<M> for Node<M> {
    fn from(mv: M) -> Node<M> {
        Node { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// The moves of a [`Line`], each with the position before it.
#[derive(Clone, Debug)]
pub struct Plies<'l, S: Notated> {
    position: S,
    nodes: std::slice::Iter<'l, Node<S::Ply>>,
}

impl<S: Notated> Plies<'_, S> {
    /// The position after the moves that were given so far.
    #[must_use]
    pub const fn position(&self) -> S {
        self.position
    }
}

impl<'l, S: Notated> Iterator for Plies<'l, S> {
    type Item = (S, &'l Node<S::Ply>);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.nodes.next()?;
        let before = self.position;
        // Anybody may put a node together, so its move is not to be trusted.
        if !before.allows(node.mv) {
            self.nodes = [].iter();
            return None;
        }
        self.position = before.played(node.mv);
        Some((before, node))
    }
}
