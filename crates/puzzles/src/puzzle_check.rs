/// The result of the check of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleCheck {
    /// Every move of the solver is the only one that wins.
    Unique,
    /// A move of the solver is not the only one that wins, or another one is better.
    NotUnique {
        /// The number of the ply, from 0.
        ply: usize,
    },
    /// The position or a move cannot be read.
    Unreadable,
}
