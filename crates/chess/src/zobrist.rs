//! Zobrist keys, identical in every build.
//!
//! They are read from a table, or computed with the feature `computed-keys`: random numbers cannot be compressed, and a
//! page is downloaded.

use yipan_core::splitmix64_at;

use crate::{Color, PieceKind, Square};

const CASTLING_START: usize = 2 * 6 * 64;
const EN_PASSANT_START: usize = CASTLING_START + 64;
const BLACK_INDEX: usize = EN_PASSANT_START + 8;

/// Returns the key of a piece on a square.
#[inline]
pub(crate) fn piece(color: Color, kind: PieceKind, square: Square) -> u64 {
    if cfg!(feature = "computed-keys") {
        splitmix64_at((color.index() * 6 + kind as usize) * 64 + square.index())
    } else {
        KEYS.pieces[color.index()][kind as usize][square.index()]
    }
}

/// Returns the key of a castling right.
#[inline]
pub(crate) fn castling(rook: Square) -> u64 {
    if cfg!(feature = "computed-keys") {
        splitmix64_at(CASTLING_START + rook.index())
    } else {
        KEYS.castling[rook.index()]
    }
}

/// Returns the key of an en-passant file.
#[inline]
pub(crate) fn en_passant(target: Square) -> u64 {
    splitmix64_at(EN_PASSANT_START + (target.file() & 7) as usize)
}

/// The key of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix64_at(BLACK_INDEX);

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
}

static KEYS: Keys = {
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 64] };
    let mut i = 0;
    while i < CASTLING_START {
        keys.pieces[i / 384][i / 64 % 6][i % 64] = splitmix64_at(i);
        i += 1;
    }
    let mut i = 0;
    while i < 64 {
        keys.castling[i] = splitmix64_at(CASTLING_START + i);
        i += 1;
    }
    keys
};
