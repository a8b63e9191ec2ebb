//! Pawns: their structure, and those that nothing will stop.

use yipan_chess::{Bitboard, Color, Kind, Position, Square, WHITE};

use super::evaluation::{Reach, file};
use super::features::{
    BACKWARD, DOUBLED, ISOLATED, PASSED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_GUARDED, PASSED_OWN_KING,
    PASSED_STOPPED, SUPPORTED,
};
use crate::weights::Tally;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The squares that pawns attack towards the a-file.
pub(super) const fn left(color: Color, pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0 & NOT_A;
    Bitboard(if matches!(color, WHITE) { pawns << 7 } else { pawns >> 9 })
}

/// The squares that pawns attack towards the h-file.
pub(super) const fn right(color: Color, pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0 & NOT_H;
    Bitboard(if matches!(color, WHITE) { pawns << 9 } else { pawns >> 7 })
}

/// One step forward.
pub(super) const fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(if matches!(color, WHITE) { squares.0 << 8 } else { squares.0 >> 8 })
}

/// Every square before this one, in its rank's direction, all files.
pub(super) const fn in_front(color: Color, square: Square) -> Bitboard {
    let rank = square.rank() as u32;
    Bitboard(if matches!(color, WHITE) {
        if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) }
    } else {
        (1 << (8 * rank)) - 1
    })
}

fn sides(square: Square) -> Bitboard {
    let file = file(square).0;
    Bitboard((file & NOT_A) >> 1 | (file & NOT_H) << 1)
}

/// The neighbouring files before this square: from there pawns could attack it.
pub(super) fn front_sides(color: Color, square: Square) -> Bitboard {
    sides(square) & in_front(color, square)
}

pub(super) fn look<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    let enemy = color.other();
    let (own, theirs) = (position.of(color, Kind::Pawn), position.of(enemy, Kind::Pawn));
    let (us, them) = (&reach[color.index()], &reach[enemy.index()]);
    for square in own {
        let rank = usize::from(square.rank_for(color));
        let (before, line, sides) = (in_front(color, square), file(square), sides(square));
        let opposed = (theirs & line & before).any();
        let guarded = us.by[Kind::Pawn as usize].has(square);
        let beside = own & sides & Bitboard(0xff << (8 * square.rank()));
        if (own & line & before).any() {
            tally.add(color, DOUBLED, 1);
        }
        if (own & sides).is_empty() {
            tally.add(color, ISOLATED + usize::from(opposed), 1);
        } else if guarded || beside.any() {
            tally.add(color, SUPPORTED + rank, 1);
        } else if (own & sides).without(before).is_empty() {
            // Every neighbour has gone ahead, and the next step would be into a pawn's attack.
            let step = ahead(color, square.bit());
            if (them.by[Kind::Pawn as usize] & step).any() {
                tally.add(color, BACKWARD + usize::from(opposed), 1);
            }
        }
        let is_passed = (theirs & before & (line | sides)).is_empty() && (own & line & before).is_empty();
        if is_passed {
            passed(position, color, square, us, them, tally);
        }
    }
}

fn passed<T: Tally>(
    position: &Position,
    color: Color,
    square: Square,
    us: &Reach,
    them: &Reach,
    tally: &mut T,
) {
    let rank = usize::from(square.rank_for(color));
    tally.add(color, PASSED + rank, 1);
    let step = ahead(color, square.bit());
    if (step & position.occupied()).any() {
        tally.add(color, PASSED_STOPPED + rank, 1);
    } else if step.without(them.all.without(us.all)).any() {
        tally.add(color, PASSED_FREE + rank, 1);
    }
    if us.by[Kind::Pawn as usize].has(square) {
        tally.add(color, PASSED_GUARDED, 1);
    }
    if rank >= 3
        && let Some(step) = step.first()
    {
        let weight = rank as i32 - 2;
        tally.add(color, PASSED_OWN_KING + distance(position.king(color), step), weight);
        tally.add(color, PASSED_ENEMY_KING + distance(position.king(color.other()), step), weight);
    }
}

/// In king's steps.
fn distance(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
