//! The king: its shelter, and what is brought to bear on it.

use yipan_chess::{Bitboard, Color, Kind, Position, Square, WHITE, attacks};

use super::evaluation::{Reach, file};
use super::features::{KING_DANGER, KING_OPEN_FILE, SHELTER_KING_FILE, SHELTER_SIDE_FILE, STORM};
use super::pawns;
use crate::weights::Tally;

pub(super) fn look<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    shelter(position, color, tally);
    danger(position, color, reach, tally);
}

/// The pawns on the king's file and its neighbours.
fn shelter<T: Tally>(position: &Position, color: Color, tally: &mut T) {
    let king = position.king(color);
    let (own, theirs) = (position.of(color, Kind::Pawn), position.of(color.other(), Kind::Pawn));
    let not_behind = pawns::in_front(color, king) | Bitboard(0xff << (8 * king.rank()));
    let middle = king.file().clamp(1, 6);
    for column in middle - 1..=middle + 1 {
        let Some(foot) = Square::at(column, king.rank()) else { continue };
        let line = file(foot);
        let nearest = |pawns: Bitboard| {
            let pawns = pawns & line & not_behind;
            let nearest =
                if color == WHITE { pawns.0.trailing_zeros() } else { 63 - pawns.0.leading_zeros().min(63) };
            let pawn = if pawns.is_empty() { None } else { Square::new(nearest as u8) };
            pawn.map_or(0, |pawn| usize::from(pawn.rank_for(color)))
        };
        let group = if column == king.file() { SHELTER_KING_FILE } else { SHELTER_SIDE_FILE };
        tally.add(color, group + nearest(own), 1);
        tally.add(color, STORM + nearest(theirs), 1);
    }
    if (own & file(king)).is_empty() {
        let half = (theirs & file(king)).any();
        tally.add(color, KING_OPEN_FILE + usize::from(half), 1);
    }
}

/// Attackers near the king of `color`, squares that only the king guards, and safe checks: counted into one number
/// whose weight is looked up, so that many small things together can be a lot.
fn danger<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    let enemy = color.other();
    let (us, them) = (&reach[color.index()], &reach[enemy.index()]);
    let king = position.king(color);
    let ring = attacks::king(king);
    let occupied = position.occupied();
    let weak = (ring & them.all).without(us.twice).without(us.by[Kind::Pawn as usize]);
    // Where a check would not simply be taken.
    let safe = !position.men(enemy) & (!us.all | (weak & them.twice));
    let straight = attacks::rook(king, occupied) & safe;
    let diagonal = attacks::bishop(king, occupied) & safe;
    let check = |kind: Kind, squares: Bitboard| (them.by[kind as usize] & squares).any();
    let mut units = them.king_hits / 2 + weak.len();
    if them.king_attackers >= 2 {
        units += 2 * (them.king_attackers - 1);
    }
    units += 4 * u32::from(check(Kind::Queen, straight | diagonal));
    units += 4 * u32::from(check(Kind::Rook, straight));
    units += 2 * u32::from(check(Kind::Bishop, diagonal));
    units += 3 * u32::from(check(Kind::Knight, attacks::knight(king) & safe));
    if position.of(enemy, Kind::Queen).is_empty() {
        units /= 2;
    }
    tally.add(color, KING_DANGER + (units as usize).min(39), 1);
}
