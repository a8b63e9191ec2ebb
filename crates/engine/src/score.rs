//! Scores of the search, in centipawns for the side to move.

use std::fmt;

/// The greatest distance from the root.
pub(crate) const MAX_PLY: usize = 120;
/// The score of a mate at the root; a mate in `n` plies scores `n` less.
pub(crate) const MATE: i32 = 32_000;
/// The lowest score of a mate that the search or the transposition table can express.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;
/// The score of a win by the repetition rules, at the root.
///
/// It is below every mate, because the opponent can still deviate.
pub(crate) const RULE_WIN: i32 = 31_000;
/// The lowest score that is decided, by mate or by the repetition rules. Evaluations stay below it.
pub(crate) const DECISIVE: i32 = 30_000;
/// A bound above every score.
pub(crate) const INFINITE: i32 = 32_700;

/// A score for the side to move, as reported to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An advantage in centipawns.
    Centipawns(i32),
    /// A mate in this many moves; negative or zero if the side to move is mated.
    Mate(i32),
}

impl Score {
    /// Converts a score of the search.
    #[must_use]
    pub(crate) const fn from_value(value: i32) -> Score {
        if value >= MATE_IN_MAX_PLY {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_IN_MAX_PLY {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }

    /// Returns the score for the opponent.
    #[must_use]
    pub const fn for_other_side(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

/// Formats the score as UCI does: `cp 35`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Returns the score of being mated at this ply.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// Tests whether a score is a decision by the repetition rules.
///
/// Such a score depends on the path and must not enter the transposition table.
pub(crate) const fn is_rule_decision(value: i32) -> bool {
    value.abs() >= DECISIVE && value.abs() <= RULE_WIN
}

/// Converts a score for storage: mates are counted from the position instead of the root.
pub(crate) const fn to_tt(value: i32, ply: usize) -> i32 {
    if value >= MATE_IN_MAX_PLY {
        value + ply as i32
    } else if value <= -MATE_IN_MAX_PLY {
        value - ply as i32
    } else {
        value
    }
}

/// Converts a stored score back, the inverse of [`to_tt`].
pub(crate) const fn from_tt(value: i32, ply: usize) -> i32 {
    if value >= MATE_IN_MAX_PLY {
        value - ply as i32
    } else if value <= -MATE_IN_MAX_PLY {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_counted_in_moves() {
        assert_eq!(Score::from_value(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from_value(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from_value(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_value(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(RULE_WIN).to_string(), "cp 31000");
        assert_eq!(Score::from_value(-35).to_string(), "cp -35");
    }

    #[test]
    fn a_rule_decision_is_neither_a_mate_nor_an_evaluation() {
        for ply in 0..MAX_PLY as i32 {
            assert!(is_rule_decision(RULE_WIN - ply) && is_rule_decision(ply - RULE_WIN));
            assert!(!is_rule_decision(MATE - ply) && !is_rule_decision(ply - MATE));
        }
        assert!(!is_rule_decision(MATE_IN_MAX_PLY) && !is_rule_decision(20_000) && !is_rule_decision(0));
    }

    #[test]
    fn the_transposition_table_counts_mates_from_the_position() {
        for value in [MATE - 7, mated_in(9), 12, -RULE_WIN] {
            assert_eq!(from_tt(to_tt(value, 5), 5), value);
        }
        assert_eq!(to_tt(MATE - 7, 5), MATE - 2);
    }
}
