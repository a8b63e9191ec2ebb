use yipan_core::{MoveGenerator, MoveKind, MoveList, Outcome};

use crate::occupancy::Occupancy;
use crate::{Color, FacingRule, Move, Piece, PieceKind, Point, PointSet, zobrist};

/// A playable xiangqi position.
///
/// Each side has exactly one general, in its palace. The side that just moved is not in check, so the generals do
/// not face. No side has more pieces of a kind than a game begins with, and each stands on a point it can reach.
/// `Position::try_from` checks these invariants once, when a [`Setup`](crate::Setup) is converted; all other
/// methods rely on them.
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
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) side_to_move: Color,
    pub(crate) facing_rule: FacingRule,
}

/// The kinds by three binary digits. No kind has the last number.
static KIND_BY_NUMBER: [PieceKind; 8] = {
    let mut kinds = [PieceKind::General; 8];
    let mut number = 0;
    while number < 7 {
        kinds[number] = PieceKind::ALL[number];
        number += 1;
    }
    kinds
};

impl Position {
    /// Returns the side to move.
    ///
    /// ```
    /// use yipan_xiangqi::{BLACK, Position, RED};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.side_to_move(), RED);
    /// assert_eq!(start.after("h2e2".parse()?).side_to_move(), BLACK);
    /// # Ok::<(), yipan_xiangqi::MoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the piece on a point, or `None` if the point is empty.
    ///
    /// ```
    /// use yipan_xiangqi::{Piece, PieceKind, Position, RED};
    ///
    /// let start = Position::start();
    /// let general = Piece { color: RED, kind: PieceKind::General };
    /// assert_eq!(start.piece_at("e0".parse()?), Some(general));
    /// assert_eq!(start.piece_at("e1".parse()?), None);
    /// # Ok::<(), yipan_xiangqi::PointError>(())
    /// ```
    #[must_use]
    pub fn piece_at(&self, point: Point) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.by_color(color).contains(point))?;
        Some(Piece { color, kind: self.kind_at(point) })
    }

    /// Returns the kind of the piece on an occupied point.
    ///
    /// This is faster than [`Position::piece_at`], but returns [`PieceKind::General`] for an empty point.
    ///
    /// ```
    /// use yipan_xiangqi::{PieceKind, Position};
    ///
    /// assert_eq!(Position::start().kind_at("a0".parse()?), PieceKind::Rook);
    /// # Ok::<(), yipan_xiangqi::PointError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn kind_at(&self, point: Point) -> PieceKind {
        // Tested in the order of how often the kinds move.
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

    /// Returns the points of the pieces of a side.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, RED};
    ///
    /// assert_eq!(Position::start().by_color(RED).len(), 16);
    /// ```
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> PointSet {
        self.colors[color.index()]
    }

    /// Returns the points of the pieces of a kind, of both sides.
    ///
    /// ```
    /// use yipan_xiangqi::{PieceKind, Position};
    ///
    /// assert_eq!(Position::start().by_kind(PieceKind::Cannon).to_string(), "b2 h2 b7 h7");
    /// ```
    #[inline]
    #[must_use]
    pub const fn by_kind(&self, kind: PieceKind) -> PointSet {
        self.kinds[kind as usize]
    }

    /// Returns the points of the pieces of one side and kind.
    ///
    /// ```
    /// use yipan_xiangqi::{PieceKind, Position, RED};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.by_color_and_kind(RED, PieceKind::Cannon).to_string(), "b2 h2");
    /// ```
    #[inline]
    #[must_use]
    pub fn by_color_and_kind(&self, color: Color, kind: PieceKind) -> PointSet {
        self.colors[color.index()] & self.kinds[kind as usize]
    }

    /// Calls `visit` for each piece, by the order of their points.
    ///
    /// This is faster than [`Position::piece_at`] for each point, because nothing depends on the kind of the last piece.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// let mut letters = String::new();
    /// Position::start().for_each_piece(|_, piece| letters.push(piece.kind.letter()));
    /// assert_eq!(letters, "RNBAKABNRCCPPPPPPPPPPCCRNBAKABNR");
    /// ```
    #[inline]
    pub fn for_each_piece(&self, mut visit: impl FnMut(Point, Piece)) {
        // The number of a kind has three binary digits; each set has the points where one of them is 1.
        let [_, advisors, elephants, horses, rooks, cannons, pawns] = self.kinds;
        let digits = [advisors | horses | cannons, elephants | horses | pawns, rooks | cannons | pawns];
        for start in [0, 64] {
            let half = |set: PointSet| (set.0 >> start) as u64;
            let (digits, second) = (digits.map(half), half(self.colors[1]));
            let mut rest = half(self.occupied.points());
            while rest != 0 {
                let at = rest.trailing_zeros();
                let digit = |set: u64| (set >> at & 1) as usize;
                let kind = digit(digits[0]) | digit(digits[1]) << 1 | digit(digits[2]) << 2;
                let (color, kind) = (Color::BOTH[digit(second)], KIND_BY_NUMBER[kind]);
                visit(Point::from_valid_index(start + at), Piece { color, kind });
                rest &= rest - 1;
            }
        }
    }

    /// Returns the occupied points in the form that [`attacks`](crate::attacks) expects.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// assert_eq!(Position::start().occupied().points().len(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Occupancy {
        self.occupied
    }

    /// Returns the point of a side's general.
    ///
    /// ```
    /// use yipan_xiangqi::{BLACK, Position};
    ///
    /// assert_eq!(Position::start().general(BLACK).to_string(), "e9");
    /// ```
    #[inline]
    #[must_use]
    pub fn general(&self, color: Color) -> Point {
        self.by_color_and_kind(color, PieceKind::General).lowest()
    }

    /// Returns the number of plies since the last capture.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// let position: Position = "3k5/9/9/9/9/9/9/9/9/3RK4 b - - 12 60".parse()?;
    /// assert_eq!(position.halfmove_clock(), 12);
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the move to be played. It starts at 1 and increases after Black's move.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// assert_eq!(Position::start().fullmove_number(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the rule about generals on the same file.
    #[inline]
    #[must_use]
    pub const fn facing_rule(&self) -> FacingRule {
        self.facing_rule
    }

    /// Returns the same position under another rule about generals on the same file.
    #[must_use]
    pub const fn with_facing_rule(mut self, facing_rule: FacingRule) -> Position {
        self.facing_rule = facing_rule;
        self
    }

    /// Returns all legal moves.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// let legal = Position::start().legal_moves();
    /// assert!(legal.contains(&"h2e2".parse()?));
    /// # Ok::<(), yipan_xiangqi::MoveError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate_moves(MoveKind::All, &mut moves);
        moves
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

    /// Passes the turn, as a null-move search does.
    ///
    /// The result is playable only if the side to move is not in check.
    pub fn pass_unchecked(&mut self) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move.index() as u16);
        self.side_to_move = self.side_to_move.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Computes the hash key from scratch. Moves update it incrementally.
    pub(crate) fn compute_key(&self) -> u64 {
        let side = if self.side_to_move == crate::BLACK { zobrist::BLACK_TO_MOVE } else { 0 };
        self.occupied.points().into_iter().fold(side, |key, point| {
            let piece = self.piece_at(point).expect("an occupied point has a piece");
            key ^ zobrist::piece_key(piece.color, piece.kind, point)
        })
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

    #[inline]
    fn generate_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        self.generate_legal_moves(kind, out);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.count_moves()
    }

    // A search does not need the position before, and does not copy it if this is part of it.
    #[inline(always)]
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
