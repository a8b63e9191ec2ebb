//! Where a man may go, whoever stands there, by small tables that are made when the crate is compiled.
//!
//! A rook or cannon looks along a rank of nine points and a file of ten: the occupied points of the line are
//! an index into a table of what it sees.

use crate::occupied::Occupied;
use crate::{BLACK, Color, Point, Points, RED};

/// The points a rook on `point` sees: empty ones, and the first man in each direction.
#[inline]
#[must_use]
pub fn rook(point: Point, occupied: Occupied) -> Points {
    along(point, occupied, &RANK_SEEN, &FILE_SEEN)
}

/// The points a cannon on `point` hits: the second man in each direction.
#[inline]
#[must_use]
pub fn cannon(point: Point, occupied: Occupied) -> Points {
    along(point, occupied, &RANK_HIT, &FILE_HIT)
}

/// The points a rook on `point` sees along its file only.
#[inline]
#[must_use]
pub fn file(point: Point, occupied: Occupied) -> Points {
    let seen = FILE_SEEN[point.rank() as usize][occupied.file(point.file())];
    Points(SPREAD[seen as usize] << point.file())
}

#[inline]
fn along(point: Point, occupied: Occupied, ranks: &[[u16; 512]; 9], files: &[[u16; 1024]; 10]) -> Points {
    let (file, rank) = (point.file(), point.rank());
    let in_rank = ranks[file as usize][occupied.rank(rank)];
    let in_file = files[rank as usize][occupied.file(file)];
    Points(u128::from(in_rank) << (9 * u32::from(rank)) | SPREAD[in_file as usize] << file)
}

/// The points strictly between two points of one line; empty when they share none.
#[must_use]
pub fn between(a: Point, b: Point) -> Points {
    let both = Occupied::NONE.toggled(a).toggled(b);
    let seen = rook(a, both);
    // Each sees up to the other, and nothing else that the other sees as well.
    if seen.has(b) { seen & rook(b, both) } else { Points::EMPTY }
}

/// The points a horse on `point` attacks: none past a leg (马腿) that is blocked.
#[inline]
#[must_use]
pub fn horse(point: Point, occupied: Occupied) -> Points {
    open(&HORSE_FROM[point.index()], occupied)
}

/// The points from which a horse attacks `point`. This is not the same: the leg is next to the horse.
#[inline]
#[must_use]
pub fn horse_to(point: Point, occupied: Occupied) -> Points {
    open(&HORSE_TO[point.index()], occupied)
}

/// The points an elephant on `point` attacks: none past an eye (象眼) that is blocked.
#[inline]
#[must_use]
pub fn elephant(point: Point, occupied: Occupied) -> Points {
    open(&ELEPHANT[point.index()], occupied)
}

/// The points an advisor on `point` attacks, whose palace it is in.
#[inline]
#[must_use]
pub fn advisor(point: Point) -> Points {
    ADVISOR[point.index()]
}

/// The points a general on `point` steps to, within the palace it is in.
#[inline]
#[must_use]
pub fn general(point: Point) -> Points {
    GENERAL[point.index()]
}

/// The points a pawn of `color` on `point` steps to.
#[inline]
#[must_use]
pub fn pawn(color: Color, point: Point) -> Points {
    PAWN[color.index()][point.index()]
}

/// The points from which a pawn of `color` attacks `point`.
#[inline]
#[must_use]
pub fn pawn_to(color: Color, point: Point) -> Points {
    PAWN_TO[color.index()][point.index()]
}

/// A way over a point that must be empty, and where it leads.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) over: Points,
    pub(crate) to: Points,
}

#[inline]
fn open(ways: &[Way; 4], occupied: Occupied) -> Points {
    let mut reached = Points::EMPTY;
    for way in ways {
        if (way.over & occupied.points()).is_empty() {
            reached |= way.to;
        }
    }
    reached
}

