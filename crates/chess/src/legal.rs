//! Whether one move is legal, without finding the others.

use crate::{Kind, Move, Position, Square, attacks};

impl Position {
    /// Whether a move is legal here, whatever position it comes from. For the moves of a search's table this is
    /// cheaper than to look among all.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let start = Position::start();
    /// let e4 = start.read_san("e4").unwrap();
    /// assert!(start.is_legal(e4) && !start.after(e4).is_legal(e4));
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let own = self.men(self.side);
        if !own.has(from) {
            return false;
        }
        if mv.is_special() {
            // Castling, en passant and promotions are rare.
            return self.legal_moves().contains(&mv);
        }
        if own.has(to) {
            return false;
        }
        let occupied = self.occupied();
        let reaches = match self.kind_at(from) {
            Kind::Pawn => self.pawn_reaches(from, to),
            Kind::Knight => attacks::knight(from).has(to),
            Kind::Bishop => attacks::bishop(from, occupied).has(to),
            Kind::Rook => attacks::rook(from, occupied).has(to),
            Kind::Queen => attacks::queen(from, occupied).has(to),
            Kind::King => attacks::king(from).has(to),
        };
        reaches && self.is_safe(mv)
    }

    /// Whether a pawn goes so without anything special about it.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let us = self.side;
        let rank = from.rank_for(us);
        if rank == 6 {
            return false;
        }
        if self.occupied().has(to) {
            return attacks::pawn(us, from).has(to);
        }
        let steps = (to.rank_for(us) as i8) - rank as i8;
        from.file() == to.file()
            && (steps == 1
                || (steps == 2 && rank == 1 && (attacks::between(from, to) & self.occupied()).is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_sixteen_bits_exactly_the_legal_moves_are_legal() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
            "k3r3/8/8/8/8/8/4N3/4K2r w - - 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().expect(fen);
            let legal = position.legal_moves();
            for bits in 0..=u16::MAX {
                let mv = Move::from_bits(bits);
                assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?} in {position:?}");
            }
        }
    }
}
