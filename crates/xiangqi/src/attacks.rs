//! Attack sets of the pieces, from small tables computed at compile time.
//!
//! Rooks and cannons look along a rank of nine points and a file of ten. The occupied points of the line are the
//! index into a table of attacks.

use crate::occupancy::Occupancy;
use crate::{BLACK, Color, Point, PointSet, RED};

/// Returns the points a rook on `point` attacks: empty points and the first piece in each direction.
#[inline]
#[must_use]
pub fn rook(point: Point, occupied: Occupancy) -> PointSet {
    line_attacks(point, occupied, &ROOK_RANK_ATTACKS, &ROOK_FILE_ATTACKS)
}

/// Returns the points a cannon on `point` attacks: the second piece in each direction.
#[inline]
#[must_use]
pub fn cannon(point: Point, occupied: Occupancy) -> PointSet {
    line_attacks(point, occupied, &CANNON_RANK_ATTACKS, &CANNON_FILE_ATTACKS)
}

/// Returns the points beyond the first piece in each direction, up to the second piece and including it.
///
/// These are the points that a cannon on `point` attacks, and those from which a cannon would attack it.
#[inline]
#[must_use]
pub fn beyond_screens(point: Point, occupied: Occupancy) -> PointSet {
    let (file, rank) = (point.file(), point.rank());
    let (rank_attacks, file_attacks) = (&ROOK_RANK_ATTACKS[file as usize], &ROOK_FILE_ATTACKS[rank as usize]);
    let (in_rank, in_file) = (occupied.rank(rank), occupied.file(file));
    let (seen_in_rank, seen_in_file) = (rank_attacks[in_rank], file_attacks[in_file]);
    let beyond_in_rank = rank_attacks[in_rank & !usize::from(seen_in_rank)] & !seen_in_rank;
    let beyond_in_file = file_attacks[in_file & !usize::from(seen_in_file)] & !seen_in_file;
    PointSet(
        u128::from(beyond_in_rank) << (9 * u32::from(rank)) | FILE_MASKS[beyond_in_file as usize] << file,
    )
}

/// Returns the points a rook on `point` attacks along its file.
#[inline]
#[must_use]
pub fn rook_on_file(point: Point, occupied: Occupancy) -> PointSet {
    let seen = ROOK_FILE_ATTACKS[point.rank() as usize][occupied.file(point.file())];
    PointSet(FILE_MASKS[seen as usize] << point.file())
}

#[inline]
fn line_attacks(
    point: Point,
    occupied: Occupancy,
    ranks: &[[u16; 512]; 9],
    files: &[[u16; 1024]; 10],
) -> PointSet {
    let (file, rank) = (point.file(), point.rank());
    let in_rank = ranks[file as usize][occupied.rank(rank)];
    let in_file = files[rank as usize][occupied.file(file)];
    PointSet(u128::from(in_rank) << (9 * u32::from(rank)) | FILE_MASKS[in_file as usize] << file)
}

/// Returns the points strictly between two points. The set is empty if they share no line.
#[must_use]
pub fn between(a: Point, b: Point) -> PointSet {
    if lines(a).contains(b) { between_on_line(a, b) } else { PointSet::EMPTY }
}

/// Returns the points strictly between two points that share a line. The result for others is meaningless.
#[inline]
pub(crate) fn between_on_line(a: Point, b: Point) -> PointSet {
    // Of the points on the lines of both, those that one of them comes before and the other does not.
    lines(a) & lines(b) & (POINTS_BEFORE[a.index()] ^ POINTS_BEFORE[b.index()])
}

/// Returns the other points of the rank and the file of `point`.
#[inline]
pub(crate) fn lines(point: Point) -> PointSet {
    LINES[point.index()]
}

/// Returns the points a horse on `point` attacks, except those behind a blocked leg 马腿.
#[inline]
#[must_use]
pub fn horse(point: Point, occupied: Occupancy) -> PointSet {
    unblocked_targets(&HORSE_PATHS[point.index()], occupied.points())
}

