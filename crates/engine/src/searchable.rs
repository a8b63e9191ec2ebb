use yipan_rules::{Kernel, MoveKind, MoveList};

/// A game that the search can play: its kernel, and what a search asks beyond the rules.
///
/// The search knows moves only by what is told here: by their bits, and by which man goes where.
pub trait Searchable: Kernel<Move: Copy + Eq + Send + Sync> + Copy + Send + Sync {
    /// What must be known of the game before the search began, to judge a repetition.
    type Past: Clone + Send + Sync;

    /// How many kinds of men there are.
    const KINDS: usize;
    /// How many places a board has.
    const PLACES: usize;
    /// What each kind is worth in an exchange, in hundredths of a pawn.
    const WORTH: &'static [i32];

    /// So far ahead nothing is left but to mate, in hundredths of a pawn.
    const WON: i32;

    /// The move in sixteen bits; zero is no move.
    fn bits(mv: Self::Move) -> u16;

    /// The move of these bits, if it is legal here. They come from a table that other positions write to as well.
    fn read(&self, bits: u16) -> Option<Self::Move>;

    /// Which man goes where, and whom it takes.
    fn facet(&self, mv: Self::Move) -> Facet;

    /// Whether a move changes the material: it takes, or promotes to the strongest.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Adds the moves that change the material.
    fn tactical(&self, out: &mut MoveList<Self::Move>) {
        self.moves(MoveKind::Captures, out);
    }

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Where the men of the side to move would give check, by what [`Searchable::checks`] needs to know.
    type Checks;

    /// What there is to know about checks here.
    fn look_for_checks(&self) -> Self::Checks;

    /// Whether the move gives check with the man that moves. A check that it discovers may be missed: this is for
    /// moves that would otherwise not be looked at.
    fn checks(&self, mv: Self::Move, known: &Self::Checks) -> bool;

    /// The same position with the other side to move. Only asked for without check.
    fn pass(&self) -> Self;

    /// Whether passing proves anything: hardly ever with so few men that moving may be a burden.
    fn may_pass(&self) -> bool;

    /// Whether the series of captures that the move begins wins at least so much.
    fn exchange_pays(&self, mv: Self::Move, least: i32) -> bool;

    /// A number that positions share whose slow parts are alike, the pawns above all: where the evaluation errs in one
    /// of them, it errs in the others.
    fn structure(&self) -> u64;

    /// What the rules say of a position that is not the root, the last of the line: nothing as long as the game
    /// simply goes on. A side without a move is not asked about here.
    fn standing(past: &Self::Past, line: &[Visit<Self>]) -> Option<Standing>;

    /// What no legal move in a position without check means: a draw, unless the game says otherwise.
    const STALEMATE_LOSES: bool;
}

/// What a move looks like to the tables that remember which moves were good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facet {
    /// The man by side and kind, below twice the kinds.
    pub man: usize,
    /// Where it stands.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
    /// The kind it takes.
    pub takes: Option<usize>,
}

/// A position on the line that is being searched; the root comes first.
#[derive(Clone, Copy, Debug)]
pub struct Visit<P: Kernel> {
    /// The position.
    pub position: P,
    /// Its key.
    pub key: u64,
    /// The move that led to it; none at the root, and none for a pass.
    pub mv: Option<P::Move>,
    /// Whether the side to move is in check.
    pub check: bool,
}

/// What the rules say of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody wins.
    Draw,
    /// The law gives the game to the side to move.
    Won,
    /// The law takes the game from the side to move.
    Lost,
}

/// What a position is worth without looking ahead.
///
/// Evaluations by hand look at the position alone; one that keeps a network's sums along the line is told of
/// every step.
pub trait Evaluation<P: Searchable> {
    /// The worth for the side to move, in hundredths of a pawn.
    fn evaluate(&mut self, position: &P) -> i32;

    /// The search goes one ply further, by a move or by passing.
    fn enter(&mut self) {}

    /// It comes back from there.
    fn leave(&mut self) {}
}
