use std::fmt;

use yipan_core::{MoveGenerator, MoveKind, MoveList, Outcome};

use crate::occupancy::Occupancy;
use crate::{Color, FacingRule, Move, Piece, PieceKind, Point, PointSet, Setup, attacks, fen, zobrist};

/// A xiangqi position that can be played: one general a side, in its palace; the side that just moved not
/// attacked, which includes that the generals do not face; no more pieces than a game begins with, each where it
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
    pub(crate) kinds: [PointSet; 7],
    pub(crate) colors: [PointSet; 2],
    pub(crate) occupied: Occupancy,
    pub(crate) key: u64,
    /// Plies since the last capture.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) side_to_move: Color,
    pub(crate) facing_rule: FacingRule,
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
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a point, if any.
    #[must_use]
    pub fn piece_at(&self, point: Point) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.by_color(color).contains(point))?;
        Some(Piece { color, kind: self.kind_at(point) })
    }

    /// The kind of the piece on a point where there is one.
    #[inline]
    pub(crate) fn kind_at(&self, point: Point) -> PieceKind {
        // Asked for in the order of how often they move.
        for kind in [
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Horse,
            PieceKind::Pawn,
            PieceKind::Advisor,
            PieceKind::Elephant,
        ] {
            if self.kinds[kind as usize].contains(point) {
                return kind;
            }
        }
        PieceKind::General
    }

    /// The kind of the piece on a point where there is one; a general where there is none.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, point: Point) -> PieceKind {
        self.kind_at(point)
    }

    /// Where `color`'s pieces stand.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> PointSet {
        self.colors[color.index()]
    }

    /// Where `color`'s pieces of one kind stand.
    #[inline]
    #[must_use]
    pub fn by_color_and_kind(&self, color: Color, kind: PieceKind) -> PointSet {
        self.colors[color.index()] & self.kinds[kind as usize]
    }

    /// Every point with a piece on it.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Occupancy {
        self.occupied
    }

    /// Where `color`'s general stands.
    #[inline]
    #[must_use]
    pub fn general(&self, color: Color) -> Point {
        self.by_color_and_kind(color, PieceKind::General).lowest()
    }

    /// Plies since the last capture.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move to be played, counted from 1 and raised after Black's.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Which rule about the generals' files is played.
    #[inline]
    #[must_use]
    pub const fn facing_rule(&self) -> FacingRule {
        self.facing_rule
    }

    /// The same position played by another rule about the generals' files.
    #[must_use]
    pub const fn with_facing_rule(mut self, facing_rule: FacingRule) -> Position {
        self.facing_rule = facing_rule;
        self
    }

    /// Every legal move.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate_moves(MoveKind::All, &mut moves);
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
        let (from, to, us) = (mv.from(), mv.to(), self.side_to_move);
        let kind = self.kind_at(from);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.colors[us.other().index()].contains(to) {
            let captured = self.kind_at(to);
            self.kinds[captured as usize] ^= to.bit();
            self.colors[us.other().index()] ^= to.bit();
            self.key ^= zobrist::piece_key(us.other(), captured, to);
            self.occupied = self.occupied.toggled(to);
            self.halfmove_clock = 0;
        }
        let both = from.bit() | to.bit();
        self.kinds[kind as usize] ^= both;
        self.colors[us.index()] ^= both;
        self.occupied = self.occupied.toggled(from).toggled(to);
        self.key ^=
            zobrist::piece_key(us, kind, from) ^ zobrist::piece_key(us, kind, to) ^ zobrist::BLACK_TO_MOVE;
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        self.side_to_move = us.other();
    }

    /// Passes, as a null-move search does.
    ///
    /// The result is a playable position only if the side to move is not in check.
    pub fn pass_unchecked(&mut self) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move.index() as u16);
        self.side_to_move = self.side_to_move.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// The hash computed afresh; moves carry it along.
    pub(crate) fn compute_key(&self) -> u64 {
        let side = if self.side_to_move == crate::BLACK { zobrist::BLACK_TO_MOVE } else { 0 };
        self.occupied.points().into_iter().fold(side, |key, point| {
            let piece = self.piece_at(point).expect("an occupied point has a piece");
            key ^ zobrist::piece_key(piece.color, piece.kind, point)
        })
    }

    /// Every point that `color` controls, those included on which its own pieces stand: the enemy general may
    /// enter none of them. A general controls the open file before it; lines go on through the enemy general,
    /// because a general that steps back along a line stays attacked.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, RED};
    /// let position: Position = "9/9/3k5/9/9/9/9/9/4K4/9 b".parse()?;
    /// assert!(position.attacked_points(RED).contains("e7".parse().unwrap()));
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn attacked_points(&self, color: Color) -> PointSet {
        let occupied = self.occupied.toggled(self.general(color.other()));
        self.by_color(color)
            .into_iter()
            .fold(PointSet::EMPTY, |set, from| set | self.attacks_from(from, occupied))
    }

    /// The points that the piece on `point` attacks, whoever stands there, when the board is occupied so. A
    /// general attacks along an open file as well.
    fn attacks_from(&self, point: Point, occupied: Occupancy) -> PointSet {
        let Some(piece) = self.piece_at(point) else { return PointSet::EMPTY };
        match piece.kind {
            PieceKind::General => attacks::general(point) | attacks::rook_on_file(point, occupied),
            PieceKind::Advisor => attacks::advisor(point),
            PieceKind::Elephant => attacks::elephant(point, occupied),
            PieceKind::Horse => attacks::horse(point, occupied),
            PieceKind::Rook => attacks::rook(point, occupied),
            // Over its screen, up to the next piece.
            PieceKind::Cannon => {
                let seen = attacks::rook(point, occupied);
                attacks::rook(point, occupied.without(seen)).without(seen)
            }
            PieceKind::Pawn => attacks::pawn(piece.color, point),
        }
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

    #[inline]
    fn generate_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        self.generate_legal_moves(kind, out);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
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
        self.outcome()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// The position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_fen(&Setup::from(self), f)
    }
}

/// The board as it is drawn, Red below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}")?;
        for rank in (0..10).rev() {
            for file in 0..9 {
                let piece = Point::from_coords(file, rank).and_then(|point| self.piece_at(point));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
