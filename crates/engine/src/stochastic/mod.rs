//! Search where chance has a say: exactly, as far as that goes, where everything is known ([`expect`]), and by imagining what
//! is hidden, many times over, where it is not ([`explore`]).
//!
//! Both see a game through its rich door alone, so the sides need not alternate and chance may come in anywhere.

mod expectimax;
mod ismcts;
mod node_budget;

use yipan_core::{Game, Side};

pub use expectimax::expectimax;
pub use ismcts::ismcts;

/// A game whose positions and actions can be guessed at without looking ahead.
pub trait Heuristic: Game {
    /// How it stands for `seat`, in hundredths of a pawn; asked only while the game goes on.
    fn evaluate(&self, side: Side) -> i32;

    /// How promising an action looks; the most promising are looked at first.
    fn action_priority(&self, action: Self::Action) -> i32;
}

/// A win now. Later ones are worth a little less, and no estimate is worth as much: a bounded scale is what lets
/// branches of chance be cut.
pub const WIN: i32 = 3_000;

/// The most an estimate counts for.
pub(crate) const MAX_HEURISTIC: i32 = 2_500;

/// An action and what it is worth to the one who takes it; `WIN` and more below are decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredAction<A> {
    /// The action.
    pub action: A,
    /// Its worth in hundredths of a pawn.
    pub value: i32,
}

/// What a search came to: every action, the best first, and how many positions were looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedActions<A> {
    /// The actions.
    pub actions: Vec<ScoredAction<A>>,
    /// The positions.
    pub nodes: u64,
}
