//! Attack tables, computed at compile time.
//!
//! Sliding pieces use kindergarten bitboards: one multiplication gathers the six inner squares of a line into
//! an index, and a 4 KiB table gives the attacked squares. Ranks and both diagonals share one table, files
//! have another. All tables fit into the first-level cache and add little to the size of the WebAssembly
//! module.

use crate::{BLACK, Bitboard, Color, Square, WHITE};

/// Returns the squares that a knight on `square` attacks.
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares that a king on `square` attacks.
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares that a pawn of `color` on `square` attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares that a bishop on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    let files_seen = &ATTACKED_FILES[(square.file() & 7) as usize];
    let along = |line: u64| files_seen[inner_occupancy_index(occupied.0 & line, GATHER_BY_FILE)] & line;
    Bitboard(along(lines.diagonal) | along(lines.antidiagonal))
}

/// Returns the squares that a rook on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    let files_seen = &ATTACKED_FILES[(square.file() & 7) as usize];
    let ranks_seen = &ATTACKED_RANKS[(square.rank() & 7) as usize];
    let along_rank = files_seen[inner_occupancy_index(occupied.0 & lines.rank, GATHER_BY_FILE)] & lines.rank;
    let along_file =
        ranks_seen[inner_occupancy_index(occupied.0 & lines.file, lines.gather_by_rank)] & lines.file;
    Bitboard(along_rank | along_file)
}

/// Returns the squares that a queen on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Returns the squares that a rook on `square` attacks on an empty board.
#[inline]
#[must_use]
pub(crate) fn orthogonal_rays(square: Square) -> Bitboard {
    ORTHOGONAL_RAYS[square.index()]
}

/// Returns the squares that a bishop on `square` attacks on an empty board.
#[inline]
#[must_use]
pub(crate) fn diagonal_rays(square: Square) -> Bitboard {
    DIAGONAL_RAYS[square.index()]
}

/// Returns the squares strictly between two squares of one line; empty if they share none.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Gathers the inner six squares of a rank or diagonal by file.
const GATHER_BY_FILE: u64 = 0x0202_0202_0202_0202;
/// Gathers the inner six squares of the a-file by rank; shifted right for the other files.
const GATHER_BY_RANK: u64 = 0x0004_0810_2040_8000;

#[inline]
const fn inner_occupancy_index(line: u64, gather: u64) -> usize {
    (line.wrapping_mul(gather) >> 58) as usize
}

/// The lines through a square, without the square itself.
struct Lines {
    rank: u64,
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
    gather_by_rank: u64,
}

