//! Liuzichong: actions by origin and destination.

use yipan_core::Side;
use yipan_liuzichong::{BLACK, Liuzichong, LiuzichongSetup, Move, Point};

use crate::planes::Planes;
use crate::{ActionLayout, EncodedGame};

const POINTS: usize = 16;

const PLANE_NAMES: [&str; 6] = [
    "own pieces",
    "opposing pieces",
    "earlier occurrences of the position",
    "plies without a capture",
    "playing Black",
    "to move",
];

/// The sizes of actions and observations of liuzichong: 16 × 16 actions, `origin * 16 + destination`.
///
/// A point is `rank * 4 + file`; for White the ranks are counted from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiuzichongLayout;

impl ActionLayout for LiuzichongLayout {
    fn action_count(&self) -> usize {
        POINTS * POINTS
    }

    fn observation_shape(&self) -> [usize; 3] {
        [PLANE_NAMES.len(), 4, 4]
    }

    fn plane_names(&self) -> Vec<&'static str> {
        PLANE_NAMES.to_vec()
    }
}

/// Returns the number of a point as `side` counts.
fn relative(point: Point, side: Side) -> usize {
    let rank = match side {
        Side::First => point.rank(),
        Side::Second => 3 - point.rank(),
    };
    usize::from(rank) * 4 + usize::from(point.file())
}

impl EncodedGame for Liuzichong {
    type Layout = LiuzichongLayout;

    fn layout(_: &LiuzichongSetup) -> LiuzichongLayout {
        LiuzichongLayout
    }

    fn action_number(_: &LiuzichongLayout, side: Side, mv: &Move) -> Option<u16> {
        u16::try_from(relative(mv.from(), side) * POINTS + relative(mv.to(), side)).ok()
    }

    fn observe(&self, _: &LiuzichongLayout, side: Side, planes: &mut [u8]) {
        let position = self.position();
        let mut planes = Planes::new(planes, POINTS);
        for color in [side, side.other()] {
            planes.cells(position.by_color(color).into_iter().map(|point| relative(point, side)));
        }
        planes.count(self.occurrences().saturating_sub(1));
        planes.count(self.plies_since_capture());
        planes.flag(side == BLACK);
        planes.flag(position.side_to_move() == side);
        debug_assert!(planes.is_complete());
    }
}
