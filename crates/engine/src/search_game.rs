use yipan_core::{MoveGenerator, MoveKind, MoveList};

/// A game that the search can play: its kernel, and what a search asks beyond the rules.
///
/// The search knows moves only by what is told here: by their bits, and by which man goes where.
pub trait SearchGame: MoveGenerator<Move: Copy + Eq + Send + Sync> + Copy + Send + Sync {
    /// What must be known of the game before the search began, to judge a repetition.
    type GameHistory: Clone + Send + Sync;

    /// How many kinds of men there are.
    const PIECE_KINDS: usize;
    /// How many places a board has.
    const CELLS: usize;
    /// What each kind is worth in an exchange, in hundredths of a pawn.
    const PIECE_VALUES: &'static [i32];

    /// So far ahead nothing is left but to mate, in hundredths of a pawn.
    const WINNING_EVAL: i32;

    /// The move in sixteen bits; zero is no move.
    fn move_bits(mv: Self::Move) -> u16;

    /// The move of these bits, if it is legal here. They come from a table that other positions write to as well.
    fn legal_move_from_bits(&self, bits: u16) -> Option<Self::Move>;

    /// Which man goes where, and whom it takes.
    fn move_features(&self, mv: Self::Move) -> MoveFeatures;

    /// Whether a move changes the material: it takes, or promotes to the strongest.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Adds the moves that change the material.
    fn generate_tactical_moves(&self, out: &mut MoveList<Self::Move>) {
        self.generate_moves(MoveKind::Captures, out);
    }

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Where the men of the side to move would give check, by what [`Searchable::checks`] needs to know.
    type CheckSquares;

    /// What there is to know about checks here.
    fn check_squares(&self) -> Self::CheckSquares;

    /// Whether the move gives check with the man that moves. A check that it discovers may be missed: this is for
    /// moves that would otherwise not be looked at.
    fn gives_check(&self, mv: Self::Move, check_squares: &Self::CheckSquares) -> bool;

    /// The same position with the other side to move. Only asked for without check.
    fn null_move(&self) -> Self;

    /// Whether passing proves anything: hardly ever with so few men that moving may be a burden.
    fn allows_null_move(&self) -> bool;

    /// Whether the series of captures that the move begins wins at least so much.
    fn see_ge(&self, mv: Self::Move, threshold: i32) -> bool;

    /// A number that positions share whose slow parts are alike, the pawns above all: where the evaluation errs in one
    /// of them, it errs in the others.
    fn correction_key(&self) -> u64;

    /// What the rules say of a position that is not the root, the last of the line: nothing as long as the game
    /// simply goes on. A side without a move is not asked about here.
    fn rule_outcome(game_history: &Self::GameHistory, path: &[PathEntry<Self>]) -> Option<RuleOutcome>;

    /// What no legal move in a position without check means: a draw, unless the game says otherwise.
    const STALEMATE_IS_LOSS: bool;
}

/// What a move looks like to the tables that remember which moves were good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFeatures {
    /// The man by side and kind, below twice the kinds.
    pub piece: usize,
    /// Where it stands.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
    /// The kind it takes.
    pub captured: Option<usize>,
}

/// A position on the line that is being searched; the root comes first.
#[derive(Clone, Copy, Debug)]
pub struct PathEntry<P: MoveGenerator> {
    /// The position.
    pub position: P,
    /// Its key.
    pub key: u64,
    /// The move that led to it; none at the root, and none for a pass.
    pub mv: Option<P::Move>,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

/// What the rules say of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleOutcome {
    /// Nobody wins.
    Draw,
    /// The law gives the game to the side to move.
    Win,
    /// The law takes the game from the side to move.
    Loss,
}

/// What a position is worth without looking ahead.
///
/// Evaluations by hand look at the position alone; one that keeps a network's sums along the line is told of
/// every step.
pub trait Evaluation<P: SearchGame> {
    /// The worth for the side to move, in hundredths of a pawn.
    fn evaluate(&mut self, position: &P) -> i32;

    /// The search goes one ply further, by a move or by passing.
    fn push_ply(&mut self) {}

    /// It comes back from there.
    fn pop_ply(&mut self) {}
}
