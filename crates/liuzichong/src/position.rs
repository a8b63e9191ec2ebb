use std::fmt;

use yipan_core::{MoveGenerator, MoveKind, MoveList, Outcome, splitmix64};

use crate::{BLACK, Color, HouseRules, Move, Point, PointSet, WHITE, capture, position_text};

/// A position: where the pieces stand, who is to move, and by which house rules.
///
/// No point holds two pieces, a side has six pieces or fewer, and there is a piece on the board; this is checked once,
/// in [`Position::new`]. A finished game is a position too, one without moves.
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

/// Why pieces cannot stand so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Two pieces on one point.
    OverlappingPieces {
        /// The points.
        at: PointSet,
    },
    /// More pieces than a game begins with.
    TooManyPieces {
        /// Whose pieces.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// Nobody on the board.
    NoPieces,
}

impl Position {
    /// The most pieces a side has.
    pub const MAX_PIECES_PER_SIDE: u32 = 6;

    /// The position with pieces on these points, by the usual house rules.
    ///
    /// # Errors
    /// Why the pieces cannot stand so.
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

    /// The position every game begins with.
    #[must_use]
    pub fn start() -> Position {
        "wwww/w2w/b2b/bbbb b".parse().expect("the starting position reads")
    }

    /// The same position played by other house rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: HouseRules) -> Position {
        self.rules = rules;
        self
    }

    /// The house rules played.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Where `color`'s pieces stand.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> PointSet {
        self.pieces[color.index()]
    }

    /// Whose piece stands on a point, if any.
    #[must_use]
    pub fn piece_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.by_color(color).contains(point))
    }

    /// The points where nobody stands.
    #[inline]
    #[must_use]
    pub fn empty_points(&self) -> PointSet {
        !(self.pieces[0] | self.pieces[1])
    }

    /// Whether no piece of the side to move has an empty point beside it.
    #[inline]
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        (self.by_color(self.side_to_move).neighbors() & self.empty_points()).is_empty()
    }

    /// Where the piece on `point` may legally go. Empty for a piece of the side that is not to move.
    #[must_use]
    pub fn legal_destinations(&self, point: Point) -> PointSet {
        if self.by_color(self.side_to_move).contains(point) && self.outcome().is_none() {
            point.neighbors() & self.empty_points()
        } else {
            PointSet::EMPTY
        }
    }

    /// Every legal move.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate_moves(MoveKind::All, &mut moves);
        moves
    }

    /// The pieces that a legal move takes.
    ///
    /// ```
    /// use yipan_liuzichong::Position;
    /// let position: Position = "2w1/2b1/wb1b/4 b".parse()?;
    /// assert_eq!(position.captured_by("d2c2".parse().unwrap()).to_string(), "a2 c4");
    /// # Ok::<(), yipan_liuzichong::ParsePositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn captured_by(&self, mv: Move) -> PointSet {
        let own = self.by_color(self.side_to_move) ^ mv.from().bit() ^ mv.to().bit();
        capture::captured(self.rules, own, self.by_color(self.side_to_move.other()), mv.to())
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Plays a move that is legal here; any other move breaks the invariants of the position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let captured = self.captured_by(mv);
        self.pieces[self.side_to_move.index()] ^= mv.from().bit() | mv.to().bit();
        self.side_to_move = self.side_to_move.other();
        self.pieces[self.side_to_move.index()] ^= captured;
    }
}

impl MoveGenerator for Position {
    type Move = Move;
    /// The position before.
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
            .map(|&arrivals| u64::from((arrivals & empty).len()))
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

    /// All of a position fits into 36 bits and the mixing can be undone, so two positions never share a key.
    #[inline]
    fn key(&self) -> u64 {
        let [black, white] = self.pieces.map(|pieces| u64::from(pieces.0));
        let side = self.side_to_move.index() as u64;
        splitmix64(black | white << 16 | side << 32 | u64::from(self.rules.bits()) << 33).1
    }
}

/// The one line of text; the house rules are not in it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position_text::write(self, f)
    }
}

/// The board as it is drawn, Black below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self} {}", self.rules)?;
        for rank in (0..4).rev() {
            for file in 0..4 {
                let piece = Point::from_coords(file, rank).and_then(|point| self.piece_at(point));
                write!(f, " {}", piece.map_or('.', position_text::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
