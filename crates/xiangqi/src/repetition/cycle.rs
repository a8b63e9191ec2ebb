//! The repeated part of a game.

use alloc::{vec, vec::Vec};

use super::verdict::{Verdict, Victim, Violation};
use crate::{Color, Move, Point, PointSet, Position};

/// The moves from the first of the equal positions to the current one.
///
/// All of them are adjudicated, not only the last cycle, because two different cycles may alternate (V33).
pub(super) struct Cycle {
    /// The number of moves before the cycle.
    first_ply: usize,
    moves: Vec<Move>,
    /// The position before each move, the current position, and the position after repeating the first move.
    ///
    /// The last one serves as the reply to the last move.
    positions: Vec<TrackedPosition>,
}

/// A position that tracks the identity of each piece through the cycle.
#[derive(Clone, Copy)]
pub(super) struct TrackedPosition {
    pub(super) position: Position,
    /// The point at the start of the cycle of the piece that is now on a point.
    origins: [Point; Point::COUNT],
}

impl Cycle {
    /// Creates the cycle of moves that lead from `origin` back to it without a capture.
    pub(super) fn new(first: usize, origin: &Position, moves: &[Move]) -> Cycle {
        let mut positions = vec![TrackedPosition::new(origin)];
        for &mv in moves.iter().chain(moves.first()) {
            positions.extend(positions.last().map(|board| board.after(mv)));
        }
        Cycle { first_ply: first, moves: moves.to_vec(), positions }
    }

    /// Returns the indices of a side's moves, counted from the start of the cycle.
    pub(super) fn plies(&self, side: Color) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(move |&ply| self.before(ply).position.side_to_move() == side)
    }

    /// Returns the number of moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the number of moves of the game before the cycle.
    pub(super) fn first_ply(&self) -> usize {
        self.first_ply
    }

    pub(super) fn move_at(&self, ply: usize) -> Move {
        self.moves[ply]
    }

    /// Returns all positions. Those before ply `n`, after it and after the reply have the indices `n`, `n + 1`
    /// and `n + 2`.
    pub(super) fn positions(&self) -> &[TrackedPosition] {
        &self.positions
    }

    pub(super) fn before(&self, ply: usize) -> &TrackedPosition {
        &self.positions[ply]
    }

    pub(super) fn after(&self, ply: usize) -> &TrackedPosition {
        &self.positions[ply + 1]
    }

    pub(super) fn gives_check(&self, ply: usize) -> bool {
        self.after(ply).position.in_check()
    }

    /// Whether at least one move of this side gives check.
    pub(super) fn ever_gives_check(&self, side: Color) -> bool {
        self.plies(side).any(|ply| self.gives_check(ply))
    }

    /// Returns the violation of a side whose every move gives check.
    pub(super) fn perpetual_check(&self, side: Color) -> Option<Violation> {
        self.plies(side).all(|ply| self.gives_check(ply)).then_some(Violation::PerpetualCheck)
    }

    /// Returns the pieces, by origin, that are in the set of every move of this side.
    pub(super) fn common_to_all_plies(&self, side: Color, set: impl FnMut(usize) -> PointSet) -> PointSet {
        self.plies(side).map(set).fold(PointSet::ALL, |common, origins| common & origins)
    }

    /// Returns the most valuable of these pieces, by origin.
    pub(super) fn most_valuable_victim(&self, origins: PointSet) -> Option<Victim> {
        let now = self.before(self.moves.len());
        let victims = origins.into_iter().filter_map(|origin| {
            let at = now.point_of(origin)?;
            Some(Victim { piece: now.position.piece_at(at)?, at })
        });
        victims.max_by_key(|victim| victim.value())
    }

    /// Returns the verdict on the violations of Red and Black. The more severe one loses, and equal ones draw.
    pub(super) fn adjudicate(&self, [red, black]: [Option<Violation>; 2]) -> Verdict {
        let severity = |violation: Option<Violation>| violation.map_or(0, Violation::severity);
        let (side, violation) =
            if severity(red) > severity(black) { (crate::RED, red) } else { (crate::BLACK, black) };
        match violation {
            Some(violation) if severity(red) != severity(black) => {
                let plies = self.plies(side).map(|ply| self.first_ply + ply).collect();
                Verdict::Loses { side, violation, plies }
            }
            _ => Verdict::Draw,
        }
    }
}

impl TrackedPosition {
    fn new(position: &Position) -> TrackedPosition {
        let mut origins = [Point::from_valid_index(0); Point::COUNT];
        for point in Point::all() {
            origins[point.index()] = point;
        }
        TrackedPosition { position: *position, origins }
    }

    fn after(&self, mv: Move) -> TrackedPosition {
        let mut next = TrackedPosition { position: self.position.after(mv), origins: self.origins };
        next.origins[mv.to().index()] = self.origin_of(mv.from());
        next
    }

    /// Returns the origin of the piece on this point.
    pub(super) fn origin_of(&self, point: Point) -> Point {
        self.origins[point.index()]
    }

    /// Returns the point of the piece with this origin.
    pub(super) fn point_of(&self, origin: Point) -> Option<Point> {
        self.position.occupied.points().into_iter().find(|&point| self.origin_of(point) == origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_keep_their_identity_when_they_swap_points() {
        let origin: Position = "3k5/9/9/9/9/9/9/9/9/R3K3R w".parse().expect("a position");
        let moves =
            ["a0a1", "d9d8", "i0i2", "d8d9", "a1i1", "d9d8", "i2a2", "d8d9", "i1i0", "d9d8", "a2a0", "d8d9"]
                .map(|text| text.parse().expect("a move"));
        let cycle = Cycle::new(0, &origin, &moves);
        let (a0, i0) = (Point::from_valid_index(0), Point::from_valid_index(8));
        assert_eq!(cycle.before(cycle.len()).point_of(a0), Some(i0));
        assert_eq!(cycle.before(cycle.len()).origin_of(a0), i0);
        assert_eq!(cycle.before(cycle.len()).position.key, origin.key);
    }
}
