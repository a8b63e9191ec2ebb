//! The squares of castling, and the obstacles to it.

use crate::{Bitboard, Color, Position, Square, WHITE, attacks};

/// The squares of one castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CastlingPath {
    /// The arrival square of the king, on the c- or g-file.
    pub(crate) king_to: Square,
    /// The arrival square of the rook, on the d- or f-file.
    pub(crate) rook_to: Square,
    /// Every square the king leaves, crosses or enters.
    pub(crate) king_path: Bitboard,
    /// The squares that must be empty apart from king and rook.
    pub(crate) must_be_empty: Bitboard,
}

/// An obstacle to castling for a king that is not in check and has the right to castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastlingObstacle {
    /// Pieces are in the way.
    Blocked(Bitboard),
    /// These pieces attack a square that the king would cross.
    ThroughCheck(Square, Bitboard),
    /// These pieces attack the arrival square of the king.
    IntoCheck(Square, Bitboard),
}

impl CastlingPath {
    /// Returns the path of a king and its rook on the back rank, in standard chess and in Chess960.
    pub(crate) fn new(king: Square, rook: Square) -> CastlingPath {
        let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
        let on_rank = |file: u8| Square::from_low_bits(u32::from(king.rank() * 8 + file));
        let (king_to, rook_to) = (on_rank(king_file), on_rank(rook_file));
        let walk = |from: Square, to: Square| attacks::between(from, to) | from.bit() | to.bit();
        CastlingPath {
            king_to,
            rook_to,
            king_path: walk(king, king_to),
            must_be_empty: (walk(king, king_to) | walk(rook, rook_to)).without(king.bit() | rook.bit()),
        }
    }
}

impl Position {
    /// Whether castling would expose the king because the rook shielded its arrival square. Possible only in
    /// Chess960.
    #[inline]
    pub(crate) fn rook_shields_king(&self, us: Color, rook: Square, path: &CastlingPath) -> bool {
        self.chess960 && self.attackers_after_castling(us, rook, path).any()
    }

    fn attackers_after_castling(&self, us: Color, rook: Square, path: &CastlingPath) -> Bitboard {
        let occupied = (self.occupied() ^ self.king(us).bit() ^ rook.bit()) | path.rook_to.bit();
        self.attacks_to_with(path.king_to, us.other(), occupied)
    }

    /// Returns the obstacle to castling with `rook`, if the king is not in check and has the right.
    pub(crate) fn castling_obstacle(&self, us: Color, rook: Square) -> Option<CastlingObstacle> {
        let king = self.king(us);
        let path = CastlingPath::new(king, rook);
        let pieces = path.must_be_empty & self.occupied();
        if pieces.any() {
            return Some(CastlingObstacle::Blocked(pieces));
        }
        let on_arrival = self.attackers_after_castling(us, rook, &path);
        let crossed = path.king_path.without(path.king_to.bit() | king.bit());
        let attackers =
            |square| (square, self.attacks_to_with(square, us.other(), self.occupied() ^ king.bit()));
        match crossed.into_iter().map(attackers).find(|(_, by)| by.any()) {
            Some((square, by)) => Some(CastlingObstacle::ThroughCheck(square, by)),
            None => on_arrival.any().then_some(CastlingObstacle::IntoCheck(path.king_to, on_arrival)),
        }
    }

    /// Returns the king's home square in standard chess.
    pub(crate) const fn standard_king_square(color: Color) -> Square {
        Square::from_low_bits(if matches!(color, WHITE) { 4 } else { 60 })
    }
}