static KNIGHT: [Bitboard; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = leaper(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static ORTHOGONAL_RAYS: [Bitboard; 64] = rays(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
static DIAGONAL_RAYS: [Bitboard; 64] = rays(&[(1, 1), (-1, -1), (-1, 1), (1, -1)]);
static LINES: [Lines; 64] = {
    let mut lines =
        [const { Lines { rank: 0, file: 0, diagonal: 0, antidiagonal: 0, gather_by_rank: 0 } }; 64];
    let (ranks, files) = (rays(&[(1, 0), (-1, 0)]), rays(&[(0, 1), (0, -1)]));
    let (diagonals, antidiagonals) = (rays(&[(1, 1), (-1, -1)]), rays(&[(-1, 1), (1, -1)]));
    let mut i = 0;
    while i < 64 {
        lines[i] = Lines {
            rank: ranks[i].0,
            file: files[i].0,
            diagonal: diagonals[i].0,
            antidiagonal: antidiagonals[i].0,
            gather_by_rank: GATHER_BY_RANK >> (i % 8),
        };
        i += 1;
    }
    lines
};
/// The attacked files on every rank, by file of the slider and inner occupancy.
static ATTACKED_FILES: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        table[i / 64][i % 64] = slider_attacks_on_line(i / 64, i % 64) * 0x0101_0101_0101_0101;
        i += 1;
    }
    table
};
/// The attacked ranks on every file, by rank of the slider and inner occupancy.
static ATTACKED_RANKS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        let seen = slider_attacks_on_line(i / 64, i % 64);
        let mut rank = 0;
        while rank < 8 {
            table[i / 64][i % 64] |= ((seen >> rank & 1) * 0xff) << (8 * rank);
            rank += 1;
        }
        i += 1;
    }
    table
};
static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (df, dr) = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][direction];
            let mut passed = 0;
            let mut to = step(from, df, dr);
            while to < 64 {
                table[from][to] = Bitboard(passed);
                passed |= 1 << to;
                to = step(to, df, dr);
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// Returns the attacked cells of a line of eight for a slider at `place`, given the six inner cells that are
/// occupied.
const fn slider_attacks_on_line(place: usize, inner: usize) -> u64 {
    let taken = inner << 1;
    let mut seen = 0;
    let mut i = place + 1;
    while i < 8 {
        seen |= 1 << i;
        if taken >> i & 1 != 0 {
            break;
        }
        i += 1;
    }
    let mut i = place;
    while i > 0 {
        i -= 1;
        seen |= 1 << i;
        if taken >> i & 1 != 0 {
            break;
        }
    }
    seen
}

/// Returns the index of the square one step away, or 64 if it is off the board.
const fn step(from: usize, df: i8, dr: i8) -> usize {
    let (file, rank) = ((from % 8) as i8 + df, (from / 8) as i8 + dr);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 64 } else { (rank * 8 + file) as usize }
}

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            let to = step(from, steps[i].0, steps[i].1);
            if to < 64 {
                table[from].0 |= 1 << to;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn rays(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            let mut to = step(from, steps[i].0, steps[i].1);
            while to < 64 {
                table[from].0 |= 1 << to;
                to = step(to, steps[i].0, steps[i].1);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Returns the squares one step ahead of a set of pawns.
#[inline]
pub(crate) const fn pawn_pushes<const WHITE_MOVES: bool>(pawns: Bitboard) -> Bitboard {
    Bitboard(if WHITE_MOVES { pawns.0 << 8 } else { pawns.0 >> 8 })
}

/// Returns the squares that a set of pawns attacks toward the a-file.
#[inline]
pub(crate) const fn pawn_attacks_west<const WHITE_MOVES: bool>(pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0 & !Bitboard::FILE_A.0;
    Bitboard(if WHITE_MOVES { pawns << 7 } else { pawns >> 9 })
}

/// Returns the squares that a set of pawns attacks toward the h-file.
#[inline]
pub(crate) const fn pawn_attacks_east<const WHITE_MOVES: bool>(pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0 & !Bitboard::FILE_H.0;
    Bitboard(if WHITE_MOVES { pawns << 9 } else { pawns >> 7 })
}

/// Returns the squares that a set of pawns of `color` attacks.
#[inline]
pub(crate) const fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        WHITE => Bitboard(pawn_attacks_west::<true>(pawns).0 | pawn_attacks_east::<true>(pawns).0),
        BLACK => Bitboard(pawn_attacks_west::<false>(pawns).0 | pawn_attacks_east::<false>(pawns).0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks each ray until it is blocked, which is the definition of a sliding attack.
    fn walk(square: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for &(df, dr) in steps {
            let mut to = step(square.index(), df, dr);
            while to < 64 {
                seen.0 |= 1 << to;
                if occupied.0 >> to & 1 != 0 {
                    break;
                }
                to = step(to, df, dr);
            }
        }
        seen
    }

    #[test]
    fn a_slider_sees_up_to_the_first_piece() {
        let mut seed = 1u64;
        for _ in 0..2_000 {
            // Any spread-out sequence of occupancies will do; this is Knuth's LCG.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let occupied = Bitboard(seed & seed.rotate_left(21));
            for square in Square::all() {
                let straight = walk(square, occupied, &[(1, 0), (-1, 0), (0, 1), (0, -1)]);
                let diagonal = walk(square, occupied, &[(1, 1), (-1, -1), (-1, 1), (1, -1)]);
                assert_eq!(rook(square, occupied), straight, "rook on {square} among {occupied}");
                assert_eq!(bishop(square, occupied), diagonal, "bishop on {square} among {occupied}");
            }
        }
    }

    #[test]
    fn between_is_what_both_rooks_or_bishops_see_of_each_other() {
        for a in Square::all() {
            for b in Square::all() {
                let both = a.bit() | b.bit();
                let expected = if orthogonal_rays(a).contains(b) {
                    rook(a, both) & rook(b, both) & walk(a, both, &line_to(a, b))
                } else if diagonal_rays(a).contains(b) {
                    bishop(a, both) & bishop(b, both) & walk(a, both, &line_to(a, b))
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(between(a, b), expected.without(both), "{a} to {b}");
            }
        }
    }

    fn line_to(a: Square, b: Square) -> [(i8, i8); 1] {
        let toward = |from: u8, to: u8| (to as i8 - from as i8).signum();
        [(toward(a.file(), b.file()), toward(a.rank(), b.rank()))]
    }
}
