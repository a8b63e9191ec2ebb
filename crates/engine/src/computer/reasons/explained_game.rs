use yipan_chess::PieceKind;
use yipan_core::{AnyPiece, Side};

use super::hint_reason::HintReason;
use crate::network::NetworkGame;

/// The last move of the opening, in which development and the center are reasons of their own.
const OPENING_MOVES: u16 = 12;

/// A game whose moves are explained by their effect on the pieces.
pub(in crate::computer) trait ExplainedGame: NetworkGame {
    /// The index of the kind that can be in check.
    const ROYAL_KIND: usize;

    /// Returns the piece of a side and the index of a kind.
    fn piece(side: Side, kind: usize) -> AnyPiece;

    /// Returns the index of the kind that a pawn becomes.
    fn promoted_kind(mv: Self::Move) -> Option<usize>;

    /// Returns the reason for a move that threatens nothing and answers no threat.
    fn positional_reason(&self, mv: Self::Move) -> Option<HintReason>;
}

impl ExplainedGame for yipan_chess::Position {
    const ROYAL_KIND: usize = PieceKind::King as usize;

    fn piece(side: Side, kind: usize) -> AnyPiece {
        AnyPiece { side, letter: PieceKind::ALL[kind].letter() }
    }

    fn promoted_kind(mv: yipan_chess::Move) -> Option<usize> {
        mv.promotes_to().map(|kind| kind as usize)
    }

    fn positional_reason(&self, mv: yipan_chess::Move) -> Option<HintReason> {
        let us = self.side_to_move();
        if mv.is_castling() {
            return Some(HintReason::Castles);
        }
        let piece = self.piece_at(mv.from()).filter(|_| self.fullmove_number() <= OPENING_MOVES)?;
        match piece.kind {
            PieceKind::Knight | PieceKind::Bishop if mv.from().rank_for(us) == 0 => {
                Some(HintReason::Develops(piece.into()))
            }
            PieceKind::Pawn if [3, 4].contains(&mv.to().file()) && mv.to().rank_for(us) == 3 => {
                Some(HintReason::TakesCenter)
            }
            _ => None,
        }
    }
}

impl ExplainedGame for yipan_xiangqi::Position {
    const ROYAL_KIND: usize = yipan_xiangqi::PieceKind::General as usize;

    fn piece(side: Side, kind: usize) -> AnyPiece {
        AnyPiece { side, letter: yipan_xiangqi::PieceKind::ALL[kind].letter() }
    }

    fn promoted_kind(_: yipan_xiangqi::Move) -> Option<usize> {
        None
    }

    fn positional_reason(&self, mv: yipan_xiangqi::Move) -> Option<HintReason> {
        use yipan_xiangqi::PieceKind;
        let us = self.side_to_move();
        let piece = self.piece_at(mv.from()).filter(|_| self.fullmove_number() <= OPENING_MOVES)?;
        match piece.kind {
            PieceKind::Horse | PieceKind::Rook if mv.from().rank_for(us) == 0 => {
                Some(HintReason::Develops(piece.into()))
            }
            PieceKind::Cannon if mv.to().file() == 4 && mv.from().file() != 4 => {
                Some(HintReason::TakesCenter)
            }
            _ => None,
        }
    }
}
