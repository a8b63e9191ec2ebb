//! Men that are attacked, and room to move.

use yipan_chess::{Bitboard, Color, Kind, Position, WHITE};

use super::evaluation::Reach;
use super::features::{HANGING, PUSH_THREAT, SPACE, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK};
use super::pawns;
use crate::weights::Tally;

pub(super) fn look<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    let enemy = color.other();
    let (us, them) = (&reach[color.index()], &reach[enemy.index()]);
    let theirs = position.men(enemy).without(position.of(enemy, Kind::King));
    let by_pawn = us.by[Kind::Pawn as usize];
    let by_minor = us.by[Kind::Knight as usize] | us.by[Kind::Bishop as usize];
    let by_rook = us.by[Kind::Rook as usize];
    let guarded_well = them.by[Kind::Pawn as usize] | them.twice.without(us.twice);
    for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let men = position.of(enemy, kind);
        let index = kind as usize;
        // A man of little worth is threatened only where it is not guarded well.
        let loose = men.without(guarded_well);
        let dear = if matches!(kind, Kind::Rook | Kind::Queen) { men } else { loose };
        if kind != Kind::Pawn {
            tally.add(color, THREAT_BY_PAWN + index, (men & by_pawn).len() as i32);
        }
        tally.add(color, THREAT_BY_MINOR + index, (dear & by_minor).len() as i32);
        let dear = if kind == Kind::Queen { men } else { loose };
        tally.add(color, THREAT_BY_ROOK + index, (dear & by_rook).len() as i32);
    }
    let hanging = (theirs & us.all).without(them.all);
    tally.add(color, HANGING, hanging.len() as i32);

    // Steps of pawns to squares that are safe enough, from where they attack a man.
    let empty = !position.occupied();
    let pawns = position.of(color, Kind::Pawn);
    let third = Bitboard(if color == WHITE { 0xff_0000 } else { 0xff00_0000_0000 });
    let once = pawns::ahead(color, pawns) & empty;
    let twice = pawns::ahead(color, once & third) & empty;
    let steps = (once | twice).without(them.by[Kind::Pawn as usize]) & (us.all | !them.all);
    let attacked = pawns::left(color, steps) | pawns::right(color, steps);
    let targets = theirs.without(position.of(enemy, Kind::Pawn)).without(by_pawn);
    tally.add(color, PUSH_THREAT, (attacked & targets).len() as i32);

    let middle = Bitboard(if color == WHITE { 0x3c3c_3c00 } else { 0x003c_3c3c_0000_0000 });
    let behind = middle.without(pawns).without(them.by[Kind::Pawn as usize]);
    let officers = position.men(color).without(pawns).len() as i32;
    tally.add(color, SPACE, behind.len() as i32 * officers / 8);
}
