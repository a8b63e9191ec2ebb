use std::fmt;

use yipan_rules::{Kernel, MoveKind, MoveList, Outcome};

use crate::{BLACK, Bitboard, Color, Kind, Move, Piece, Square, attacks, fen, setup::Setup, zobrist};

/// A chess position that can be played: exactly one king a side, the side that just moved not in check,
/// no pawn on the first or last rank, castling rights and en-passant square true to the board.
///
/// These invariants are checked once, when a [`Setup`] becomes a position; everything after trusts them.
///
/// ```
/// use yipan_chess::Position;
///
/// let start = Position::start();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    pub(crate) kinds: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    /// The rooks that may still castle: "king and rook have not moved" as state.
    pub(crate) castling: Bitboard,
    /// The hash of all but the en-passant square, which counts only while it can be used.
    pub(crate) key: u64,
    /// Plies since the last capture or pawn move.
    pub(crate) quiet_plies: u16,
    pub(crate) move_number: u16,
    /// The square behind a pawn that just made a double step past an enemy pawn.
    pub(crate) passed: Option<Square>,
    pub(crate) side: Color,
    /// Castling is written as the king taking its rook. False once no right is left: nothing to write then.
    pub(crate) chess960: bool,
}

impl Position {
    /// The position every game of chess begins with.
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

    /// The man on a square, if any.
    #[inline]
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.colors[color.index()].has(square))?;
        Some(Piece { color, kind: self.kind_at(square) })
    }

    /// The kind of the man on a square where there is one.
    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> Kind {
        // Adding up is cheaper than asking: the six answers do not depend on each other.
        let mut index = 0;
        for kind in 1..6 {
            index += (self.kinds[kind].0 >> square.index() & 1) * kind as u64;
        }
        Kind::wrap(index)
    }

    /// The kind of the man that a legal move takes, if any.
    #[inline]
    #[must_use]
    pub fn taken_by(&self, mv: Move) -> Option<Kind> {
        let taken = self.colors[self.side.other().index()].has(mv.to()).then(|| self.kind_at(mv.to()));
        taken.or(mv.is_en_passant().then_some(Kind::Pawn))
    }

    /// Where `color`'s men stand.
    #[inline]
    #[must_use]
    pub const fn men(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Where `color`'s men of one kind stand.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.colors[color.index()] & self.kinds[kind as usize]
    }

    /// Every square with a man on it.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Where `color`'s king stands.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.of(color, Kind::King).lowest()
    }

    /// The rooks with which `color` may still castle, as far as moved kings and rooks are concerned.
    #[inline]
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> Bitboard {
        self.castling & self.colors[color.index()]
    }

    /// The square behind a pawn that can be taken in passing now: some pawn may really do so without leaving
    /// its king attacked. That is what the repetition rule asks for.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.passed.filter(|&target| {
            let pawns = attacks::pawn(self.side.other(), target) & self.of(self.side, Kind::Pawn);
            pawns.into_iter().any(|pawn| self.may_take_in_passing(pawn, target))
        })
    }

    /// Plies since the last capture or pawn move.
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

    /// Whether castling is written as the king taking its own rook, as Chess960 needs.
    #[inline]
    #[must_use]
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The same position with castling written the Chess960 way; without castling rights nothing changes.
    #[must_use]
    pub fn as_chess960(mut self) -> Position {
        self.chess960 = self.castling.any();
        self
    }

    /// Every legal move.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let lone: Position = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(lone.legal_moves().len(), 3);
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
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

    /// The hash of the men, the rights and the side to move, computed afresh; moves carry it along.
    pub(crate) fn compute_key(&self) -> u64 {
        let mut key = if self.side == BLACK { zobrist::BLACK_TO_MOVE } else { 0 };
        for square in self.occupied() {
            let piece = self.at(square).expect("an occupied square has a man");
            key ^= zobrist::man(piece.color, piece.kind, square);
        }
        for rook in self.castling {
            key ^= zobrist::castling(rook);
        }
        key
    }

    /// The men of `by` that attack `square` when the board is occupied like this.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        self.colors[by.index()]
            & (attacks::pawn(by.other(), square) & pawns
                | attacks::knight(square) & knights
                | attacks::king(square) & kings
                | attacks::bishop(square, occupied) & (bishops | queens)
                | attacks::rook(square, occupied) & (rooks | queens))
    }
}

impl Kernel for Position {
    type Move = Move;
    /// The position before: copying its 88 bytes is cheaper than working out what to undo.
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
        self.key ^ self.en_passant().map_or(0, zobrist::en_passant)
    }
}

/// Two positions are equal when they read the same: a pawn that was passed but may not be taken is no
/// difference.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let identity = |p: &Position| {
            (p.kinds, p.colors, p.castling, p.side, p.chess960, p.quiet_plies, p.move_number, p.en_passant())
        };
        identity(self) == identity(other)
    }
}

impl Eq for Position {}

/// The position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write(&Setup::from(self), f)
    }
}

/// The board as it is drawn, White below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let man = Square::at(file, rank).and_then(|square| self.at(square));
                write!(f, " {}", man.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
