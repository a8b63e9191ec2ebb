use arrayvec::ArrayVec;

use crate::{Outcome, Side};

/// Room for every legal move of any position of any of our games: sixteen men cannot have 512 moves.
pub type MoveList<M> = ArrayVec<M, 512>;

/// Which legal moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// All of them.
    All,
    /// Those that take a man.
    Captures,
    /// Those that take nothing.
    Quiets,
}

/// The fast door into the same board and the same move generator, for search and counting.
pub trait MoveGenerator: Clone {
    /// A move, small enough for a hash table.
    type Move: Copy + PartialEq;
    /// What [`Kernel::unmake`] needs to restore the position.
    type Undo;

    /// The seat to move.
    fn side_to_move(&self) -> Side;

    /// Adds the legal moves of one kind.
    fn generate_moves(&self, kind: MoveKind, out: &mut MoveList<Self::Move>);

    /// How many legal moves there are, which is often cheaper than listing them.
    fn count_legal_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.generate_moves(MoveKind::All, &mut moves);
        moves.len() as u64
    }

    /// Plays a move that [`Kernel::moves`] gave for this very position; any other move breaks the board.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the move made last.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// How the game ended, as far as the position alone can tell, without its history.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of everything that decides which moves are possible from here on.
    fn key(&self) -> u64;
}
