//! The part of a game that a verdict is about.

use super::verdict::{Offence, Verdict, Victim};
use crate::{Color, Move, Point, Points, Position};

/// The moves from the first of the equal positions up to now.
///
/// All of them are judged, not only the last loop: two loops of different kinds may alternate (V33).
pub(super) struct Span {
    /// How many moves of the game come before.
    first: usize,
    moves: Vec<Move>,
    /// The board before each move, the board now, and the board if the first move were played once more: the
    /// last move needs an answer as well, and whatever was answered before counts for it too.
    boards: Vec<Board>,
}

/// A position in which every man still has the name it had when the span began.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) position: Position,
    /// By point: where the man that stands there stood when the span began.
    names: [Point; Point::COUNT],
}

impl Span {
    /// The span of these moves, which lead from `origin` back to it and take nobody.
    pub(super) fn new(first: usize, origin: &Position, moves: &[Move]) -> Span {
        let mut boards = vec![Board::new(origin)];
        for &mv in moves.iter().chain(moves.first()) {
            boards.extend(boards.last().map(|board| board.after(mv)));
        }
        Span { first, moves: moves.to_vec(), boards }
    }

    /// The moves of one side, counted from the start of the span.
    pub(super) fn plies(&self, side: Color) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(move |&ply| self.before(ply).position.side() == side)
    }

    /// How many moves there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// How many moves of the game come before the span.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    pub(super) fn move_at(&self, ply: usize) -> Move {
        self.moves[ply]
    }

    /// Every board: before a move `ply`, after it `ply + 1`, after its answer `ply + 2`.
    pub(super) fn boards(&self) -> &[Board] {
        &self.boards
    }

    pub(super) fn before(&self, ply: usize) -> &Board {
        &self.boards[ply]
    }

    pub(super) fn after(&self, ply: usize) -> &Board {
        &self.boards[ply + 1]
    }

    pub(super) fn checks(&self, ply: usize) -> bool {
        self.after(ply).position.in_check()
    }

    /// Whether one move at least of this side gives check.
    pub(super) fn ever_checks(&self, side: Color) -> bool {
        self.plies(side).any(|ply| self.checks(ply))
    }

    /// The offence of a side whose every move gives check.
    pub(super) fn perpetual_check(&self, side: Color) -> Option<Offence> {
        self.plies(side).all(|ply| self.checks(ply)).then_some(Offence::PerpetualCheck)
    }

    /// The names that every move of this side has in its set.
    pub(super) fn common(&self, side: Color, set: impl FnMut(usize) -> Points) -> Points {
        self.plies(side).map(set).fold(Points::ALL, |common, names| common & names)
    }

    /// The man to be named as the victim among those with these names.
    pub(super) fn victim(&self, names: Points) -> Option<Victim> {
        let now = self.before(self.moves.len());
        let victims = names.into_iter().filter_map(|name| {
            let at = now.find(name)?;
            Some(Victim { man: now.position.at(at)?, at })
        });
        victims.max_by_key(|victim| victim.worth())
    }

    /// The verdict when Red and Black are guilty of these offences: the graver one loses, equal ones draw.
    pub(super) fn weigh(&self, [red, black]: [Option<Offence>; 2]) -> Verdict {
        let gravity = |guilt: Option<Offence>| guilt.map_or(0, Offence::gravity);
        let (side, guilt) =
            if gravity(red) > gravity(black) { (crate::RED, red) } else { (crate::BLACK, black) };
        match guilt {
            Some(offence) if gravity(red) != gravity(black) => {
                let plies = self.plies(side).map(|ply| self.first + ply).collect();
                Verdict::Loses { side, offence, plies }
            }
            _ => Verdict::Draw,
        }
    }
}

impl Board {
    fn new(position: &Position) -> Board {
        let mut names = [Point::wrap(0); Point::COUNT];
        for point in Point::all() {
            names[point.index()] = point;
        }
        Board { position: *position, names }
    }

    fn after(&self, mv: Move) -> Board {
        let mut next = Board { position: self.position.after(mv), names: self.names };
        next.names[mv.to().index()] = self.name(mv.from());
        next
    }

    /// The name of the man on this point.
    pub(super) fn name(&self, point: Point) -> Point {
        self.names[point.index()]
    }

    /// Where the man of this name stands.
    pub(super) fn find(&self, name: Point) -> Option<Point> {
        self.position.occupied.points().into_iter().find(|&point| self.name(point) == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_keep_their_names_when_they_change_places() {
        let origin: Position = "3k5/9/9/9/9/9/9/9/9/R3K3R w".parse().expect("a position");
        let moves =
            ["a0a1", "d9d8", "i0i2", "d8d9", "a1i1", "d9d8", "i2a2", "d8d9", "i1i0", "d9d8", "a2a0", "d8d9"]
                .map(|text| text.parse().expect("a move"));
        let span = Span::new(0, &origin, &moves);
        let (a0, i0) = (Point::wrap(0), Point::wrap(8));
        assert_eq!(span.before(span.len()).find(a0), Some(i0));
        assert_eq!(span.before(span.len()).name(a0), i0);
        assert_eq!(span.before(span.len()).position.key, origin.key);
    }
}
