//! The legality test for a single move.

use crate::{Move, Position};

impl Position {
    /// Whether a move is legal in this position.
    ///
    /// This is cheaper than generating all moves, for example to verify a move from a transposition table.
    ///
    /// ```
    /// use yipan_xiangqi::{Move, Position};
    /// let start = Position::start();
    /// let mv: Move = "h2e2".parse()?;
    /// assert!(start.is_legal(mv) && !start.after(mv).is_legal(mv));
    /// # Ok::<(), yipan_xiangqi::MoveError>(())
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let own = self.by_color(self.side_to_move());
        mv == Move::new(from, to)
            && own.contains(from)
            && !own.contains(to)
            && self.pseudo_legal_targets(self.kind_at(from), from).contains(to)
            && self.is_safe(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_sixteen_bits_exactly_the_legal_moves_are_legal() {
        let fens = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
            "5k3/9/9/9/9/9/4rp3/2R1C4/4K4/9 w - - 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().expect(fen);
            let legal = position.legal_moves();
            for bits in 0..=u16::MAX {
                let mv = Move::from_bits(bits);
                assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv} in {position:?}");
            }
        }
    }
}
