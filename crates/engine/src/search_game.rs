use yipan_core::{MoveGenerator, MoveKind, MoveList};

/// A game that can be searched: a move generator with what a search needs beyond the rules.
///
/// The search identifies moves by their bits and their [`MoveFeatures`].
pub trait SearchGame: MoveGenerator<Move: Copy + Eq + Send + Sync> + Copy + Send + Sync {
    /// The part of a game before the root that the repetition rules need.
    type GameHistory: Clone + Send + Sync;

    /// The number of piece kinds.
    const PIECE_KINDS: usize;
    /// The number of cells of the board.
    const CELLS: usize;
    /// The value of each kind for SEE and MVV-LVA, in centipawns.
    const PIECE_VALUES: &'static [i32];

    /// The score from which only the mate is left to find, in centipawns. Whole nodes are not pruned beyond it.
    const WINNING_EVAL: i32;

    /// Packs a move into 16 bits; zero is no move.
    fn move_bits(mv: Self::Move) -> u16;

    /// Unpacks a move if it is legal here. The bits may come from another position.
    fn legal_move_from_bits(&self, bits: u16) -> Option<Self::Move>;

    /// Returns the key of a move in the history tables.
    fn move_features(&self, mv: Self::Move) -> MoveFeatures;

    /// Returns whether a move changes the material: a capture, or a promotion to the strongest piece.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Appends the tactical moves.
    fn generate_tactical_moves(&self, out: &mut MoveList<Self::Move>) {
        self.generate_moves(MoveKind::Captures, out);
    }

    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The data that [`SearchGame::gives_check`] needs, computed once for each position.
    type CheckSquares;

    /// Computes the cells from which each kind of piece would give check.
    fn check_squares(&self) -> Self::CheckSquares;

    /// Returns whether the moved piece gives check. Discovered checks may be missed.
    ///
    /// This exempts checks from pruning, so a missed one only costs accuracy.
    fn gives_check(&self, mv: Self::Move, check_squares: &Self::CheckSquares) -> bool;

    /// Returns the position with the other side to move. Never called in check.
    fn null_move(&self) -> Self;

    /// Returns whether null move pruning is sound: the side to move has enough pieces to make zugzwang unlikely.
    fn allows_null_move(&self) -> bool;

    /// Returns whether the static exchange evaluation of a move is at least the threshold.
    fn see_ge(&self, mv: Self::Move, threshold: i32) -> bool;

    /// Returns hashes of features of the position: of the slow ones, mainly the pawn structure, and of the pieces of each side.
    ///
    /// Positions that share one of these keys share a correction of their static evaluation.
    fn correction_keys(&self) -> [u64; 3];

    /// Returns the cells that the side not to move attacks.
    fn attacked_cells(&self) -> CellMask;

    /// Returns the outcome by the rules at the last position of the path; `None` while the game goes on.
    ///
    /// The path has at least two entries. Checkmate and stalemate are not covered.
    fn rule_outcome(game_history: &Self::GameHistory, path: &[PathEntry<Self>]) -> Option<RuleOutcome>;

    /// Whether a side without a legal move loses even if it is not in check.
    const STALEMATE_IS_LOSS: bool;
}

/// The features of a move that index the history tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFeatures {
    /// The moved piece by side and kind, below twice the number of kinds.
    pub piece: usize,
    /// The origin.
    pub from: usize,
    /// The destination.
    pub to: usize,
    /// The kind of the captured piece.
    pub captured: Option<usize>,
}

/// A set of cells, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellMask(pub u128);

impl CellMask {
    /// Returns whether a cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }
}

/// Adds a number to a hash. Made for hashes that are computed at every node: cheap, and best mixed in the upper bits.
#[inline]
pub(crate) const fn hash_step(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

/// A position on the search path; the root comes first.
#[derive(Clone, Copy, Debug)]
pub struct PathEntry<P: MoveGenerator> {
    /// The position.
    pub position: P,
    /// The hash key of the position.
    pub key: u64,
    /// The move that led to the position; `None` at the root and after a null move.
    pub mv: Option<P::Move>,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

/// The outcome of a game that the rules end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleOutcome {
    /// A draw.
    Draw,
    /// The side to move wins by the repetition rules.
    Win,
    /// The side to move loses by the repetition rules.
    Loss,
}

/// A static evaluation.
pub trait Evaluation<P: SearchGame> {
    /// Returns the score for the side to move, in centipawns.
    fn evaluate(&mut self, position: &P) -> i32;

    /// Returns the score of the last position of a search path.
    ///
    /// An incremental evaluation (NNUE) overrides this and reuses what it knows of the earlier positions.
    fn evaluate_path(&mut self, path: &[PathEntry<P>]) -> i32 {
        path.last().map_or(0, |here| self.evaluate(&here.position))
    }
}
