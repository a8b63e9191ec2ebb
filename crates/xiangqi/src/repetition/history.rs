use super::cycle::Cycle;
use super::rule::RepetitionRule;
use super::verdict::Verdict;
use super::{cxa, engine_rule, ucci_league, wxf};
use crate::{Color, Move, Position};

/// A game as the law of repetition needs it: where it began, the moves since, and a key for each position.
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
    /// One more than there are moves: the key of the start comes first.
    keys: Vec<u64>,
    /// How many moves were played up to the last capture. No position from before it can come back.
    last_capture_ply: usize,
}

impl History {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: &Position) -> History {
        History {
            start: *start,
            position: *start,
            moves: Vec::new(),
            keys: vec![start.key],
            last_capture_ply: 0,
        }
    }

    /// A game that began here and went on with these legal moves.
    #[must_use]
    pub fn from_moves(start: &Position, moves: &[Move]) -> History {
        let mut history = History::new(start);
        for &mv in moves {
            history.push(mv);
        }
        history
    }

    /// Adds a move that is legal now; any other move breaks the history.
    pub fn push(&mut self, mv: Move) {
        let is_capture = self.position.occupied.contains(mv.to());
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.keys.push(self.position.key);
        if is_capture {
            self.last_capture_ply = self.moves.len();
        }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How often the position now on the board has been there, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.plies_with_key(self.position.key).count()
    }

    /// The verdict on the position now on the board, or `None` if it has not come back often enough.
    #[must_use]
    pub fn adjudicate(&self, rule: RepetitionRule) -> Option<Verdict> {
        Some(cycle_verdict(&self.cycle(rule.occurrences_required())?, rule))
    }

    /// The keys of the positions since the last capture, the latest last: no other can come back.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys[self.last_capture_ply..]
    }

    /// The verdict if the game went on with these legal moves, which take nobody: for a search that asks when a
    /// position comes back on its line.
    #[must_use]
    pub fn adjudicate_after(&self, moves: &[Move], rule: RepetitionRule) -> Option<Verdict> {
        let mut next = self.clone();
        for &mv in moves {
            next.push(mv);
        }
        next.adjudicate(rule)
    }

    /// The legal moves after which the side now to move would be judged lost.
    #[must_use]
    pub fn banned_moves(&self, rule: RepetitionRule) -> Vec<Move> {
        let side = self.position.side_to_move();
        let is_banned = |mv: &Move| {
            // Most moves lead to a position that was not there before, which the key alone tells.
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

    /// What the rules of the Chinese association make of the repetition, for an arbiter.
    #[must_use]
    pub fn advise(&self) -> Option<cxa::ArbiterAdvice> {
        self.cycle(RepetitionRule::CxaAdvisory.occurrences_required()).map(|span| cxa::advise_on_cycle(&span))
    }

    /// The moves from the first of the last `fold` occurrences of this position up to now.
    fn cycle(&self, occurrences: usize) -> Option<Cycle> {
        let first = self.plies_with_key(self.position.key).nth(occurrences - 1)?;
        let mut origin = self.start;
        for &mv in &self.moves[..first] {
            origin.play_unchecked(mv);
        }
        Some(Cycle::new(first, &origin, &self.moves[first..]))
    }

    /// After how many moves the position with this key was on the board, the latest time first.
    fn plies_with_key(&self, key: u64) -> impl Iterator<Item = usize> {
        (self.last_capture_ply..self.keys.len()).rev().filter(move |&ply| self.keys[ply] == key)
    }
}

/// The verdict on moves that lead from `origin` back to it and take nobody, as if they were repeated until the rule
/// looks at them: what a search must know when a position comes back for the first time.
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
        // Everything else that the association forbids needs an arbiter.
        RepetitionRule::CheckOnly | RepetitionRule::CxaAdvisory => {
            Color::BOTH.map(|side| cycle.perpetual_check(side))
        }
        RepetitionRule::Wxf => wxf::violations(cycle),
        RepetitionRule::Computer => engine_rule::violations(cycle),
        RepetitionRule::UcciLeague => ucci_league::violations(cycle),
    })
}
