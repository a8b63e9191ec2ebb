//! Position analysis: checks, pins, attacked squares and legal destinations.

use crate::{Bitboard, Color, Position, Square, attacks};

/// A check: the checking piece and the ray along which it attacks the king (威脅路徑).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The checking piece.
    pub checker: Square,
    /// The squares from the checking piece, included, to the square before the king. A piece that moves onto
    /// this ray answers the check, by capture or by blocking.
    pub ray: Bitboard,
}

/// A pinned piece, which may not leave the line between its king and an enemy piece (保王棋).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The pinned piece.
    pub pinned: Square,
    /// The enemy piece that would attack the king.
    pub pinner: Square,
    /// The line from the king to the pinning piece, included. The pinned piece may move within it, if its
    /// kind moves that way.
    pub ray: Bitboard,
}

impl Position {
    /// Returns the pieces that give check to the side to move: none, one, or two (a double check).
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let position: Position = "k3r3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers().to_string(), "e8");
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attacks_to(self.king(self.side_to_move()), self.side_to_move().other())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the checks against the side to move.
    ///
    /// ```text
    /// . . . . r . . .      The rook on e8 checks along e8 e7 e6 e5 e4 e3 e2.
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . n . .      The knight on f3 checks too, and nothing can stand in between.
    /// . . . . . . . .
    /// . . . . K . . .
    /// ```
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let double: Position = "k3r3/8/8/8/8/5n2/8/4K3 w - - 0 1".parse()?;
    /// let paths: Vec<String> = double.checks().map(|check| check.ray.to_string()).collect();
    /// assert_eq!(paths, ["f3", "e2 e3 e4 e5 e6 e7 e8"]);
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    pub fn checks(&self) -> impl Iterator<Item = Check> {
        let king = self.king(self.side_to_move());
        self.checkers()
            .into_iter()
            .map(move |by| Check { checker: by, ray: attacks::between(king, by) | by.bit() })
    }

    /// Returns the pinned pieces of `color`.
    ///
    /// ```
    /// use yipan_chess::{Position, WHITE};
    /// let position: Position = "k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
    /// let pin = position.pins(WHITE).next().unwrap();
    /// assert_eq!((pin.pinned.to_string(), pin.pinner.to_string()), ("e2".into(), "e8".into()));
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    pub fn pins(&self, color: Color) -> impl Iterator<Item = Pin> {
        let [_, _, bishops, rooks, queens, _] = self.by_kind;
        let (king, occupied, own) = (self.king(color), self.occupied(), self.by_color(color));
        let snipers = attacks::orthogonal_rays(king) & (rooks | queens)
            | attacks::diagonal_rays(king) & (bishops | queens);
        (snipers & self.by_color(color.other())).into_iter().filter_map(move |by| {
            let line = attacks::between(king, by);
            let pieces = line & occupied;
            let piece = (pieces & own).first().filter(|_| !pieces.more_than_one())?;
            Some(Pin { pinned: piece, pinner: by, ray: line | by.bit() })
        })
    }

    /// Returns the line within which the piece on `square` must stay, if it is pinned.
    #[must_use]
    pub fn pin_ray(&self, square: Square) -> Option<Bitboard> {
        let color = self.piece_at(square)?.color;
        self.pins(color).find(|pin| pin.pinned == square).map(|pin| pin.ray)
    }

    /// Returns the squares that `color` attacks, including those of its own pieces. The enemy king may enter
    /// none of them.
    ///
    /// Rays continue through the enemy king, because a king that steps back along a ray stays attacked.
    ///
    /// ```
    /// use yipan_chess::{Position, WHITE};
    /// let position: Position = "8/8/8/8/R2k4/8/8/4K3 b - - 0 1".parse()?;
    /// assert!(position.attacked_squares(WHITE).contains("e4".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn attacked_squares(&self, color: Color) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_kind;
        let own = self.by_color(color);
        let occupied = self.occupied() ^ self.king(color.other()).bit();
        let mut attacked = attacks::pawn_set_attacks(color, own & pawns);
        for from in own & knights {
            attacked |= attacks::knight(from);
        }
        for from in own & (bishops | queens) {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in own & (rooks | queens) {
            attacked |= attacks::rook(from, occupied);
        }
        for from in own & kings {
            attacked |= attacks::king(from);
        }
        attacked
    }

    /// Returns the legal destinations of the piece on `square`, with castling as it is written. Empty for a
    /// piece of the side that is not to move.
    #[must_use]
    pub fn legal_destinations(&self, square: Square) -> Bitboard {
        let moves = self.legal_moves();
        moves.iter().map(|&mv| self.uci(mv)).filter(|uci| uci.from == square).map(|uci| uci.to).collect()
    }

    /// Returns the pieces that can answer the check. Empty if there is no check.
    #[must_use]
    pub fn check_evaders(&self) -> Bitboard {
        if !self.in_check() {
            return Bitboard::EMPTY;
        }
        self.legal_moves().iter().map(|mv| mv.from()).collect()
    }
}
