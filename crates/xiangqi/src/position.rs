use std::fmt;

use yipan_rules::{Kernel, MoveKind, MoveList, Outcome};

use crate::occupied::Occupied;
use crate::{Color, FacingRule, Kind, Move, Piece, Point, Points, Setup, attacks, fen, zobrist};

/// A xiangqi position that can be played: one general a side, in its palace; the side that just moved not
/// attacked, which includes that the generals do not face; no more men than a game begins with, each where it
/// can have come to.
///
/// These invariants are checked once, when a [`Setup`] becomes a position; everything after trusts them.
///
/// ```
/// use yipan_xiangqi::Position;
///
/// let start = Position::start();
/// assert_eq!(start.legal_moves().len(), 44);
/// assert_eq!(start.to_string(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) kinds: [Points; 7],
    pub(crate) colors: [Points; 2],
    pub(crate) occupied: Occupied,
    pub(crate) key: u64,
    /// Plies since the last capture.
    pub(crate) quiet_plies: u16,
    pub(crate) move_number: u16,
    pub(crate) side: Color,
    pub(crate) facing: FacingRule,
}

impl Position {
    /// The position every game begins with.
    #[must_use]
    pub fn start() -> Position {
        Setup::start().try_into().expect("the starting position is legal")
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The man on a point, if any.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.men(color).has(point))?;
        Some(Piece { color, kind: self.kind_at(point) })
    }

    /// The kind of the man on a point where there is one.
    #[inline]
    pub(crate) fn kind_at(&self, point: Point) -> Kind {
        // Asked for in the order of how often they move.
        for kind in [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn, Kind::Advisor, Kind::Elephant] {
            if self.kinds[kind as usize].has(point) {
                return kind;
            }
        }
        Kind::General
    }

    /// The kind of the man on a point where there is one; a general where there is none.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, point: Point) -> Kind {
        self.kind_at(point)
    }

    /// Where `color`'s men stand.
    #[inline]
    #[must_use]
    pub const fn men(&self, color: Color) -> Points {
        self.colors[color.index()]
    }

    /// Where `color`'s men of one kind stand.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color, kind: Kind) -> Points {
        self.colors[color.index()] & self.kinds[kind as usize]
    }

    /// Every point with a man on it.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Occupied {
        self.occupied
    }

    /// Where `color`'s general stands.
    #[inline]
    #[must_use]
    pub fn general(&self, color: Color) -> Point {
        self.of(color, Kind::General).lowest()
    }

    /// Plies since the last capture.
    #[inline]
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move to be played, counted from 1 and raised after Black's.
    #[inline]
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Which rule about the generals' files is played.
    #[inline]
    #[must_use]
    pub const fn facing_rule(&self) -> FacingRule {
        self.facing
    }

    /// The same position played by another rule about the generals' files.
    #[must_use]
    pub const fn with_facing_rule(mut self, facing: FacingRule) -> Position {
        self.facing = facing;
        self
    }

    /// Every legal move.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.moves(MoveKind::All, &mut moves);
        moves
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
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let kind = self.kind_at(from);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if self.colors[us.other().index()].has(to) {
            let taken = self.kind_at(to);
            self.kinds[taken as usize] ^= to.bit();
            self.colors[us.other().index()] ^= to.bit();
            self.key ^= zobrist::man(us.other(), taken, to);
            self.occupied = self.occupied.toggled(to);
            self.quiet_plies = 0;
        }
        let both = from.bit() | to.bit();
        self.kinds[kind as usize] ^= both;
        self.colors[us.index()] ^= both;
        self.occupied = self.occupied.toggled(from).toggled(to);
        self.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to) ^ zobrist::BLACK_TO_MOVE;
        self.move_number = self.move_number.saturating_add(us.index() as u16);
        self.side = us.other();
    }

    /// Passes, as a null-move search does.
    ///
    /// The result is a playable position only if the side to move is not in check.
    pub fn pass_unchecked(&mut self) {
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// The hash computed afresh; moves carry it along.
    pub(crate) fn compute_key(&self) -> u64 {
        let side = if self.side == crate::BLACK { zobrist::BLACK_TO_MOVE } else { 0 };
        self.occupied.points().into_iter().fold(side, |key, point| {
            let man = self.at(point).expect("an occupied point has a man");
            key ^ zobrist::man(man.color, man.kind, point)
        })
    }

    /// Every point that `color` controls, those included on which its own men stand: the enemy general may
    /// enter none of them. A general controls the open file before it; lines go on through the enemy general,
    /// because a general that steps back along a line stays attacked.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, RED};
    /// let position: Position = "9/9/3k5/9/9/9/9/9/4K4/9 b".parse()?;
    /// assert!(position.control(RED).has("e7".parse().unwrap()));
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn control(&self, color: Color) -> Points {
        let occupied = self.occupied.toggled(self.general(color.other()));
        self.men(color).into_iter().fold(Points::EMPTY, |set, from| set | self.reach(from, occupied))
    }

    /// The points that the man on `point` attacks, whoever stands there, when the board is occupied so. A
    /// general attacks along an open file as well.
    fn reach(&self, point: Point, occupied: Occupied) -> Points {
        let Some(man) = self.at(point) else { return Points::EMPTY };
        match man.kind {
            Kind::General => attacks::general(point) | attacks::file(point, occupied),
            Kind::Advisor => attacks::advisor(point),
            Kind::Elephant => attacks::elephant(point, occupied),
            Kind::Horse => attacks::horse(point, occupied),
            Kind::Rook => attacks::rook(point, occupied),
            // Over its screen, up to the next man.
            Kind::Cannon => {
                let seen = attacks::rook(point, occupied);
                attacks::rook(point, occupied.without(seen)).without(seen)
            }
            Kind::Pawn => attacks::pawn(man.color, point),
        }
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

    #[inline]
    fn moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        self.generate(kind, out);
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_moves()
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

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// The position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write(&Setup::from(self), f)
    }
}

/// The board as it is drawn, Red below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}")?;
        for rank in (0..10).rev() {
            for file in 0..9 {
                let man = Point::at(file, rank).and_then(|point| self.at(point));
                write!(f, " {}", man.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
