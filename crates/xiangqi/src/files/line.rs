use crate::{Move, Position};

/// Moves that follow one another: the game itself, or a variation of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub nodes: Vec<Node>,
}

/// A move of a line with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, up to 255. Only PGN has them.
    pub nags: Vec<u8>,
    /// What is said after the move; several comments are joined by a blank.
    pub comment: String,
    /// What could have been played instead of this move.
    pub variations: Vec<Line>,
}

impl Line {
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
    pub fn play(&self, start: Position) -> Plies<'_> {
        Plies { position: start, nodes: self.nodes.iter() }
    }
}

/// A move about which nothing is said.
impl From<Move> for Node {
    fn from(mv: Move) -> Node {
        Node { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// The moves of a [`Line`], each with the position before it.
#[derive(Clone, Debug)]
pub struct Plies<'l> {
    position: Position,
    nodes: std::slice::Iter<'l, Node>,
}

impl Plies<'_> {
    /// The position after the moves that were given so far.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }
}

impl<'l> Iterator for Plies<'l> {
    type Item = (Position, &'l Node);

    fn next(&mut self) -> Option<(Position, &'l Node)> {
        let node = self.nodes.next()?;
        let before = self.position;
        // Anybody may put a node together, so its move is not to be trusted.
        if !before.legal_moves().contains(&node.mv) {
            self.nodes = [].iter();
            return None;
        }
        self.position = before.after(node.mv);
        Some((before, node))
    }
}
