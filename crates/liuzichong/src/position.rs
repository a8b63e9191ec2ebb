use yipan_core::{MoveGenerator, MoveKind, MoveList, Outcome, splitmix64};

use crate::{BLACK, Color, HouseRules, Move, Point, PointSet, WHITE, capture};

/// A position: the pieces, the side to move and the house rules.
///
/// No point holds two pieces, a side has at most six, and the board is not empty. [`Position::new`] checks these
/// invariants once. A finished game is a position too; it has no legal moves.
///
/// ```
/// use yipan_liuzichong::Position;
///
/// let start = Position::start();
/// assert_eq!(start.to_string(), "wwww/w2w/b2b/bbbb b");
/// assert_eq!(start.legal_moves().len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: [PointSet; 2],
    side_to_move: Color,
    rules: HouseRules,
}

/// The ways in which a described position can be invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Two pieces share a point.
    OverlappingPieces {
        /// The shared points.
        at: PointSet,
    },
    /// A side has more pieces than a game begins with.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pieces.
        count: u32,
    },
    /// The board is empty.
    NoPieces,
}

impl Position {
    /// The number of pieces with which a side begins.
    pub const MAX_PIECES_PER_SIDE: u32 = 6;

    /// Creates a position under the default house rules.
    ///
    /// # Errors
    /// Returns [`SetupError`] if the pieces break an invariant of the position.
    pub fn new(black: PointSet, white: PointSet, side: Color) -> Result<Position, SetupError> {
        if (black & white).any() {
            return Err(SetupError::OverlappingPieces { at: black & white });
        }
        for (color, pieces) in [(BLACK, black), (WHITE, white)] {
            if pieces.len() > Position::MAX_PIECES_PER_SIDE {
                return Err(SetupError::TooManyPieces { color, count: pieces.len() });
            }
        }
        if (black | white).is_empty() {
            return Err(SetupError::NoPieces);
        }
        Ok(Position { pieces: [black, white], side_to_move: side, rules: HouseRules::default() })
    }

    /// Returns the starting position.
    #[must_use]
    pub fn start() -> Position {
        "wwww/w2w/b2b/bbbb b".parse().expect("the starting position is valid")
    }

