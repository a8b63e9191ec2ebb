//! Random numbers for hashing positions, made when the crate is compiled and the same in every build.

use yipan_rules::split_mix;

use crate::{Color, Kind, Square};

/// The part of a man on a square.
#[inline]
pub(crate) fn man(color: Color, kind: Kind, square: Square) -> u64 {
    KEYS.men[color.index()][kind as usize][square.index()]
}

/// The part of a rook that may still castle.
#[inline]
pub(crate) fn castling(rook: Square) -> u64 {
    KEYS.castling[rook.index()]
}

/// The part of a pawn that may be taken in passing, by its file.
#[inline]
pub(crate) fn en_passant(target: Square) -> u64 {
    KEYS.en_passant[(target.file() & 7) as usize]
}

/// The part of Black being to move.
pub(crate) const BLACK_TO_MOVE: u64 = NUMBERS.black;

struct Keys {
    men: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black: u64,
}

static KEYS: Keys = NUMBERS;

const NUMBERS: Keys = {
    let mut keys = Keys { men: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 8], black: 0 };
    let mut seed = 0;
    let mut i = 0;
    while i < 12 * 64 {
        (seed, keys.men[i / 384][i / 64 % 6][i % 64]) = split_mix(seed);
        i += 1;
    }
    let mut i = 0;
    while i < 64 {
        (seed, keys.castling[i]) = split_mix(seed);
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        (seed, keys.en_passant[i]) = split_mix(seed);
        i += 1;
    }
    (_, keys.black) = split_mix(seed);
    keys
};
