//! Repetition with modes: turn starts with the same pieces, side to move, rights, portals and mines. Dice do
//! not count.

use yipan_core::MoveGenerator;

use super::game::ModeGame;
use super::legal::LegalMove;
use super::state_key::mix_key;
use crate::{Bitboard, Color, PieceKind};

/// Returns the hash of everything that determines the possible continuations from the start of this turn.
pub(super) fn repetition_key(mode_game: &ModeGame, legal: &[LegalMove]) -> u64 {
    let position = &mode_game.board.position;
    let pawns = position.by_kind[PieceKind::Pawn as usize] & (Bitboard::rank(1) | Bitboard::rank(6));
    let taken_in_passing = legal.iter().filter(|legal_move| legal_move.mv.is_en_passant());
    let passed: Bitboard = taken_in_passing.map(|legal_move| legal_move.mv.to()).collect();
    let pair = |color: Color| mode_game.portals.map_or(Bitboard::EMPTY, |portals| portals.pair_for(color));
    let mines = mode_game.mines.map_or(Bitboard::EMPTY, |mines| mines.live);
    let sets = [
        pawns.without(mode_game.board.unmoved_pawns),
        passed,
        pair(Color::First),
        pair(Color::Second),
        mines,
    ];
    mix_key(position.key(), &sets.map(|set| set.0))
}