/// Returns the points from which a horse attacks `point`.
///
/// This differs from [`horse`], because the leg is next to the attacking horse.
#[inline]
#[must_use]
pub fn horse_attackers(point: Point, occupied: Occupancy) -> PointSet {
    unblocked_horses(point, occupied.points())
}

/// Same as [`horse_attackers`], for a set of occupied points.
#[inline]
pub(crate) fn unblocked_horses(point: Point, occupied: PointSet) -> PointSet {
    unblocked_targets(&HORSE_PATHS_TO[point.index()], occupied)
}

/// Returns the points from which a horse attacks `point` if no leg is blocked.
#[inline]
pub(crate) fn horse_leaps_to(point: Point) -> PointSet {
    HORSE_LEAPS_TO[point.index()]
}

/// Returns the points an elephant on `point` attacks, except those behind a blocked eye 象眼.
#[inline]
#[must_use]
pub fn elephant(point: Point, occupied: Occupancy) -> PointSet {
    unblocked_targets(&ELEPHANT_PATHS[point.index()], occupied.points())
}

/// Returns the points an advisor on `point` attacks. They lie in the same palace.
#[inline]
#[must_use]
pub fn advisor(point: Point) -> PointSet {
    ADVISOR_ATTACKS[point.index()]
}

/// Returns the points a general on `point` attacks by a step. They lie in the same palace.
#[inline]
#[must_use]
pub fn general(point: Point) -> PointSet {
    GENERAL_ATTACKS[point.index()]
}

/// Returns the points a pawn of `color` on `point` attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, point: Point) -> PointSet {
    PAWN_ATTACKS[color.index()][point.index()]
}

/// Returns the points that a set of pawns of `color` attacks.
#[inline]
pub(crate) const fn pawn_set_attacks(color: Color, pawns: PointSet) -> PointSet {
    let (ahead, across) = match color {
        RED => (pawns.0 << 9, pawns.0 & !RED_BANK),
        BLACK => (pawns.0 >> 9, pawns.0 & RED_BANK),
    };
    let sideways = (across & !(FILE_A << 8)) << 1 | (across & !FILE_A) >> 1;
    PointSet((ahead | sideways) & PointSet::ALL.0)
}

/// Returns the points from which a pawn of `color` attacks `point`.
#[inline]
#[must_use]
pub fn pawn_attackers(color: Color, point: Point) -> PointSet {
    PAWN_ATTACKERS[color.index()][point.index()]
}

/// A leap and the point that must be empty for it.
#[derive(Clone, Copy)]
pub(crate) struct LeapPath {
    pub(crate) blockers: PointSet,
    pub(crate) targets: PointSet,
}

#[inline]
fn unblocked_targets(paths: &[LeapPath; 4], occupied: PointSet) -> PointSet {
    let mut reached = PointSet::EMPTY;
    for path in paths {
        if (path.blockers & occupied).is_empty() {
            reached |= path.targets;
        }
    }
    reached
}

/// Returns the paths of horses to a point, one for each leg.
#[inline]
pub(crate) fn horse_paths_to(point: Point) -> &'static [LeapPath; 4] {
    &HORSE_PATHS_TO[point.index()]
}

static ROOK_RANK_ATTACKS: [[u16; 512]; 9] = line_attack_table(9, 0);
static CANNON_RANK_ATTACKS: [[u16; 512]; 9] = line_attack_table(9, 1);
static ROOK_FILE_ATTACKS: [[u16; 1024]; 10] = line_attack_table(10, 0);
static CANNON_FILE_ATTACKS: [[u16; 1024]; 10] = line_attack_table(10, 1);

/// The points of Red's half of the board.
const RED_BANK: u128 = (1 << 45) - 1;
/// The points of file a.
const FILE_A: u128 = FILE_MASKS[1023];

