use alloc::vec::Vec;
use core::fmt;

use yipan_core::{MoveGenerator, MoveKind, MoveList, Outcome};

use crate::{BLACK, Bitboard, Color, Move, Piece, PieceKind, Square, attacks, zobrist};

/// A legal chess position.
///
/// Each side has exactly one king, the side that just moved is not in check, no pawn stands on the first or last rank,
/// and castling rights and en-passant square agree with the board. These invariants are checked once, when a
/// [`Setup`](crate::Setup) is converted to a position.
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
    /// The rooks that still have the right to castle.
    pub(crate) castling: Bitboard,
    /// The hash without the en-passant square, which counts only while a capture is legal.
    pub(crate) key: u64,
    /// Plies since the last capture or pawn move; with modes, turns.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    /// The square behind a pawn that just made a double step beside an enemy pawn.
    pub(crate) ep_square: Option<Square>,
    pub(crate) side_to_move: Color,
    /// Whether castling is written as the king taking its own rook, as Chess960 requires.
    pub(crate) chess960: bool,
}

impl Position {
    /// Returns the side to move.
    ///
    /// ```
    /// use yipan_chess::{Position, WHITE};
    /// assert_eq!(Position::start().side_to_move(), WHITE);
    /// ```
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the piece on a square, if any.
    ///
    /// ```
    /// use yipan_chess::{BLACK, Piece, PieceKind, Position};
    /// let start = Position::start();
    /// assert_eq!(start.piece_at("d8".parse()?), Some(Piece { color: BLACK, kind: PieceKind::Queen }));
    /// assert_eq!(start.piece_at("d5".parse()?), None);
    /// # Ok::<(), yipan_chess::SquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.by_color[color.index()].contains(square))?;
        Some(Piece { color, kind: self.kind_at(square) })
    }

    /// Returns the pieces on `squares`, from a1 to h8.
    pub(crate) fn pieces_on(&self, squares: Bitboard) -> Vec<(Square, Piece)> {
        let piece = |square: Square| Some((square, self.piece_at(square)?));
        (self.occupied() & squares).into_iter().filter_map(piece).collect()
    }

    /// Returns the kind of the piece on an occupied square; a pawn if the square is empty.
    #[inline]
    #[must_use]
    pub fn kind_at(&self, square: Square) -> PieceKind {
        // A sum is cheaper than a search: its six terms do not depend on each other.
        let mut index = 0;
        for kind in 1..6 {
            index += (self.by_kind[kind].0 >> square.index() & 1) * kind as u64;
        }
        PieceKind::from_index(index)
    }

    /// Returns the kind of the piece that a legal move captures, if any.
    #[inline]
    #[must_use]
    pub fn captured_kind(&self, mv: Move) -> Option<PieceKind> {
        let captured =
            self.by_color[self.side_to_move.other().index()].contains(mv.to()).then(|| self.kind_at(mv.to()));
        captured.or(mv.is_en_passant().then_some(PieceKind::Pawn))
    }

    /// Returns the squares of `color`'s pieces.
    ///
    /// ```
    /// use yipan_chess::{Position, WHITE};
    /// assert_eq!(Position::start().by_color(WHITE).len(), 16);
    /// ```
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Returns the squares of both sides' pieces of one kind.
    ///
    /// ```
    /// use yipan_chess::{PieceKind, Position};
    /// assert_eq!(Position::start().by_kind(PieceKind::Rook).to_string(), "a1 h1 a8 h8");
    /// ```
    #[inline]
    #[must_use]
    pub const fn by_kind(&self, kind: PieceKind) -> Bitboard {
        self.by_kind[kind as usize]
    }

    /// Returns the squares of `color`'s pieces of one kind.
    ///
    /// ```
    /// use yipan_chess::{BLACK, PieceKind, Position};
    /// let knights = Position::start().by_color_and_kind(BLACK, PieceKind::Knight);
    /// assert_eq!(knights.to_string(), "b8 g8");
    /// ```
    #[inline]
    #[must_use]
    pub fn by_color_and_kind(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.by_color[color.index()] & self.by_kind[kind as usize]
    }

    /// Returns every square with a piece on it.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// assert_eq!(Position::start().occupied().len(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the square of `color`'s king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.by_color_and_kind(color, PieceKind::King).lowest()
    }

    /// Returns the rooks with which `color` still has the right to castle.
    ///
    /// Whether castling is legal now also depends on the squares between king and rook.
    #[inline]
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> Bitboard {
        self.castling & self.by_color[color.index()]
    }

    /// Returns the en-passant square if a legal en-passant capture exists.
    ///
    /// The repetition rule compares positions by this square, not by the last double step.
    #[must_use]
    pub fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square.filter(|&target| {
            let pawns = attacks::pawn(self.side_to_move.other(), target)
                & self.by_color_and_kind(self.side_to_move, PieceKind::Pawn);
            pawns.into_iter().any(|pawn| self.is_en_passant_legal(pawn, target))
        })
    }

    /// Returns the number of plies since the last capture or pawn move.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let start = Position::start();
    /// let knight = start.parse_san("Nf3").unwrap();
    /// assert_eq!(start.after(knight).halfmove_clock(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the move to be played, counted from 1 and incremented after Black's move.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// assert_eq!(Position::start().fullmove_number(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Whether castling is written as the king taking its own rook, as Chess960 requires.
    #[inline]
    #[must_use]
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Marks the position as Chess960, so that castling is written as the king taking its rook.
    ///
    /// Has no effect without castling rights.
    #[must_use]
    pub fn with_chess960_castling(mut self) -> Position {
        self.chess960 = self.castling.any();
        self
    }

    /// Returns every legal move.
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

    /// Returns the position after a legal move.
    ///
    /// Any other move breaks the invariants of the position; see [`Position::is_legal`].
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Computes the hash of pieces, castling rights and side to move from scratch; moves update it incrementally.
    pub(crate) fn compute_key(&self) -> u64 {
        let mut key = if self.side_to_move == BLACK { zobrist::BLACK_TO_MOVE } else { 0 };
        for square in self.occupied() {
            let piece = self.piece_at(square).expect("an occupied square has a piece");
            key ^= zobrist::piece(piece.color, piece.kind, square);
        }
        for rook in self.castling {
            key ^= zobrist::castling(rook);
        }
        key
    }

    /// Returns the squares that the piece on `square` attacks, including those of its own side.
    ///
    /// Returns the empty set if the square is empty.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let start = Position::start();
    /// assert_eq!(start.attacks_from("b1".parse()?).to_string(), "d2 a3 c3");
    /// # Ok::<(), yipan_chess::SquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.attacks_from_with(square, self.occupied())
    }

    /// Returns the squares that the piece on `square` would attack if exactly the squares of `occupied` held pieces.
    pub(crate) fn attacks_from_with(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let Some(piece) = self.piece_at(square) else { return Bitboard::EMPTY };
        match piece.kind {
            PieceKind::Pawn => attacks::pawn(piece.color, square),
            PieceKind::Knight => attacks::knight(square),
            PieceKind::Bishop => attacks::bishop(square, occupied),
            PieceKind::Rook => attacks::rook(square, occupied),
            PieceKind::Queen => attacks::queen(square, occupied),
            PieceKind::King => attacks::king(square),
        }
    }

    /// Returns the pieces of `color` that attack `square`.
    ///
    /// ```
    /// use yipan_chess::{Position, WHITE};
    /// let start = Position::start();
    /// assert_eq!(start.attacks_to("f3".parse()?, WHITE).to_string(), "g1 e2 g2");
    /// # Ok::<(), yipan_chess::SquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks_to(&self, square: Square, color: Color) -> Bitboard {
        self.attacks_to_with(square, color, self.occupied())
    }

    /// Returns the pieces of `color` that would attack `square` if exactly the squares of `occupied` held pieces.
    #[inline]
    pub(crate) fn attacks_to_with(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_kind;
        self.by_color[color.index()]
            & (attacks::pawn(color.other(), square) & pawns
                | attacks::knight(square) & knights
                | attacks::king(square) & kings
                | attacks::bishop(square, occupied) & (bishops | queens)
                | attacks::rook(square, occupied) & (rooks | queens))
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
    /// The position before the move: copying its 88 bytes is cheaper than undoing the change.
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

/// Positions are equal if their FEN is equal: an en-passant square without a legal capture makes no difference.
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

/// Writes the FEN and a diagram, with White at the bottom.
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
