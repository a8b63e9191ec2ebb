use arrayvec::ArrayVec;

use crate::{Outcome, Side};

/// A list with room for every legal move of any of our games: sixteen pieces cannot have 512 moves.
pub type MoveList<M> = ArrayVec<M, 512>;

/// A class of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// All moves.
    All,
    /// Moves that capture a piece.
    Captures,
    /// Moves that capture nothing.
    Quiets,
}

/// The fast interface to a position, for search and perft.
pub trait MoveGenerator: Clone {
    /// A move, small enough for a hash table.
    type Move: Copy + PartialEq;
    /// The state that [`MoveGenerator::unmake`] needs to restore the position.
    type Undo;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;

    /// Appends the legal moves of one kind.
    fn generate_moves(&self, kind: MoveKind, out: &mut MoveList<Self::Move>);

    /// Counts the legal moves, which is often cheaper than listing them.
    fn count_legal_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.generate_moves(MoveKind::All, &mut moves);
        moves.len() as u64
    }

    /// Plays a move that [`MoveGenerator::generate_moves`] returned for this position. Any other move breaks
    /// the board.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Unmakes the last move.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// Returns the outcome that follows from the position alone, without its history.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns a hash of everything that determines the possible moves from here on.
    fn key(&self) -> u64;
}
