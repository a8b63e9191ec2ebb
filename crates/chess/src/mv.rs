use core::fmt;

use crate::{PieceKind, Square};

/// A move of a particular position, in sixteen bits.
///
/// Castling is stored as the king taking its own rook, which is unambiguous in Chess960 too. The notation of
/// a move depends on the position: see [`Position::uci`](crate::Position::uci) and
/// [`Position::san`](crate::Position::san).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const CASTLING: u16 = 1;
const EN_PASSANT: u16 = 2;
const PROMOTION: u16 = 4;

impl Move {
    /// Creates a move that is neither castling, en passant nor a promotion.
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

    /// Creates a promotion to a knight, bishop, rook or queen.
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

    /// Whether the move is castling, en passant or a promotion.
    #[inline]
    pub(crate) const fn has_flag(self) -> bool {
        self.flag() != 0
    }

    /// Returns the square of the piece.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Returns the destination; for castling, the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u32)
    }

    /// Whether the move is castling.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.flag() == CASTLING
    }

    /// Whether the move is an en-passant capture.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.flag() == EN_PASSANT
    }

    /// Returns the kind that a pawn promotes to, if any.
    #[inline]
    #[must_use]
    pub const fn promotes_to(self) -> Option<PieceKind> {
        match self.flag().checked_sub(PROMOTION) {
            Some(offset) => Some(PieceKind::from_index(offset as u64 + 1)),
            None => None,
        }
    }

    /// Returns the move as sixteen bits, for a transposition table.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Creates a move from sixteen bits. It may be meaningless; see
    /// [`Position::is_legal`](crate::Position::is_legal).
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
