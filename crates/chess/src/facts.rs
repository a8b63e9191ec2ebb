//! What a player sees in a position: who checks, who is pinned, what is controlled, where a man may go.

use crate::{Bitboard, Color, Position, Square, attacks};

/// An enemy man that attacks the king, and the path along which it does (威脅路徑).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The checking man.
    pub checker: Square,
    /// From the checking man, included, to the square before the king. A man of ours that lands on this path
    /// ends this check, by capture on its first square or by standing in between.
    pub ray: Bitboard,
}

/// A man that may not leave the line between its king and an enemy man (保王棋).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The pinned man.
    pub pinned: Square,
    /// The enemy man that would attack the king.
    pub pinner: Square,
    /// The line from the king to the pinning man, included (`protect_path`). The pinned man may still move
    /// within it, as far as its own way of moving allows.
    pub ray: Bitboard,
}

impl Position {
    /// The men that give check to the side to move: none, one, or two (a double check).
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attacks_to(self.king(self.side_to_move()), self.side_to_move().other())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Who checks the side to move and along which path.
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

    /// The pinned men of `color`.
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

    /// The line within which the man on `square` must stay, if it is pinned.
    #[must_use]
    pub fn pin_ray(&self, square: Square) -> Option<Bitboard> {
        let color = self.piece_at(square)?.color;
        self.pins(color).find(|pin| pin.pinned == square).map(|pin| pin.ray)
    }

    /// Every square that `color` controls, those included on which its own men stand (`all_team_path`): the
    /// enemy king may enter none of them.
    ///
    /// Lines go on through the enemy king, because a king that steps back along a line stays attacked.
    ///
    /// ```
    /// use yipan_chess::{Position, WHITE};
    /// let position: Position = "8/8/8/8/R2k4/8/8/4K3 b - - 0 1".parse()?;
    /// assert!(position.attacked_squares(WHITE).contains("e4".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn attacked_squares(&self, color: Color) -> Bitboard {
        let occupied = self.occupied() ^ self.king(color.other()).bit();
        self.by_color(color)
            .into_iter()
            .fold(Bitboard::EMPTY, |set, from| set | self.attacks_from_with(from, occupied))
    }

    /// Where the man on `square` may legally go (`valid_path`), castling as it is written. Empty for a man of
    /// the side that is not to move.
    #[must_use]
    pub fn legal_destinations(&self, square: Square) -> Bitboard {
        let moves = self.legal_moves();
        moves.iter().map(|&mv| self.uci(mv)).filter(|uci| uci.from == square).map(|uci| uci.to).collect()
    }

    /// The men that can answer the check: only these may be moved now. Empty when there is no check.
    #[must_use]
    pub fn check_evaders(&self) -> Bitboard {
        if !self.in_check() {
            return Bitboard::EMPTY;
        }
        self.legal_moves().iter().map(|mv| mv.from()).collect()
    }
}
