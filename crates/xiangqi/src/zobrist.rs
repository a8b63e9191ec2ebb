//! Random numbers for hashing positions, made when the crate is compiled and the same in every build.

use yipan_rules::split_mix;

use crate::{Color, Kind, Point};

/// The part of a man on a point.
#[inline]
pub(crate) fn man(color: Color, kind: Kind, point: Point) -> u64 {
    MEN[color.index()][kind as usize][point.index()]
}

/// The part of Black being to move.
pub(crate) const BLACK_TO_MOVE: u64 = split_mix(0xb1ac_6000).1;

static MEN: [[[u64; 90]; 7]; 2] = {
    let mut men = [[[0; 90]; 7]; 2];
    let mut seed = 0;
    let mut i = 0;
    while i < 2 * 7 * 90 {
        (seed, men[i / 630][i / 90 % 7][i % 90]) = split_mix(seed);
        i += 1;
    }
    men
};
