//! Zobrist keys, generated at compile time and identical in every build.

use yipan_core::splitmix64;

use crate::{Color, PieceKind, Square};

/// Returns the key of a piece on a square.
#[inline]
pub(crate) fn piece(color: Color, kind: PieceKind, square: Square) -> u64 {
    KEYS.pieces[color.index()][kind as usize][square.index()]
}

/// Returns the key of a castling right.
#[inline]
pub(crate) fn castling(rook: Square) -> u64 {
    KEYS.castling[rook.index()]
}

/// Returns the key of an en-passant file.
#[inline]
pub(crate) fn en_passant(target: Square) -> u64 {
    KEYS.en_passant[(target.file() & 7) as usize]
}

/// The key of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = KEY_VALUES.black;

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black: u64,
}

static KEYS: Keys = KEY_VALUES;

const KEY_VALUES: Keys = {
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 8], black: 0 };
    let mut seed = 0;
    let mut i = 0;
    while i < 12 * 64 {
        (seed, keys.pieces[i / 384][i / 64 % 6][i % 64]) = splitmix64(seed);
        i += 1;
    }
    let mut i = 0;
    while i < 64 {
        (seed, keys.castling[i]) = splitmix64(seed);
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        (seed, keys.en_passant[i]) = splitmix64(seed);
        i += 1;
    }
    (_, keys.black) = splitmix64(seed);
    keys
};
