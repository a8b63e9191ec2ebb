//! Playing a move: the only code that changes a position.

use crate::castling::CastlingPath;
use crate::{BLACK, Bitboard, Color, Kind, Move, Position, Square, WHITE, attacks, zobrist};

impl Position {
    /// Plays a move that is legal here; any other move breaks the invariants of the position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        match self.side {
            WHITE => self.play_for::<true>(mv),
            BLACK => self.play_for::<false>(mv),
        }
    }

    /// Passes, as a null-move search and some annotators do.
    ///
    /// The result is a playable position only if the side to move is not in check.
    pub fn pass_unchecked(&mut self) {
        self.passed = None;
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.change_sides();
    }

    #[inline]
    fn play_for<const WHITE_MOVES: bool>(&mut self, mv: Move) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        let them = us.other();
        let (from, to) = (mv.from(), mv.to());
        let kind = self.kind_at(from);
        self.passed = None;
        self.quiet_plies = self.quiet_plies.saturating_add(1);

        if mv.is_castling() {
            let path = CastlingPath::new(from, to);
            self.lose_castling(self.castling_rooks(us));
            self.toggle(us, Kind::King, from);
            self.toggle(us, Kind::Rook, to);
            self.toggle(us, Kind::King, path.king_to);
            self.toggle(us, Kind::Rook, path.rook_to);
            self.change_sides();
            return;
        }

        if self.colors[them.index()].has(to) {
            self.toggle(them, self.kind_at(to), to);
            self.quiet_plies = 0;
        }
        // Removing and adding at once: one exclusive-or a board.
        self.kinds[kind as usize] ^= from.bit() | to.bit();
        self.colors[us.index()] ^= from.bit() | to.bit();
        self.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
        let touched = self.castling & (from.bit() | to.bit());
        if touched.any() {
            self.lose_castling(touched);
        }
        match kind {
            Kind::Pawn => self.after_pawn_move::<WHITE_MOVES>(mv),
            Kind::King if self.castling.any() => self.lose_castling(self.castling_rooks(us)),
            _ => {}
        }
        self.change_sides();
        if kind == Kind::Pawn && from.index().abs_diff(to.index()) == 16 {
            self.offer_en_passant(Square::wrap((from.index() + to.index()) as u32 / 2));
        }
    }

    #[inline]
    fn after_pawn_move<const WHITE_MOVES: bool>(&mut self, mv: Move) {
        let us = const { if WHITE_MOVES { WHITE } else { BLACK } };
        self.quiet_plies = 0;
        if let Some(kind) = mv.promotes_to() {
            self.toggle(us, Kind::Pawn, mv.to());
            self.toggle(us, kind, mv.to());
        } else if mv.is_en_passant() {
            self.toggle(us.other(), Kind::Pawn, mv.to().with_rank_of(mv.from()));
        }
    }

    /// Puts a man on an empty square, or takes it away.
    #[inline]
    pub(crate) fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.kinds[kind as usize] ^= square.bit();
        self.colors[color.index()] ^= square.bit();
        self.key ^= zobrist::man(color, kind, square);
    }

    /// These rooks may castle no more.
    pub(crate) fn lose_castling(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.key ^= zobrist::castling(rook);
        }
        self.castling ^= rooks;
        self.chess960 &= self.castling.any();
    }

    /// Gives `color` the right to move, whoever has it. With dice the sides do not alternate.
    #[inline]
    pub(crate) fn give_turn_to(&mut self, color: Color) {
        if self.side != color {
            self.side = color;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
    }

    #[inline]
    fn change_sides(&mut self) {
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Remembers the square behind a pawn that just made a double step, if a pawn stands ready to take it.
    #[inline]
    pub(crate) fn offer_en_passant(&mut self, target: Square) {
        let takers = attacks::pawn(self.side.other(), target) & self.of(self.side, Kind::Pawn);
        self.passed = takers.any().then_some(target);
    }
}
