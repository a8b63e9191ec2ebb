//! Xiangqi: actions by origin and destination.

use yipan_core::Side;
use yipan_xiangqi::{Move, PieceKind, Point, RED, Xiangqi, XiangqiSetup};

use crate::planes::Planes;
use crate::{ActionLayout, EncodedGame};

const POINTS: usize = 90;

const PLANE_NAMES: [&str; 19] = [
    "own general",
    "own advisors",
    "own elephants",
    "own horses",
    "own rooks",
    "own cannons",
    "own pawns",
    "opposing general",
    "opposing advisors",
    "opposing elephants",
    "opposing horses",
    "opposing rooks",
    "opposing cannons",
    "opposing pawns",
    "earlier occurrences of the position",
    "plies without a capture",
    "playing Red",
    "to move",
    "the side to move is in check",
];

/// The kinds of pieces, each with a plane for either side, in the order of [`PieceKind::ALL`].
const KINDS: usize = PieceKind::ALL.len();

/// The sizes of actions and observations of xiangqi: 90 × 90 actions, `origin * 90 + destination`.
///
/// A point is `rank * 9 + file`; for Black the ranks are counted from Black's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiLayout;

impl ActionLayout for XiangqiLayout {
    fn action_count(&self) -> usize {
        POINTS * POINTS
    }

    fn observation_shape(&self) -> [usize; 3] {
        [PLANE_NAMES.len(), 10, 9]
    }

    fn plane_names(&self) -> Vec<&'static str> {
        PLANE_NAMES.to_vec()
    }
}

/// The number of each point as a side counts, by side and point. With an entry for every byte, no index is checked.
static RELATIVE: [[u8; 256]; 2] = {
    let mut numbers = [[0; 256]; 2];
    let mut point = 0;
    while point < POINTS {
        numbers[0][point] = point as u8;
        numbers[1][point] = ((9 - point / 9) * 9 + point % 9) as u8;
        point += 1;
    }
    numbers
};

/// Returns the number of a point as `side` counts.
fn relative(point: Point, side: Side) -> usize {
    usize::from(RELATIVE[side.index()][point.index()])
}

impl EncodedGame for Xiangqi {
    type Layout = XiangqiLayout;

    fn layout(_: &XiangqiSetup) -> XiangqiLayout {
        XiangqiLayout
    }

    fn action_number(_: &XiangqiLayout, side: Side, mv: &Move) -> Option<u16> {
        u16::try_from(relative(mv.from(), side) * POINTS + relative(mv.to(), side)).ok()
    }

    fn play_listed(&mut self, _: &XiangqiLayout, mv: Move, next: &mut Vec<(u16, Move)>) -> bool {
        next.clear();
        let numbers = &RELATIVE[self.position().side_to_move().other().index()];
        self.play_unchecked_and_list(mv, |from, to| {
            let first = u16::from(numbers[from.index()]) * POINTS as u16;
            to.for_each(|to| next.push((first + u16::from(numbers[to.index()]), Move::new(from, to))));
        });
        true
    }

    fn observe(&self, _: &XiangqiLayout, side: Side, planes: &mut [u8]) {
        let position = self.position();
        let mut planes = Planes::new(planes, POINTS);
        let pieces = planes.take_several(2 * KINDS);
        position.for_each_piece(|point, piece| {
            let plane = piece.kind as usize + if piece.color == side { 0 } else { KINDS };
            if let Some(byte) = pieces.get_mut(plane * POINTS + relative(point, side)) {
                *byte = 1;
            }
        });
        planes.count(self.history().occurrences().saturating_sub(1));
        planes.count(usize::from(self.no_capture_plies()));
        planes.flag(side == RED);
        planes.flag(position.side_to_move() == side);
        planes.flag(self.in_check());
        debug_assert!(planes.is_complete());
    }
}
