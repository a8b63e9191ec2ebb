//! Search where chance has a say: exactly, as far as that goes, where everything is known ([`expect`]), and by imagining what
//! is hidden, many times over, where it is not ([`explore`]).
//!
//! Both see a game through its rich door alone, so the sides need not alternate and chance may come in anywhere.

mod expectimax;
mod explorer;
mod pulse;

use yipan_rules::{Game, Seat};

pub use expectimax::expect;
pub use explorer::explore;

/// A game whose positions and actions can be guessed at without looking ahead.
pub trait Estimated: Game {
    /// How it stands for `seat`, in hundredths of a pawn; asked only while the game goes on.
    fn estimate(&self, seat: Seat) -> i32;

    /// How promising an action looks; the most promising are looked at first.
    fn promise(&self, action: Self::Action) -> i32;
}

/// A win now. Later ones are worth a little less, and no estimate is worth as much: a bounded scale is what lets
/// branches of chance be cut.
pub const WIN: i32 = 3_000;

/// The most an estimate counts for.
pub(crate) const ESTIMATE: i32 = 2_500;

/// An action and what it is worth to the one who takes it; `WIN` and more below are decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth<A> {
    /// The action.
    pub action: A,
    /// Its worth in hundredths of a pawn.
    pub value: i32,
}

/// What a search came to: every action, the best first, and how many positions were looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<A> {
    /// The actions.
    pub actions: Vec<Worth<A>>,
    /// The positions.
    pub nodes: u64,
}
