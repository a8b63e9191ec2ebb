//! Men that are attacked and men that are protected.

use yipan_xiangqi::{Color, Kind, Points, Position};

use super::evaluation::Reach;
use super::features::{HANGING, PROTECTED, THREAT};
use crate::weights::Tally;

/// Kinds that attack something dearer: by whom each may be threatened even if it is protected.
const CHEAPER: [&[Kind]; 7] = [
    &[],
    &[Kind::Pawn],
    &[Kind::Pawn],
    &[Kind::Pawn, Kind::Advisor, Kind::Elephant],
    &[Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon],
    &[Kind::Pawn, Kind::Advisor, Kind::Elephant],
    &[],
];

/// What `color` threatens, and which of its men are protected.
pub(super) fn look<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    let (us, them) = (&reach[color.index()], &reach[color.other().index()]);
    for kind in [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn] {
        let index = kind as usize;
        let theirs = position.of(color.other(), kind);
        let attacked = theirs & us.all;
        if attacked.any() {
            let by = CHEAPER[index].iter().fold(Points::EMPTY, |set, &by| set | us.by[by as usize]);
            let dear = attacked & by;
            tally.add(color, THREAT + index, dear.len() as i32);
            tally.add(color, HANGING + index, attacked.without(dear).without(them.all).len() as i32);
        }
        tally.add(color, PROTECTED + index, (position.of(color, kind) & us.all).len() as i32);
    }
}
