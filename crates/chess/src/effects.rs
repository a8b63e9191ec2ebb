//! The effects of a move.

use yipan_core::{AnyPiece, Cause, Cell, Effect, EffectSink};

use crate::castling::CastlingPath;
use crate::{Move, Position, Square};

/// Records the effects of a legal move in the order a player sees them.
pub(crate) fn push_move_effects(position: &Position, mv: Move, effects: &mut impl EffectSink) {
    let (from, to): (Cell, Cell) = (mv.from().into(), mv.to().into());
    if mv.is_castling() {
        return push_castling_effects(mv, effects);
    }
    if mv.is_en_passant() {
        let victim: Square = mv.to().with_rank_of(mv.from());
        effects.push(Effect::Vanish { at: victim.into(), cause: Cause::EnPassant });
    } else if position.occupied().contains(mv.to()) {
        effects.push(Effect::Vanish { at: to, cause: Cause::Capture });
    }
    effects.push(Effect::Slide { from, to, cause: Cause::Move });
    if let Some(kind) = mv.promotes_to() {
        let piece = AnyPiece { side: position.side_to_move(), letter: kind.letter() };
        effects.push(Effect::Become { at: to, piece, cause: Cause::Promotion });
    }
}

/// Moves king and rook one after the other if the arrival square of either is free; otherwise swaps them.
fn push_castling_effects(mv: Move, effects: &mut impl EffectSink) {
    let (king, rook) = (mv.from(), mv.to());
    let path = CastlingPath::new(king, rook);
    let cause = Cause::Castling;
    let mut slide = |from: Square, to: Square| {
        if from != to {
            effects.push(Effect::Slide { from: from.into(), to: to.into(), cause });
        }
    };
    if path.king_to != rook {
        slide(king, path.king_to);
        slide(rook, path.rook_to);
    } else if path.rook_to != king {
        slide(rook, path.rook_to);
        slide(king, path.king_to);
    } else {
        effects.push(Effect::Swap { a: king.into(), b: rook.into(), cause });
    }
}
