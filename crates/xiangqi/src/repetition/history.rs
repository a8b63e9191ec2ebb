use alloc::{vec, vec::Vec};

use super::cycle::Cycle;
use super::rule::RepetitionRule;
use super::verdict::Verdict;
use super::{cxa, engine_rule, ucci_league, wxf};
use crate::{Color, Move, Position};

/// The start position, moves and position keys of a game.
///
/// ```
/// use yipan_xiangqi::Position;
/// use yipan_xiangqi::repetition::{History, RepetitionRule};
///
/// let mut history = History::new(&Position::start());
/// for text in ["b0c2", "b9c7", "c2b0", "c7b9"] {
///     history.push(text.parse()?);
/// }
/// assert_eq!(history.occurrences(), 2);
/// assert_eq!(history.adjudicate(RepetitionRule::Wxf), None);
/// # Ok::<(), yipan_xiangqi::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    /// The keys of all positions, beginning with the start.
    keys: Vec<u64>,
    /// The number of moves up to the last capture. Earlier positions cannot repeat.
    last_capture_ply: usize,
    /// The occurrences of the current position, counted once for all who ask.
    occurrences: usize,
}

impl History {
    /// Creates the history of a game that begins at `start`.
    #[must_use]
    pub fn new(start: &Position) -> History {
        History {
            start: *start,
            position: *start,
            moves: Vec::new(),
            keys: vec![start.key],
            last_capture_ply: 0,
            occurrences: 1,
        }
    }

    /// Creates the history of a game that began at `start` and continued with these legal moves.
    #[must_use]
    pub fn from_moves(start: &Position, moves: &[Move]) -> History {
        let mut history = History::new(start);
        for &mv in moves {
            history.push(mv);
        }
        history
    }

    /// Appends a legal move. An illegal move breaks the history.
    pub fn push(&mut self, mv: Move) {
        let is_capture = self.position.occupied.contains(mv.to());
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.keys.push(self.position.key);
        if is_capture {
            self.last_capture_ply = self.moves.len();
        }
        self.occurrences = 1 + self.earlier_occurrences();
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of occurrences of the current position, including this one.
    #[must_use]
    pub const fn occurrences(&self) -> usize {
        self.occurrences
    }

    /// Returns the verdict on the current position, or `None` if it has not occurred often enough.
    #[must_use]
    pub fn adjudicate(&self, rule: RepetitionRule) -> Option<Verdict> {
        Some(cycle_verdict(&self.cycle(rule.occurrences_required())?, rule))
    }

    /// Returns the keys of the positions since the last capture, oldest first. No other position can repeat.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys[self.last_capture_ply..]
    }

    /// Returns the verdict after further legal moves without a capture.
    ///
    /// A search uses it when a position repeats within its line.
    #[must_use]
    pub fn adjudicate_after(&self, moves: &[Move], rule: RepetitionRule) -> Option<Verdict> {
        let mut next = self.clone();
        for &mv in moves {
            next.push(mv);
        }
        next.adjudicate(rule)
    }

    /// Returns the legal moves after which the side to move loses by the rule.
    #[must_use]
    pub fn banned_moves(&self, rule: RepetitionRule) -> Vec<Move> {
        let side = self.position.side_to_move();
        let is_banned = |mv: &Move| {
            // Most moves lead to a new position, which the key alone shows.
            if self.position.occupied.contains(mv.to())
                || self.plies_with_key(self.position.after(*mv).key).count() + 1 < rule.occurrences_required()
            {
                return false;
            }
            let mut next = self.clone();
            next.push(*mv);
            next.adjudicate(rule).is_some_and(|verdict| verdict.loser() == Some(side))
        };
        self.position.legal_moves().into_iter().filter(is_banned).collect()
    }

    /// Returns the verdict to expect if the moves since the last occurrence of the current position are repeated.
    ///
    /// Returns `None` if the position occurs for the first time. A user interface can warn before it is too late.
    #[must_use]
    pub fn expected_verdict(&self, rule: RepetitionRule) -> Option<Verdict> {
        self.cycle(2).map(|cycle| cycle_verdict(&cycle, rule))
    }

