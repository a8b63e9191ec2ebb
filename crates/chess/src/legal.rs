//! Legality of a single move, without generating the others.

use crate::{Move, PieceKind, Position, Square, attacks};

impl Position {
    /// Whether a move, which may come from another position, is legal here.
    ///
    /// For moves from a transposition table this is cheaper than generating all moves.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let start = Position::start();
    /// let e4 = start.parse_san("e4").unwrap();
    /// assert!(start.is_legal(e4) && !start.after(e4).is_legal(e4));
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let own = self.by_color(self.side_to_move);
        if !own.contains(from) {
            return false;
        }
        if mv.has_flag() {
            // Castling, en passant and promotions are rare.
            return self.legal_moves().contains(&mv);
        }
        if own.contains(to) {
            return false;
        }
        let occupied = self.occupied();
        let reaches = match self.kind_at(from) {
            PieceKind::Pawn => self.pawn_can_reach(from, to),
            PieceKind::Knight => attacks::knight(from).contains(to),
            PieceKind::Bishop => attacks::bishop(from, occupied).contains(to),
            PieceKind::Rook => attacks::rook(from, occupied).contains(to),
            PieceKind::Queen => attacks::queen(from, occupied).contains(to),
            PieceKind::King => attacks::king(from).contains(to),
        };
        reaches && self.leaves_king_safe(mv)
    }

    /// Whether a pawn move is a plain push or capture: neither en passant nor a promotion.
    fn pawn_can_reach(&self, from: Square, to: Square) -> bool {
        let us = self.side_to_move;
        let rank = from.rank_for(us);
        if rank == 6 {
            return false;
        }
        if self.occupied().contains(to) {
            return attacks::pawn(us, from).contains(to);
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