/// The points of file a, indexed by the ten bits of a file.
static FILE_MASKS: [u128; 1024] = {
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

/// The other points of the rank and the file of each point.
static LINES: [PointSet; 90] = {
    let mut table = [PointSet::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let (rank, file) = (i / 9, i % 9);
        table[i].0 = (0x1ff << (9 * rank) | FILE_A << file) & !(1 << i);
        i += 1;
    }
    table
};

/// The points with a smaller index than each point.
static POINTS_BEFORE: [PointSet; 90] = {
    let mut table = [PointSet::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        table[i].0 = (1 << i) - 1;
        i += 1;
    }
    table
};

static HORSE_PATHS: [[LeapPath; 4]; 90] = leap_path_table(&[
    ((0, 1), &[(1, 2), (-1, 2)]),
    ((0, -1), &[(1, -2), (-1, -2)]),
    ((1, 0), &[(2, 1), (2, -1)]),
    ((-1, 0), &[(-2, 1), (-2, -1)]),
]);
static HORSE_PATHS_TO: [[LeapPath; 4]; 90] = leap_path_table(&[
    ((1, 1), &[(1, 2), (2, 1)]),
    ((1, -1), &[(1, -2), (2, -1)]),
    ((-1, 1), &[(-1, 2), (-2, 1)]),
    ((-1, -1), &[(-1, -2), (-2, -1)]),
]);
static HORSE_LEAPS_TO: [PointSet; 90] = {
    let mut table = [PointSet::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let mut path = 0;
        while path < 4 {
            table[i].0 |= HORSE_PATHS_TO[i][path].targets.0;
            path += 1;
        }
        i += 1;
    }
    table
};
static ELEPHANT_PATHS: [[LeapPath; 4]; 90] = {
    let mut table = leap_path_table(&[
        ((1, 1), &[(2, 2)]),
        ((1, -1), &[(2, -2)]),
        ((-1, 1), &[(-2, 2)]),
        ((-1, -1), &[(-2, -2)]),
    ]);
    let mut i = 0;
    while i < 90 {
        let mut path = 0;
        while path < 4 {
            table[i][path].targets.0 &= if i < 45 { RED_BANK } else { !RED_BANK };
            path += 1;
        }
        i += 1;
    }
    table
};
static ADVISOR_ATTACKS: [PointSet; 90] = palace_table(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
static GENERAL_ATTACKS: [PointSet; 90] = palace_table(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
static PAWN_ATTACKS: [[PointSet; 90]; 2] = [pawn_table(RED, false), pawn_table(BLACK, false)];
static PAWN_ATTACKERS: [[PointSet; 90]; 2] = [pawn_table(RED, true), pawn_table(BLACK, true)];

/// Computes attacks along a line, indexed by the origin and the occupied points.
///
/// The attack jumps over exactly `screens` pieces and includes the piece behind them. Without screens, it
/// includes the empty points before the first piece.
const fn line_attack_table<const LENGTH: usize, const PATTERNS: usize>(
    length: usize,
    screens: u32,
) -> [[u16; PATTERNS]; LENGTH] {
    let mut table = [[0; PATTERNS]; LENGTH];
    let mut from = 0;
    while from < length {
        let mut occupied = 0;
        while occupied < PATTERNS {
            table[from][occupied] = scan_direction(from as i32, 1, length as i32, occupied, screens)
                | scan_direction(from as i32, -1, length as i32, occupied, screens);
            occupied += 1;
        }
        from += 1;
    }
    table
}

const fn scan_direction(from: i32, step: i32, length: i32, occupied: usize, screens: u32) -> u16 {
    let (mut attacks, mut screens_passed) = (0, 0);
    let mut at = from + step;
    while at >= 0 && at < length {
        let is_occupied = occupied >> at & 1 != 0;
        if screens_passed == screens && (is_occupied || screens == 0) {
            attacks |= 1 << at;
        }
        if is_occupied {
            if screens_passed == screens {
                break;
            }
            screens_passed += 1;
        }
        at += step;
    }
    attacks
}

type Offsets<'a> = &'a [(i8, i8)];

const fn leap_path_table(shape: &[((i8, i8), Offsets<'_>); 4]) -> [[LeapPath; 4]; 90] {
    let empty_path = LeapPath { blockers: PointSet::EMPTY, targets: PointSet::EMPTY };
    let mut table = [[empty_path; 4]; 90];
    let mut i = 0;
    while i < 90 {
        let from = Point::from_valid_index(i as u32);
        let mut path = 0;
        while path < 4 {
            let ((files, ranks), steps) = shape[path];
            if let Some(blocker) = from.offset(files, ranks) {
                table[i][path].blockers = blocker.bit();
            }
            let mut step = 0;
            while step < steps.len() {
                if let Some(to) = from.offset(steps[step].0, steps[step].1) {
                    table[i][path].targets.0 |= to.bit().0;
                }
                step += 1;
            }
            path += 1;
        }
        i += 1;
    }
    table
}

const fn palace_table(steps: Offsets<'_>) -> [PointSet; 90] {
    let mut table = [PointSet::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let from = Point::from_valid_index(i as u32);
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = from.offset(steps[step].0, steps[step].1) {
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

/// Computes the attacks of pawns from each point, or backwards the points that attack it.
const fn pawn_table(color: Color, backwards: bool) -> [PointSet; 90] {
    let mut table = [PointSet::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let from = Point::from_valid_index(i as u32);
        let ahead = match color {
            RED => 1,
            BLACK => -1,
        };
        let sides: &[(i8, i8)] =
            if from.is_across_river(color) { &[(0, ahead), (1, 0), (-1, 0)] } else { &[(0, ahead)] };
        let mut step = 0;
        while step < sides.len() {
            if let Some(to) = from.offset(sides[step].0, sides[step].1) {
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
    fn a_cannon_attacks_the_second_piece_and_a_rook_up_to_the_first() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        let occupied: Occupancy = ["e2", "e5", "e7", "e9", "c2", "a2"].map(point).into_iter().collect();
        assert_eq!(cannon(point("e2"), occupied).to_string(), "a2 e7");
        assert_eq!(rook(point("e2"), occupied).to_string(), "e0 e1 c2 d2 f2 g2 h2 i2 e3 e4 e5");
        assert_eq!(between(point("e2"), point("e7")).to_string(), "e3 e4 e5 e6");
        assert_eq!(between(point("e2"), point("f4")), PointSet::EMPTY);
    }

    #[test]
    fn a_horse_may_attack_a_horse_that_does_not_attack_it() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        // The piece on e5 blocks the leg of the horse on e4, but not that of the horse on f6.
        let occupied: Occupancy = ["e4", "f6", "e5"].map(point).into_iter().collect();
        assert!(horse(point("f6"), occupied).contains(point("e4")));
        assert!(!horse(point("e4"), occupied).contains(point("f6")));
        assert!(horse_attackers(point("e4"), occupied).contains(point("f6")));
        assert!(!horse_attackers(point("f6"), occupied).contains(point("e4")));
    }

    #[test]
    fn attacks_and_attackers_of_horses_and_pawns_agree() {
        let occupied: Occupancy = Point::all().filter(|point| point.index() % 7 == 3).collect();
        for from in Point::all() {
            for to in Point::all() {
                assert_eq!(
                    horse(from, occupied).contains(to),
                    horse_attackers(to, occupied).contains(from),
                    "{from}{to}"
                );
                for color in Color::BOTH {
                    assert_eq!(
                        pawn(color, from).contains(to),
                        pawn_attackers(color, to).contains(from),
                        "{from}{to}"
                    );
                }
            }
        }
    }

    #[test]
    fn palace_and_river_confine_their_pieces() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        assert_eq!(advisor(point("e1")).to_string(), "d0 f0 d2 f2");
        assert_eq!(advisor(point("d9")).to_string(), "e8");
        assert_eq!(general(point("e2")).to_string(), "e1 d2 f2");
        assert_eq!(general(point("d7")).to_string(), "e7 d8");
        let elephants: u32 = ["c0", "g0", "a2", "e2", "i2", "c4", "g4"]
            .map(|text| elephant(point(text), Occupancy::EMPTY).len())
            .iter()
            .sum();
        assert_eq!(elephants, 16);
    }
}