/// The ways of horses towards a point, by the leg that must be empty.
#[inline]
pub(crate) fn horse_ways_to(point: Point) -> &'static [Way; 4] {
    &HORSE_TO[point.index()]
}

static RANK_SEEN: [[u16; 512]; 9] = sight(9, 0);
static RANK_HIT: [[u16; 512]; 9] = sight(9, 1);
static FILE_SEEN: [[u16; 1024]; 10] = sight(10, 0);
static FILE_HIT: [[u16; 1024]; 10] = sight(10, 1);

/// By ten points of a file: the same points on the board's first file.
static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut rank = 0;
        while rank < 10 {
            table[bits] |= ((bits >> rank & 1) as u128) << (9 * rank);
            rank += 1;
        }
        bits += 1;
    }
    table
};

static HORSE_FROM: [[Way; 4]; 90] = ways(&[
    ((0, 1), &[(1, 2), (-1, 2)]),
    ((0, -1), &[(1, -2), (-1, -2)]),
    ((1, 0), &[(2, 1), (2, -1)]),
    ((-1, 0), &[(-2, 1), (-2, -1)]),
]);
static HORSE_TO: [[Way; 4]; 90] = ways(&[
    ((1, 1), &[(1, 2), (2, 1)]),
    ((1, -1), &[(1, -2), (2, -1)]),
    ((-1, 1), &[(-1, 2), (-2, 1)]),
    ((-1, -1), &[(-1, -2), (-2, -1)]),
]);
static ELEPHANT: [[Way; 4]; 90] = {
    let mut table =
        ways(&[((1, 1), &[(2, 2)]), ((1, -1), &[(2, -2)]), ((-1, 1), &[(-2, 2)]), ((-1, -1), &[(-2, -2)])]);
    // An elephant stays on its own side of the river.
    let red_side = (1 << 45) - 1;
    let mut i = 0;
    while i < 90 {
        let mut way = 0;
        while way < 4 {
            table[i][way].to.0 &= if i < 45 { red_side } else { !red_side };
            way += 1;
        }
        i += 1;
    }
    table
};
static ADVISOR: [Points; 90] = palace(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
static GENERAL: [Points; 90] = palace(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
static PAWN: [[Points; 90]; 2] = [pawns(RED, false), pawns(BLACK, false)];
static PAWN_TO: [[Points; 90]; 2] = [pawns(RED, true), pawns(BLACK, true)];

/// By place on a line and occupied places: what is seen over so many men, the man behind them included. With
/// none to look over, the empty places before the first man are seen as well.
const fn sight<const PLACES: usize, const OCCUPIED: usize>(
    length: usize,
    over: u32,
) -> [[u16; OCCUPIED]; PLACES] {
    let mut table = [[0; OCCUPIED]; PLACES];
    let mut place = 0;
    while place < length {
        let mut occupied = 0;
        while occupied < OCCUPIED {
            table[place][occupied] = look(place as i32, 1, length as i32, occupied, over)
                | look(place as i32, -1, length as i32, occupied, over);
            occupied += 1;
        }
        place += 1;
    }
    table
}

const fn look(place: i32, step: i32, length: i32, occupied: usize, over: u32) -> u16 {
    let (mut seen, mut passed) = (0, 0);
    let mut at = place + step;
    while at >= 0 && at < length {
        let taken = occupied >> at & 1 != 0;
        if passed == over && (taken || over == 0) {
            seen |= 1 << at;
        }
        if taken {
            if passed == over {
                break;
            }
            passed += 1;
        }
        at += step;
    }
    seen
}

type Steps<'a> = &'a [(i8, i8)];

const fn ways(shape: &[((i8, i8), Steps<'_>); 4]) -> [[Way; 4]; 90] {
    let nowhere = Way { over: Points::EMPTY, to: Points::EMPTY };
    let mut table = [[nowhere; 4]; 90];
    let mut i = 0;
    while i < 90 {
        let from = Point::wrap(i as u32);
        let mut way = 0;
        while way < 4 {
            let ((files, ranks), steps) = shape[way];
            if let Some(over) = from.step(files, ranks) {
                table[i][way].over = over.bit();
            }
            let mut step = 0;
            while step < steps.len() {
                if let Some(to) = from.step(steps[step].0, steps[step].1) {
                    table[i][way].to.0 |= to.bit().0;
                }
                step += 1;
            }
            way += 1;
        }
        i += 1;
    }
    table
}

const fn palace(steps: Steps<'_>) -> [Points; 90] {
    let mut table = [Points::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let from = Point::wrap(i as u32);
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = from.step(steps[step].0, steps[step].1) {
                let inside = from.is_in_palace(RED) && to.is_in_palace(RED)
                    || from.is_in_palace(BLACK) && to.is_in_palace(BLACK);
                if inside {
                    table[i].0 |= to.bit().0;
                }
            }
            step += 1;
        }
        i += 1;
    }
    table
}

/// Where pawns step from each point, or from where they step to it.
const fn pawns(color: Color, backwards: bool) -> [Points; 90] {
    let mut table = [Points::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let from = Point::wrap(i as u32);
        let ahead = match color {
            RED => 1,
            BLACK => -1,
        };
        let sides: &[(i8, i8)] =
            if from.is_across_river(color) { &[(0, ahead), (1, 0), (-1, 0)] } else { &[(0, ahead)] };
        let mut step = 0;
        while step < sides.len() {
            if let Some(to) = from.step(sides[step].0, sides[step].1) {
                if backwards {
                    table[to.index()].0 |= from.bit().0;
                } else {
                    table[i].0 |= to.bit().0;
                }
            }
            step += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cannon_hits_the_second_man_and_a_rook_sees_up_to_the_first() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        let occupied: Occupied = ["e2", "e5", "e7", "e9", "c2", "a2"].map(point).into_iter().collect();
        assert_eq!(cannon(point("e2"), occupied).to_string(), "a2 e7");
        assert_eq!(rook(point("e2"), occupied).to_string(), "e0 e1 c2 d2 f2 g2 h2 i2 e3 e4 e5");
        assert_eq!(between(point("e2"), point("e7")).to_string(), "e3 e4 e5 e6");
        assert_eq!(between(point("e2"), point("f4")), Points::EMPTY);
    }

    #[test]
    fn a_horse_may_attack_a_horse_that_does_not_attack_it() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        // The man on e5 stands on the leg of the horse on e4, not on that of the horse on f6.
        let occupied: Occupied = ["e4", "f6", "e5"].map(point).into_iter().collect();
        assert!(horse(point("f6"), occupied).has(point("e4")));
        assert!(!horse(point("e4"), occupied).has(point("f6")));
        assert!(horse_to(point("e4"), occupied).has(point("f6")));
        assert!(!horse_to(point("f6"), occupied).has(point("e4")));
    }

    #[test]
    fn every_horse_attack_is_known_from_both_ends() {
        let occupied: Occupied = Point::all().filter(|point| point.index() % 7 == 3).collect();
        for from in Point::all() {
            for to in Point::all() {
                assert_eq!(horse(from, occupied).has(to), horse_to(to, occupied).has(from), "{from}{to}");
                for color in Color::BOTH {
                    assert_eq!(pawn(color, from).has(to), pawn_to(color, to).has(from), "{from}{to}");
                }
            }
        }
    }

    #[test]
    fn palace_and_river_hold_their_men() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        assert_eq!(advisor(point("e1")).to_string(), "d0 f0 d2 f2");
        assert_eq!(advisor(point("d9")).to_string(), "e8");
        assert_eq!(general(point("e2")).to_string(), "e1 d2 f2");
        assert_eq!(general(point("d7")).to_string(), "e7 d8");
        let elephants: u32 = ["c0", "g0", "a2", "e2", "i2", "c4", "g4"]
            .map(|text| elephant(point(text), Occupied::NONE).len())
            .iter()
            .sum();
        assert_eq!(elephants, 16);
    }
}
