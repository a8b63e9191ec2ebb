//! The attacks of the pieces of a position.

use crate::occupancy::Occupancy;
use crate::{Color, PieceKind, Point, PointSet, Position, attacks};

impl Position {
    /// Returns the points the piece on `point` attacks, including those its own side occupies.
    ///
    /// The set is empty if `point` is empty. A cannon attacks the points behind its screen up to the next piece.
    /// A general attacks along its open file too, but only the enemy general is ever captured there.
    ///
    /// ```
    /// use yipan_xiangqi::{Point, Position};
    ///
    /// let start = Position::start();
    /// let cannon: Point = "h2".parse()?;
    /// assert_eq!(start.attacks_from(cannon).to_string(), "a2 h8 h9");
    /// # Ok::<(), yipan_xiangqi::PointError>(())
    /// ```
    #[must_use]
    pub fn attacks_from(&self, point: Point) -> PointSet {
        self.attacks_from_with(point, self.occupied)
    }

    /// Returns the pieces of `color` that attack `point`, as defined by [`Position::attacks_from`].
    ///
    /// ```
    /// use yipan_xiangqi::{Position, RED};
    ///
    /// // Only the horse on b0 attacks c2; the cannons have no screen there.
    /// let start = Position::start();
    /// assert_eq!(start.attacks_to("c2".parse()?, RED).to_string(), "b0");
    /// # Ok::<(), yipan_xiangqi::PointError>(())
    /// ```
    #[must_use]
    pub fn attacks_to(&self, point: Point, color: Color) -> PointSet {
        self.by_color(color).into_iter().filter(|&from| self.attacks_from(from).contains(point)).collect()
    }

    /// Returns the points `color` attacks, including those its own pieces occupy.
    ///
    /// The enemy general may not enter any of them. Lines continue through the enemy general, because a general
    /// that steps back along a line stays attacked.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, RED};
    ///
    /// let position: Position = "9/9/3k5/9/9/9/9/9/4K4/9 b".parse()?;
    /// assert!(position.attacked_points(RED).contains("e7".parse().unwrap()));
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn attacked_points(&self, color: Color) -> PointSet {
        let occupied = self.occupied.toggled(self.general(color.other()));
        let of = |kind| self.by_color_and_kind(color, kind);
        let general = self.general(color);
        let mut attacked = attacks::general(general)
            | attacks::rook_on_file(general, occupied)
            | attacks::pawn_set_attacks(color, of(PieceKind::Pawn));
        of(PieceKind::Advisor).for_each(|from| attacked |= attacks::advisor(from));
        of(PieceKind::Elephant).for_each(|from| attacked |= attacks::elephant(from, occupied));
        of(PieceKind::Horse).for_each(|from| attacked |= attacks::horse(from, occupied));
        of(PieceKind::Rook).for_each(|from| attacked |= attacks::rook(from, occupied));
        of(PieceKind::Cannon).for_each(|from| attacked |= attacks::beyond_screens(from, occupied));
        attacked
    }

    fn attacks_from_with(&self, point: Point, occupied: Occupancy) -> PointSet {
        let Some(piece) = self.piece_at(point) else { return PointSet::EMPTY };
        match piece.kind {
            PieceKind::General => attacks::general(point) | attacks::rook_on_file(point, occupied),
            PieceKind::Advisor => attacks::advisor(point),
            PieceKind::Elephant => attacks::elephant(point, occupied),
            PieceKind::Horse => attacks::horse(point, occupied),
            PieceKind::Rook => attacks::rook(point, occupied),
            PieceKind::Cannon => attacks::beyond_screens(point, occupied),
            PieceKind::Pawn => attacks::pawn(piece.color, point),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_to_is_the_converse_of_attacks_from() {
        let fen = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w";
        let position: Position = fen.parse().expect(fen);
        for from in position.occupied().points() {
            let color = position.piece_at(from).expect("the point is occupied").color;
            for to in Point::all() {
                assert_eq!(
                    position.attacks_from(from).contains(to),
                    position.attacks_to(to, color).contains(from),
                    "{from}{to}"
                );
            }
        }
    }

    #[test]
    fn the_attackers_of_the_general_are_the_checkers() {
        for fen in ["4ka3/9/9/9/9/9/9/9/4R4/3K5 b", "4k4/4a4/9/9/9/9/9/9/4C4/3K5 b"] {
            let position: Position = fen.parse().expect(fen);
            let side = position.side_to_move();
            assert!(position.in_check(), "{position:?}");
            assert_eq!(position.attacks_to(position.general(side), side.other()), position.checkers());
        }
    }
}
