//! The numbers a search thinks in: hundredths of a pawn, from the side to move.

use std::fmt;

/// No line is followed further than this.
pub(crate) const MAX_PLY: usize = 120;
/// The side to move has mated at the root; a mate in `n` plies is worth `n` less.
pub(crate) const MATE: i32 = 32_000;
/// Mates that a line of the search can reach are worth at least so much.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;
/// A repetition that the law gives to the side to move. It stays below every mate, since the opponent may still
/// change.
pub(crate) const RULE_WIN: i32 = 31_000;
/// From here on a score is decided, by mate or by the law of repetition; no evaluation is.
pub(crate) const DECISIVE: i32 = 30_000;
/// More than every score.
pub(crate) const INFINITE: i32 = 32_700;

/// How a position stands for the side to move, as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in so many moves; if negative, it is mated.
    Mate(i32),
}

impl Score {
    /// The score of a number of the search.
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

    /// The same seen from the other side.
    #[must_use]
    pub const fn for_other_side(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

/// As UCI writes it: `cp 35`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Being mated here, so many plies from the root.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// A score as the table keeps it: mates counted from the position, not from the root.
pub(crate) const fn to_tt(value: i32, ply: usize) -> i32 {
    if value >= MATE_IN_MAX_PLY {
        value + ply as i32
    } else if value <= -MATE_IN_MAX_PLY {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse.
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
    fn the_transposition_table_counts_mates_from_the_position() {
        for value in [MATE - 7, mated_in(9), 12, -RULE_WIN] {
            assert_eq!(from_tt(to_tt(value, 5), 5), value);
        }
        assert_eq!(to_tt(MATE - 7, 5), MATE - 2);
    }
}
