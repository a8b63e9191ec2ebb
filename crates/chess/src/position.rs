use std::fmt;

use yipan_core::{MoveGenerator, MoveKind, MoveList, Outcome};

use crate::{BLACK, Bitboard, Color, Move, Piece, PieceKind, Square, attacks, zobrist};

/// A chess position that can be played: exactly one king a side, the side that just moved not in check,
/// no pawn on the first or last rank, castling rights and en-passant square true to the board.
///
/// These invariants are checked once, when a [`Setup`](crate::Setup) becomes a position; everything after trusts them.
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
    pub(crate) by_kind: [Bitboard; 6],
    pub(crate) by_color: [Bitboard; 2],
    /// The rooks that may still castle: "king and rook have not moved" as state.
    pub(crate) castling: Bitboard,
    /// The hash of all but the en-passant square, which counts only while it can be used.
    pub(crate) key: u64,
    /// Plies since the last capture or pawn move.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    /// The square behind a pawn that just made a double step past an enemy pawn.
    pub(crate) ep_square: Option<Square>,
    pub(crate) side_to_move: Color,
    /// Castling is written as the king taking its rook. False once no right is left: nothing to write then.
    pub(crate) chess960: bool,
}

impl Position {
    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The man on a square, if any.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.by_color[color.index()].contains(square))?;
        Some(Piece { color, kind: self.kind_at(square) })
    }

    /// The pieces on `squares`, from a1 to h8.
    pub(crate) fn pieces_on(&self, squares: Bitboard) -> Vec<(Square, Piece)> {
        let piece = |square: Square| Some((square, self.piece_at(square)?));
        (self.occupied() & squares).into_iter().filter_map(piece).collect()
    }

    /// The kind of the man on a square where there is one.
    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> PieceKind {
        // Adding up is cheaper than asking: the six answers do not depend on each other.
        let mut index = 0;
        for kind in 1..6 {
            index += (self.by_kind[kind].0 >> square.index() & 1) * kind as u64;
        }
        PieceKind::from_index(index)
    }

    /// The kind of the man that a legal move takes, if any.
    #[inline]
    #[must_use]
    pub fn captured_kind(&self, mv: Move) -> Option<PieceKind> {
        let taken =
            self.by_color[self.side_to_move.other().index()].contains(mv.to()).then(|| self.kind_at(mv.to()));
        taken.or(mv.is_en_passant().then_some(PieceKind::Pawn))
    }

    /// Where `color`'s men stand.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Where `color`'s men of one kind stand.
    #[inline]
    #[must_use]
    pub fn by_color_and_kind(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.by_color[color.index()] & self.by_kind[kind as usize]
    }

    /// Every square with a man on it.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Where `color`'s king stands.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.by_color_and_kind(color, PieceKind::King).lowest()
    }

    /// The rooks with which `color` may still castle, as far as moved kings and rooks are concerned.
    #[inline]
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> Bitboard {
        self.castling & self.by_color[color.index()]
    }

    /// The square behind a pawn that can be taken in passing now: some pawn may really do so without leaving
    /// its king attacked. That is what the repetition rule asks for.
    #[must_use]
    pub fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square.filter(|&target| {
            let pawns = attacks::pawn(self.side_to_move.other(), target)
                & self.by_color_and_kind(self.side_to_move, PieceKind::Pawn);
            pawns.into_iter().any(|pawn| self.is_en_passant_legal(pawn, target))
        })
    }

    /// Plies since the last capture or pawn move.
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

    /// Whether castling is written as the king taking its own rook, as Chess960 needs.
    #[inline]
    #[must_use]
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The same position with castling written the Chess960 way; without castling rights nothing changes.
    #[must_use]
    pub fn with_chess960_castling(mut self) -> Position {
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

    /// The hash of the men, the rights and the side to move, computed afresh; moves carry it along.
    pub(crate) fn compute_key(&self) -> u64 {
        let mut key = if self.side_to_move == BLACK { zobrist::BLACK_TO_MOVE } else { 0 };
        for square in self.occupied() {
            let piece = self.piece_at(square).expect("an occupied square has a man");
            key ^= zobrist::piece(piece.color, piece.kind, square);
        }
        for rook in self.castling {
            key ^= zobrist::castling(rook);
        }
        key
    }

    /// The men of `by` that attack `square` when the board is occupied like this.
    #[inline]
    pub(crate) fn attacks_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_kind;
        self.by_color[by.index()]
            & (attacks::pawn(by.other(), square) & pawns
                | attacks::knight(square) & knights
                | attacks::king(square) & kings
                | attacks::bishop(square, occupied) & (bishops | queens)
                | attacks::rook(square, occupied) & (rooks | queens))
    }
}

impl MoveGenerator for Position {
    type Move = Move;
    /// The position before: copying its 88 bytes is cheaper than working out what to undo.
    type Undo = Position;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    #[inline]
    fn generate_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        self.generate(kind, out);
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
        self.key ^ self.legal_ep_square().map_or(0, zobrist::en_passant)
    }
}

/// Two positions are equal when they read the same: a pawn that was passed but may not be taken is no
/// difference.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let identity = |p: &Position| {
            (
                p.by_kind,
                p.by_color,
                p.castling,
                p.side_to_move,
                p.chess960,
                p.halfmove_clock,
                p.fullmove_number,
                p.legal_ep_square(),
            )
        };
        identity(self) == identity(other)
    }
}

impl Eq for Position {}

/// The board as it is drawn, White below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = Square::from_coords(file, rank).and_then(|square| self.piece_at(square));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