    /// Returns the legal moves after which the side to move loses by the rule, at once or after one reply.
    ///
    /// The reply matters, because the opponent of the violating side may be the one who completes the cycle.
    #[must_use]
    pub fn losing_repetitions(&self, rule: RepetitionRule) -> Vec<Move> {
        let (side, required) = (self.position.side_to_move(), rule.occurrences_required());
        let loses =
            |history: &History| history.adjudicate(rule).is_some_and(|verdict| verdict.loser() == Some(side));
        let repeats = |history: &History, mv: Move| {
            !history.position.occupied.contains(mv.to())
                && history.plies_with_key(history.position.after(mv).key).count() + 1 >= required
        };
        let after = |history: &History, mv: Move| {
            let mut next = history.clone();
            next.push(mv);
            next
        };
        // Most positions are new, and then no reply can complete a cycle.
        let recurred = |ply: usize| self.plies_with_key(self.keys[ply]).count() + 1 >= required;
        if !(self.last_capture_ply..self.keys.len()).any(recurred) {
            return Vec::new();
        }
        let is_losing = |mv: &Move| {
            if self.position.occupied.contains(mv.to()) {
                return false;
            }
            let next = after(self, *mv);
            repeats(self, *mv) && loses(&next)
                || next
                    .position
                    .legal_moves()
                    .into_iter()
                    .any(|reply| repeats(&next, reply) && loses(&after(&next, reply)))
        };
        self.position.legal_moves().into_iter().filter(is_losing).collect()
    }

    /// Returns advice for an arbiter by the rules of the Chinese Xiangqi Association.
    #[must_use]
    pub fn advise(&self) -> Option<cxa::ArbiterAdvice> {
        self.cycle(RepetitionRule::CxaAdvisory.occurrences_required())
            .map(|cycle| cxa::advise_on_cycle(&cycle))
    }

    /// Returns the moves since the earliest of the last `occurrences` occurrences of the current position.
    fn cycle(&self, occurrences: usize) -> Option<Cycle> {
        if self.occurrences < occurrences {
            return None;
        }
        let first = self.plies_with_key(self.position.key).nth(occurrences - 1)?;
        let mut origin = self.start;
        for &mv in &self.moves[..first] {
            origin.play_unchecked(mv);
        }
        Some(Cycle::new(first, &origin, &self.moves[first..]))
    }

    /// Counts the current position among the earlier ones. It takes four plies or more to return.
    fn earlier_occurrences(&self) -> usize {
        // Comparing the positions of the other side too is faster than leaving them out.
        let (keys, now) = (self.keys(), self.position.key);
        keys[..keys.len().saturating_sub(4)].iter().filter(|&&key| key == now).count()
    }

    /// Returns the plies at which the position with this key occurred, latest first.
    fn plies_with_key(&self, key: u64) -> impl Iterator<Item = usize> {
        let first = self.last_capture_ply;
        let recurs = move |(index, &earlier): (usize, &u64)| (earlier == key).then_some(first + index);
        self.keys().iter().enumerate().rev().filter_map(recurs)
    }
}

/// Returns the verdict on moves that lead from `origin` back to it without a capture.
///
/// It assumes that the moves are repeated as often as the rule requires. A search uses it at the first
/// repetition.
///
/// ```
/// use yipan_xiangqi::repetition::{RepetitionRule, adjudicate_cycle};
/// use yipan_xiangqi::{Move, Position, RED};
///
/// let start: Position = "3k5/R8/9/9/9/9/9/9/9/4K4 w".parse().unwrap();
/// let round = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse::<Move>().unwrap());
/// assert_eq!(adjudicate_cycle(&start, &round, RepetitionRule::Wxf).loser(), Some(RED));
/// ```
#[must_use]
pub fn adjudicate_cycle(origin: &Position, moves: &[Move], rule: RepetitionRule) -> Verdict {
    cycle_verdict(&Cycle::new(0, origin, moves), rule)
}

fn cycle_verdict(cycle: &Cycle, rule: RepetitionRule) -> Verdict {
    cycle.adjudicate(match rule {
        RepetitionRule::Simple => [None, None],
        // All other violations need an arbiter.
        RepetitionRule::CheckOnly | RepetitionRule::CxaAdvisory => {
            Color::BOTH.map(|side| cycle.perpetual_check(side))
        }
        RepetitionRule::Wxf => wxf::violations(cycle),
        RepetitionRule::Computer => engine_rule::violations(cycle),
        RepetitionRule::UcciLeague => ucci_league::violations(cycle),
    })
}
