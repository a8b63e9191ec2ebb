use std::fmt;

use yipan_rules::{Kernel, MoveKind, MoveList, Outcome, split_mix};

use crate::{BLACK, Color, HouseRules, Move, Point, Points, WHITE, capture, text};

/// A position: where the men stand, who is to move, and by which house rules.
///
/// No point holds two men, a side has six men or fewer, and there is a man on the board; this is checked once,
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
    men: [Points; 2],
    side: Color,
    rules: HouseRules,
}

/// Why men cannot stand so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Two men on one point.
    Shared {
        /// The points.
        at: Points,
    },
    /// More men than a game begins with.
    TooMany {
        /// Whose men.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// Nobody on the board.
    NoMen,
}

impl Position {
    /// The most men a side has.
    pub const MOST_MEN: u32 = 6;

    /// The position with men on these points, by the usual house rules.
    ///
    /// # Errors
    /// Why the men cannot stand so.
    pub fn new(black: Points, white: Points, side: Color) -> Result<Position, SetupError> {
        if (black & white).any() {
            return Err(SetupError::Shared { at: black & white });
        }
        for (color, men) in [(BLACK, black), (WHITE, white)] {
            if men.len() > Position::MOST_MEN {
                return Err(SetupError::TooMany { color, count: men.len() });
            }
        }
        if (black | white).is_empty() {
            return Err(SetupError::NoMen);
        }
        Ok(Position { men: [black, white], side, rules: HouseRules::default() })
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
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Where `color`'s men stand.
    #[inline]
    #[must_use]
    pub const fn men(&self, color: Color) -> Points {
        self.men[color.index()]
    }

    /// Whose man stands on a point, if any.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.men(color).has(point))
    }

    /// The points where nobody stands.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Points {
        !(self.men[0] | self.men[1])
    }

    /// Whether no man of the side to move has an empty point beside it.
    #[inline]
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        (self.men(self.side).beside() & self.empty()).is_empty()
    }

    /// Where the man on `point` may legally go. Empty for a man of the side that is not to move.
    #[must_use]
    pub fn valid_path(&self, point: Point) -> Points {
        if self.men(self.side).has(point) && self.ending().is_none() {
            point.neighbours() & self.empty()
        } else {
            Points::EMPTY
        }
    }

    /// Every legal move.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.moves(MoveKind::All, &mut moves);
        moves
    }

    /// The men that a legal move takes.
    ///
    /// ```
    /// use yipan_liuzichong::Position;
    /// let position: Position = "2w1/2b1/wb1b/4 b".parse()?;
    /// assert_eq!(position.taken_by("d2c2".parse().unwrap()).to_string(), "a2 c4");
    /// # Ok::<(), yipan_liuzichong::PositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn taken_by(&self, mv: Move) -> Points {
        let own = self.men(self.side) ^ mv.from().bit() ^ mv.to().bit();
        capture::taken(self.rules, own, self.men(self.side.other()), mv.to())
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
        let taken = self.taken_by(mv);
        self.men[self.side.index()] ^= mv.from().bit() | mv.to().bit();
        self.side = self.side.other();
        self.men[self.side.index()] ^= taken;
    }
}

impl Kernel for Position {
    type Move = Move;
    /// The position before.
    type Undo = Position;

    #[inline]
    fn side(&self) -> Color {
        self.side
    }

    fn moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        if self.ending().is_some() {
            return;
        }
        for from in self.men(self.side) {
            for to in from.neighbours() & self.empty() {
                let mv = Move::new(from, to);
                let wanted = match kind {
                    MoveKind::All => true,
                    MoveKind::Captures => self.taken_by(mv).any(),
                    MoveKind::Quiets => self.taken_by(mv).is_empty(),
                };
                if wanted {
                    out.push(mv);
                }
            }
        }
    }

    fn count(&self) -> u64 {
        if self.ending().is_some() {
            return 0;
        }
        let empty = self.empty();
        self.men(self.side).steps().iter().map(|&arrivals| u64::from((arrivals & empty).len())).sum()
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
        self.ending()
    }

    /// All of a position fits into 36 bits and the mixing can be undone, so two positions never share a key.
    #[inline]
    fn key(&self) -> u64 {
        let [black, white] = self.men.map(|men| u64::from(men.0));
        let side = self.side.index() as u64;
        split_mix(black | white << 16 | side << 32 | u64::from(self.rules.bits()) << 33).1
    }
}

/// The one line of text; the house rules are not in it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}

/// The board as it is drawn, Black below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self} {}", self.rules)?;
        for rank in (0..4).rev() {
            for file in 0..4 {
                let man = Point::at(file, rank).and_then(|point| self.at(point));
                write!(f, " {}", man.map_or('.', text::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
