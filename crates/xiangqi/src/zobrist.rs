//! Zobrist keys, identical in every build.
//!
//! They are read from a table, or computed with the feature `computed-keys`: random numbers cannot be compressed, and a
//! page is downloaded.

use yipan_core::{splitmix64, splitmix64_at};

use crate::{Color, PieceKind, Point};

/// Returns the key of a piece on a point.
#[inline]
pub(crate) fn piece_key(color: Color, kind: PieceKind, point: Point) -> u64 {
    if cfg!(feature = "computed-keys") {
        splitmix64_at((color.index() * 7 + kind as usize) * 90 + point.index())
    } else {
        PIECE_KEYS[color.index()][kind as usize][point.index()]
    }
}

/// The key of Black being the side to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix64(0xb1ac_6000).1;

static PIECE_KEYS: [[[u64; 90]; 7]; 2] = {
    let mut keys = [[[0; 90]; 7]; 2];
    let mut i = 0;
    while i < 2 * 7 * 90 {
        keys[i / 630][i / 90 % 7][i % 90] = splitmix64_at(i);
        i += 1;
    }
    keys
};
