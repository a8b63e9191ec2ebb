//! Xiangqi as the rule book has it: one piece and one point at a time, with no tables and no shared code.

use yipan_xiangqi::{Color, FacingRule, PieceKind, Point, Position};

const FILES: i8 = 9;
const RANKS: i8 = 10;

/// A point as file and rank, from the left and the bottom of the first player.
type Place = (i8, i8);

/// The pieces of a position on a grid.
#[derive(Clone)]
pub(super) struct PlainBoard {
    grid: [[Option<(Color, PieceKind)>; FILES as usize]; RANKS as usize],
    mover: Color,
    facing_rule: FacingRule,
}

impl PlainBoard {
    pub(super) fn new(position: &Position) -> PlainBoard {
        let mut grid = [[None; FILES as usize]; RANKS as usize];
        for point in Point::all() {
            let piece = position.piece_at(point);
            grid[usize::from(point.rank())][usize::from(point.file())] =
                piece.map(|piece| (piece.color, piece.kind));
        }
        PlainBoard { grid, mover: position.side_to_move(), facing_rule: position.facing_rule() }
    }

    /// Returns the legal moves as pairs of point numbers, sorted.
    pub(super) fn legal_moves(&self) -> Vec<(usize, usize)> {
        let number = |(file, rank): Place| (rank * FILES + file) as usize;
        let pieces_of =
            |owner| places().filter(move |place| self.at(*place).is_some_and(|(color, _)| color == owner));
        let enemies: Vec<_> = pieces_of(self.mover.other()).collect();
        let mut moves = Vec::new();
        for from in pieces_of(self.mover) {
            for to in places().filter(|to| self.reaches(from, *to) && self.is_safe(from, *to, &enemies)) {
                moves.push((number(from), number(to)));
            }
        }
        moves.sort_unstable();
        moves
    }

    fn at(&self, (file, rank): Place) -> Option<(Color, PieceKind)> {
        self.grid[rank as usize][file as usize]
    }

    /// Returns whether the piece on a point may go to another, regardless of the safety of its general.
    fn reaches(&self, from: Place, to: Place) -> bool {
        let Some((color, kind)) = self.at(from) else { return false };
        if from == to || self.at(to).is_some_and(|(other, _)| other == color) {
            return false;
        }
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let (wide, high) = (files.abs(), ranks.abs());
        let forward = if color == Color::First { 1 } else { -1 };
        match kind {
            PieceKind::General => wide + high == 1 && in_palace(color, to),
            PieceKind::Advisor => (wide, high) == (1, 1) && in_palace(color, to),
            PieceKind::Elephant => {
                let eye = (from.0 + files / 2, from.1 + ranks / 2);
                (wide, high) == (2, 2) && on_own_side(color, to) && self.at(eye).is_none()
            }
            PieceKind::Horse => {
                let leg = if wide == 2 { (from.0 + files / 2, from.1) } else { (from.0, from.1 + ranks / 2) };
                matches!((wide, high), (1, 2) | (2, 1)) && self.at(leg).is_none()
            }
            PieceKind::Rook => self.between(from, to) == Some(0),
            PieceKind::Cannon => self.between(from, to) == Some(if self.at(to).is_some() { 1 } else { 0 }),
            PieceKind::Pawn => {
                let sideways = (wide, high) == (1, 0) && !on_own_side(color, from);
                sideways || (files, ranks) == (0, forward)
            }
        }
    }

    /// Returns the number of pieces between two points of a line, or `None` if they are on none.
    fn between(&self, from: Place, to: Place) -> Option<usize> {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        if (step.0 == 0) == (step.1 == 0) {
            return None;
        }
        let mut count = 0;
        let mut place = (from.0 + step.0, from.1 + step.1);
        while place != to {
            count += usize::from(self.at(place).is_some());
            place = (place.0 + step.0, place.1 + step.1);
        }
        Some(count)
    }

    /// Returns whether a move leaves the mover's general unattacked and not facing the other one.
    fn is_safe(&self, from: Place, to: Place, enemies: &[Place]) -> bool {
        let mut after = self.clone();
        after.grid[to.1 as usize][to.0 as usize] = self.at(from);
        after.grid[from.1 as usize][from.0 as usize] = None;
        let (Some(own), Some(other)) = (after.general(self.mover), after.general(self.mover.other())) else {
            // The enemy general cannot be captured: its side would have been in check on its own turn.
            return false;
        };
        let is_new_shared_file = own == to && own.0 == other.0 && from.0 != other.0;
        let enters_file = self.facing_rule == FacingRule::NoNewSharedFile && is_new_shared_file;
        let faces = own.0 == other.0 && after.between(own, other) == Some(0);
        !enters_file && !faces && !enemies.iter().any(|enemy| *enemy != to && after.reaches(*enemy, own))
    }

    fn general(&self, color: Color) -> Option<Place> {
        places().find(|place| self.at(*place) == Some((color, PieceKind::General)))
    }
}

fn places() -> impl Iterator<Item = Place> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
}

fn in_palace(color: Color, (file, rank): Place) -> bool {
    let ranks = if color == Color::First { 0..3 } else { 7..10 };
    (3..6).contains(&file) && ranks.contains(&rank)
}

fn on_own_side(color: Color, (_, rank): Place) -> bool {
    (rank < RANKS / 2) == (color == Color::First)
}