    /// Returns the same position under other house rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: HouseRules) -> Position {
        self.rules = rules;
        self
    }

    /// Returns the house rules.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// Returns the side to move.
    ///
    /// ```
    /// use yipan_liuzichong::{BLACK, Position};
    ///
    /// assert_eq!(Position::start().side_to_move(), BLACK);
    /// ```
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the points of the pieces of a side.
    ///
    /// ```
    /// use yipan_liuzichong::{BLACK, Position};
    ///
    /// assert_eq!(Position::start().by_color(BLACK).to_string(), "a1 b1 c1 d1 a2 d2");
    /// ```
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> PointSet {
        self.pieces[color.index()]
    }

    /// Returns the color of the piece on a point, or `None` if the point is empty. All pieces are of one kind.
    ///
    /// ```
    /// use yipan_liuzichong::{BLACK, Position};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.piece_at("a1".parse()?), Some(BLACK));
    /// assert_eq!(start.piece_at("b2".parse()?), None);
    /// # Ok::<(), yipan_liuzichong::PointError>(())
    /// ```
    #[must_use]
    pub fn piece_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.by_color(color).contains(point))
    }

    /// Returns the occupied points.
    ///
    /// ```
    /// use yipan_liuzichong::Position;
    ///
    /// assert_eq!(Position::start().occupied().len(), 12);
    /// ```
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> PointSet {
        self.pieces[0] | self.pieces[1]
    }

    /// Returns the empty points.
    #[inline]
    #[must_use]
    pub fn empty_points(&self) -> PointSet {
        !self.occupied()
    }

    /// Returns the enemy pieces that the piece on `point` can capture in one move.
    ///
    /// A piece captures by moving next to enemy pieces, not by moving onto them. The side to move does not matter.
    ///
    /// ```
    /// use yipan_liuzichong::Position;
    ///
    /// let position: Position = "2w1/2b1/wb1b/4 b".parse()?;
    /// assert_eq!(position.attacks_from("d2".parse().unwrap()).to_string(), "a2 c4");
    /// # Ok::<(), yipan_liuzichong::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn attacks_from(&self, point: Point) -> PointSet {
        let Some(color) = self.piece_at(point) else { return PointSet::EMPTY };
        (point.neighbors() & self.empty_points())
            .into_iter()
            .fold(PointSet::EMPTY, |set, to| set | self.captured_by_color(color, Move::new(point, to)))
    }

    /// Returns the pieces of `color` that can capture the piece on `point` in one move.
    ///
    /// ```
    /// use yipan_liuzichong::{BLACK, Position};
    ///
    /// let position: Position = "2w1/2b1/wb1b/4 b".parse()?;
    /// assert!(position.attacks_to("c4".parse().unwrap(), BLACK).contains("d2".parse().unwrap()));
    /// # Ok::<(), yipan_liuzichong::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn attacks_to(&self, point: Point, color: Color) -> PointSet {
        self.by_color(color).into_iter().filter(|&from| self.attacks_from(from).contains(point)).collect()
    }

    /// Whether no piece of the side to move has an empty neighbor.
    #[inline]
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        (self.by_color(self.side_to_move).neighbors() & self.empty_points()).is_empty()
    }

    /// Returns the points the piece on `point` may legally move to.
    ///
    /// The set is empty if the piece belongs to the side that is not to move.
    #[must_use]
    pub fn legal_destinations(&self, point: Point) -> PointSet {
        if self.by_color(self.side_to_move).contains(point) && self.outcome().is_none() {
            point.neighbors() & self.empty_points()
        } else {
            PointSet::EMPTY
        }
    }

    /// Returns all legal moves.
    ///
    /// ```
    /// use yipan_liuzichong::Position;
    ///
    /// let legal = Position::start().legal_moves();
    /// assert!(legal.contains(&"b1b2".parse()?));
    /// # Ok::<(), yipan_liuzichong::MoveError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate_moves(MoveKind::All, &mut moves);
        moves
    }

    /// Returns the pieces that a legal move captures.
    ///
    /// ```
    /// use yipan_liuzichong::Position;
    ///
    /// let position: Position = "2w1/2b1/wb1b/4 b".parse()?;
    /// assert_eq!(position.captured_by("d2c2".parse().unwrap()).to_string(), "a2 c4");
    /// # Ok::<(), yipan_liuzichong::ParsePositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn captured_by(&self, mv: Move) -> PointSet {
        self.captured_by_color(self.side_to_move, mv)
    }

    #[inline]
    fn captured_by_color(&self, color: Color, mv: Move) -> PointSet {
        let own = self.by_color(color) ^ mv.from().bit() ^ mv.to().bit();
        capture::captured(self.rules, own, self.by_color(color.other()), mv.to())
    }

    /// Returns the position after a legal move.
    ///
    /// Like [`Position::play_unchecked`], it does not check the move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Plays a legal move. An illegal move breaks the invariants of the position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let captured = self.captured_by(mv);
        self.pieces[self.side_to_move.index()] ^= mv.from().bit() | mv.to().bit();
        self.side_to_move = self.side_to_move.other();
        self.pieces[self.side_to_move.index()] ^= captured;
    }

    /// Counts the leaf nodes of the game tree at `depth`.
    ///
    /// Same as [`yipan_core::perft`], but compiled with this crate: a program without optimization counts fast too.
    #[inline(never)]
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        yipan_core::perft(self, depth)
    }
}

impl MoveGenerator for Position {
    type Move = Move;
    /// The position before the move.
    type Undo = Position;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    fn generate_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        if self.outcome().is_some() {
            return;
        }
        for from in self.by_color(self.side_to_move) {
            for to in from.neighbors() & self.empty_points() {
                let mv = Move::new(from, to);
                let wanted = match kind {
                    MoveKind::All => true,
                    MoveKind::Captures => self.captured_by(mv).any(),
                    MoveKind::Quiets => self.captured_by(mv).is_empty(),
                };
                if wanted {
                    out.push(mv);
                }
            }
        }
    }

    fn count_legal_moves(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let empty = self.empty_points();
        self.by_color(self.side_to_move)
            .shifted_each_way()
            .iter()
            .map(|&targets| u64::from((targets & empty).len()))
            .sum()
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Position {
        let before = *self;
        self.play_unchecked(mv);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Position) {
        *self = before;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    /// Returns a collision-free key: a position has 36 bits, and the mixing function is a bijection.
    #[inline]
    fn key(&self) -> u64 {
        let [black, white] = self.pieces.map(|pieces| u64::from(pieces.0));
        let side = self.side_to_move.index() as u64;
        splitmix64(black | white << 16 | side << 32 | u64::from(self.rules.bits()) << 33).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_of_the_side_to_move_are_the_captures_of_its_moves() {
        for text in ["2w1/2b1/wb1b/3w b", "1ww1/bb1b/b1wb/wwwb b", "4/1w2/w1w1/1b2 b", "w2w/3w/b3/1bw1 b"] {
            let position: Position = text.parse().expect(text);
            for from in position.by_color(BLACK) {
                let moves = position.legal_moves().into_iter().filter(|mv| mv.from() == from);
                let captured = moves.fold(PointSet::EMPTY, |set, mv| set | position.captured_by(mv));
                assert_eq!(position.attacks_from(from), captured, "{from} in {position:?}");
                for at in position.by_color(WHITE) {
                    let attackers = position.attacks_to(at, BLACK);
                    assert_eq!(attackers.contains(from), captured.contains(at), "{at} in {position:?}");
                }
            }
        }
    }
}
