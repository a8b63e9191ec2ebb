use std::fmt;

use crate::{PieceKind, Square};

/// A move of a particular position, in sixteen bits.
///
/// Castling is stored as the king taking its own rook, which names every castling of Chess960 as well. How a
/// move is written depends on the position: see [`Position::uci`](crate::Position::uci) and
/// [`Position::san`](crate::Position::san).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const CASTLING: u16 = 1;
const EN_PASSANT: u16 = 2;
const PROMOTION: u16 = 4;

impl Move {
    /// A move without anything special about it.
    #[inline]
    pub(crate) const fn normal(from: Square, to: Square) -> Move {
        Move::new(from, to, 0)
    }

    #[inline]
    pub(crate) const fn castling(king: Square, rook: Square) -> Move {
        Move::new(king, rook, CASTLING)
    }

    #[inline]
    pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
        Move::new(from, to, EN_PASSANT)
    }

    /// A promotion to a knight, bishop, rook or queen.
    #[inline]
    pub(crate) const fn promotion(from: Square, to: Square, kind: PieceKind) -> Move {
        Move::new(from, to, PROMOTION + (kind as u16 - PieceKind::Knight as u16))
    }

    #[inline]
    const fn new(from: Square, to: Square, special: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | special << 12)
    }

    #[inline]
    const fn flag(self) -> u16 {
        self.0 >> 12
    }

    /// Whether it is castling, en passant or a promotion.
    #[inline]
    pub(crate) const fn has_flag(self) -> bool {
        self.flag() != 0
    }

    /// Where the man stands.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Where it goes; for castling, where the rook stands.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u32)
    }

    /// Whether king and rook move together.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.flag() == CASTLING
    }

    /// Whether a pawn is taken in passing.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.flag() == EN_PASSANT
    }

    /// What the pawn becomes, if it reaches its last rank.
    #[inline]
    #[must_use]
    pub const fn promotes_to(self) -> Option<PieceKind> {
        match self.flag().checked_sub(PROMOTION) {
            Some(offset) => Some(PieceKind::from_index(offset as u64 + 1)),
            None => None,
        }
    }

    /// The sixteen bits, for a table.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of these bits, which may mean nothing: [`Position::is_legal`](crate::Position::is_legal) tells.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match (self.promotes_to(), self.flag()) {
            (Some(kind), _) => write!(f, "={}", kind.letter()),
            (None, CASTLING) => write!(f, " castling"),
            (None, EN_PASSANT) => write!(f, " e.p."),
            (None, _) => Ok(()),
        }
    }
}
