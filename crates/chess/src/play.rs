//! Playing a move: the only code that changes a position.

use crate::castling::CastlingPath;
use crate::{BLACK, Bitboard, Color, Move, PieceKind, Position, Square, WHITE, attacks, zobrist};

impl Position {
    /// Plays a legal move. Any other move breaks the invariants of the position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        match self.side_to_move {
            WHITE => self.play_for::<true>(mv),
            BLACK => self.play_for::<false>(mv),
        }
    }

    /// Passes the turn, as null-move pruning and some annotators do.
    ///
    /// The result is a legal position only if the side to move is not in check.
    pub fn null_move_unchecked(&mut self) {
        self.ep_square = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.switch_side_to_move();
    }

    #[inline]
    fn play_for<const WHITE_MOVES: bool>(&mut self, mv: Move) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        let them = us.other();
        let (from, to) = (mv.from(), mv.to());
        let kind = self.kind_at(from);
        self.ep_square = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);

        if mv.is_castling() {
            let path = CastlingPath::new(from, to);
            self.revoke_castling(self.castling_rooks(us));
            self.toggle_piece(us, PieceKind::King, from);
            self.toggle_piece(us, PieceKind::Rook, to);
            self.toggle_piece(us, PieceKind::King, path.king_to);
            self.toggle_piece(us, PieceKind::Rook, path.rook_to);
            self.switch_side_to_move();
            return;
        }

        if self.by_color[them.index()].contains(to) {
            self.toggle_piece(them, self.kind_at(to), to);
            self.halfmove_clock = 0;
        }
        // Removes and adds the piece with one exclusive-or per board.
        self.by_kind[kind as usize] ^= from.bit() | to.bit();
        self.by_color[us.index()] ^= from.bit() | to.bit();
        self.key ^= zobrist::piece(us, kind, from) ^ zobrist::piece(us, kind, to);
        let touched = self.castling & (from.bit() | to.bit());
        if touched.any() {
            self.revoke_castling(touched);
        }
        match kind {
            PieceKind::Pawn => self.finish_pawn_move::<WHITE_MOVES>(mv),
            PieceKind::King if self.castling.any() => self.revoke_castling(self.castling_rooks(us)),
            _ => {}
        }
        self.switch_side_to_move();
        if kind == PieceKind::Pawn && from.index().abs_diff(to.index()) == 16 {
            self.set_ep_square(Square::from_low_bits((from.index() + to.index()) as u32 / 2));
        }
    }

    #[inline]
    fn finish_pawn_move<const WHITE_MOVES: bool>(&mut self, mv: Move) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        self.halfmove_clock = 0;
        if let Some(kind) = mv.promotes_to() {
            self.toggle_piece(us, PieceKind::Pawn, mv.to());
            self.toggle_piece(us, kind, mv.to());
        } else if mv.is_en_passant() {
            self.toggle_piece(us.other(), PieceKind::Pawn, mv.to().with_rank_of(mv.from()));
        }
    }

    /// Puts a piece on an empty square, or removes it.
    #[inline]
    pub(crate) fn toggle_piece(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.by_kind[kind as usize] ^= square.bit();
        self.by_color[color.index()] ^= square.bit();
        self.key ^= zobrist::piece(color, kind, square);
    }

    /// Removes the castling rights of these rooks.
    pub(crate) fn revoke_castling(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.key ^= zobrist::castling(rook);
        }
        self.castling ^= rooks;
        self.chess960 &= self.castling.any();
    }

    /// Gives `color` the right to move. With dice the sides do not alternate.
    #[inline]
    pub(crate) fn set_side_to_move(&mut self, color: Color) {
        if self.side_to_move != color {
            self.side_to_move = color;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
    }

    #[inline]
    fn switch_side_to_move(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move.index() as u16);
        self.side_to_move = self.side_to_move.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Stores the square behind a pawn that just made a double step, if an enemy pawn could capture it.
    #[inline]
    pub(crate) fn set_ep_square(&mut self, target: Square) {
        let takers = attacks::pawn(self.side_to_move.other(), target)
            & self.by_color_and_kind(self.side_to_move, PieceKind::Pawn);
        self.ep_square = takers.any().then_some(target);
    }
}
