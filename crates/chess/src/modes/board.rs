use yipan_core::{AnyPiece, Cause, Effect, EffectSink, Viewer};

use crate::attacks;
use crate::effects::push_move_effects;
use crate::{Bitboard, Color, LostPieces, Move, Piece, PieceKind, Position, Square};

/// The board of a game with modes: the position, and state that only modes need.
///
/// The en-passant square of the position is always `None` here, because with dice several pawns may be
/// capturable. Double steps are tracked here too, because a pawn that a portal carried home has lost its
/// double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModeBoard {
    pub(crate) position: Position,
    /// The pawns that their owner has never moved, which alone may make a double step. Falling does not count
    /// as a move.
    pub(crate) unmoved_pawns: Bitboard,
    /// The squares that pawns skipped with double steps, as long as those pawns have not moved on.
    pub(super) ep_squares: Bitboard,
    /// Whether there was a capture, a pawn move or an explosion in this turn.
    pub(crate) made_progress: bool,
    pub(crate) lost_pieces: LostPieces,
}

/// The rights to castling, double steps and en-passant captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpecialMoveRights {
    /// The rooks with castling rights.
    pub castling: Bitboard,
    /// The pawns that may make a double step.
    pub unmoved_pawns: Bitboard,
    /// The squares on which the viewer's pawns may capture en passant.
    pub ep_squares: Bitboard,
}

impl SpecialMoveRights {
    /// Returns the rights in a position of standard chess: the player's, or for other viewers those of the
    /// side to move.
    pub(crate) fn of(position: &Position, viewer: Viewer) -> SpecialMoveRights {
        let own = match viewer {
            Viewer::Player(side) => side,
            Viewer::Spectator | Viewer::Arbiter => position.side_to_move(),
        };
        ModeBoard::new(*position).rights_of(own, true)
    }
}

impl ModeBoard {
    /// Creates the board of a position in which every pawn on its second rank may still make a double step.
    pub(crate) fn new(mut position: Position) -> ModeBoard {
        let home = |color: Color| position.by_color_and_kind(color, PieceKind::Pawn) & second_rank(color);
        let fresh = home(Color::First) | home(Color::Second);
        let passed = position.ep_square.map_or(Bitboard::EMPTY, Square::bit);
        position.ep_square = None;
        ModeBoard {
            position,
            unmoved_pawns: fresh,
            ep_squares: passed,
            made_progress: false,
            lost_pieces: LostPieces::default(),
        }
    }

    /// Creates the board of a determinized position with the rights that a viewer knows. Enemy pawns on their
    /// second rank are assumed to be unmoved.
    pub(crate) fn determinized(position: Position, rights: SpecialMoveRights) -> ModeBoard {
        let them = position.side_to_move().other();
        let fresh = ModeBoard::new(position).unmoved_pawns & position.by_color(them)
            | rights.unmoved_pawns & position.by_color(position.side_to_move());
        ModeBoard { unmoved_pawns: fresh, ep_squares: rights.ep_squares, ..ModeBoard::new(position) }
    }

    /// Returns the rights that `own` may know: all, or in fog those of its own pieces.
    pub(crate) fn rights_of(&self, own: Color, whole: bool) -> SpecialMoveRights {
        let known = if whole { Bitboard::ALL } else { self.position.by_color(own) };
        // A double step that no pawn could answer stays unnoticed.
        let takers = attacks::pawn_set_attacks(own, self.position.by_color_and_kind(own, PieceKind::Pawn));
        SpecialMoveRights {
            castling: self.position.castling & known,
            unmoved_pawns: self.unmoved_pawns & known,
            ep_squares: (self.ep_squares_for(own) & takers).without(self.position.occupied()),
        }
    }

    /// Returns the squares on which the pawns of `us` may capture en passant now.
    pub(crate) fn ep_squares_for(&self, us: Color) -> Bitboard {
        self.ep_squares & sixth_rank(us)
    }

    /// Returns the pieces that attack `color`'s king; none if a mine destroyed the king.
    pub(crate) fn checkers(&self, color: Color) -> Bitboard {
        let position = &self.position;
        let king = position.by_color_and_kind(color, PieceKind::King).first();
        king.map_or(Bitboard::EMPTY, |king| position.attacks_to(king, color.other()))
    }

    /// Whether the pieces stand on the same squares as in `other`.
    pub(crate) fn has_same_placement(&self, other: &ModeBoard) -> bool {
        (self.position.by_kind, self.position.by_color) == (other.position.by_kind, other.position.by_color)
    }

    /// Plays a move as in standard chess, except that the mover keeps the right to move.
    pub(crate) fn make_move(&mut self, mv: Move, effects: &mut impl EffectSink) {
        let us = self.position.side_to_move();
        push_move_effects(&self.position, mv, effects);
        self.ep_squares = self.ep_squares.without(sixth_rank(us));
        if let Some(kind) = self.position.captured_kind(mv) {
            self.lost_pieces.record_capture(us.other(), kind);
            self.forget_pawn_state(if mv.is_en_passant() {
                mv.to().with_rank_of(mv.from())
            } else {
                mv.to()
            });
        }
        self.forget_pawn_state(mv.from());
        let pawn = self.position.kind_at(mv.from()) == PieceKind::Pawn;
        let (quiet, number) = (self.position.halfmove_clock, self.position.fullmove_number);
        self.position.play_unchecked(mv);
        self.position.ep_square = None;
        self.position.set_side_to_move(us);
        self.position.fullmove_number = number;
        // Quiet turns are counted at the end of a turn; here only whether the clock was reset matters.
        self.made_progress |= self.position.halfmove_clock == 0;
        self.position.halfmove_clock = quiet;
        if pawn && mv.from().index().abs_diff(mv.to().index()) == 16 {
            self.ep_squares |= Square::from_low_bits((mv.from().index() + mv.to().index()) as u32 / 2).bit();
        }
    }

    /// Moves a piece to an empty square because it falls or a portal carries it.
    pub(crate) fn relocate(&mut self, from: Square, to: Square, cause: Cause, effects: &mut impl EffectSink) {
        let Some(Piece { color, kind }) = self.position.piece_at(from) else { return };
        let keeps_double_step = cause == Cause::Gravity && self.unmoved_pawns.contains(from);
        self.forget_pawn_state(from);
        self.position.revoke_castling(self.castling_rights_lost_with(from, color, kind));
        self.position.toggle_piece(color, kind, from);
        self.position.toggle_piece(color, kind, to);
        if keeps_double_step {
            self.unmoved_pawns |= to.bit();
        }
        effects.push(Effect::Slide { from: from.into(), to: to.into(), cause });
    }

    /// Removes a piece because it was captured through a portal or a mine exploded.
    pub(crate) fn remove_piece(
        &mut self,
        at: Square,
        cause: Cause,
        effects: &mut impl EffectSink,
    ) -> Option<Piece> {
        let piece = self.position.piece_at(at)?;
        let Piece { color, kind } = piece;
        if cause == Cause::Mine {
            self.lost_pieces.record_explosion(color, kind);
        } else {
            self.lost_pieces.record_capture(color, kind);
        }
        self.forget_pawn_state(at);
        self.position.revoke_castling(self.castling_rights_lost_with(at, color, kind));
        self.position.toggle_piece(color, kind, at);
        self.made_progress = true;
        effects.push(Effect::Vanish { at: at.into(), cause });
        Some(piece)
    }

    /// Promotes a pawn that a portal carried to its last rank.
    pub(crate) fn promote(
        &mut self,
        at: Square,
        color: Color,
        kind: PieceKind,
        effects: &mut impl EffectSink,
    ) {
        self.position.toggle_piece(color, PieceKind::Pawn, at);
        self.position.toggle_piece(color, kind, at);
        let piece = AnyPiece { side: color, letter: kind.letter() };
        effects.push(Effect::Become { at: at.into(), piece, cause: Cause::Promotion });
    }

    /// Removes the state that depends on the piece on this square: its double step and its en-passant square.
    fn forget_pawn_state(&mut self, square: Square) {
        self.unmoved_pawns = self.unmoved_pawns.without(square.bit());
        let behind = match square.rank() {
            3 => square.bit().0 >> 8,
            4 => square.bit().0 << 8,
            _ => 0,
        };
        self.ep_squares = self.ep_squares.without(Bitboard(behind));
    }

    /// Returns the castling rights that are lost when this piece leaves its square.
    fn castling_rights_lost_with(&self, square: Square, color: Color, kind: PieceKind) -> Bitboard {
        match kind {
            PieceKind::King => self.position.castling_rooks(color),
            _ => self.position.castling & square.bit(),
        }
    }
}

const fn second_rank(color: Color) -> Bitboard {
    Bitboard::rank(match color {
        Color::First => 1,
        Color::Second => 6,
    })
}

/// Returns the rank on which pawns of `color` capture en passant.
const fn sixth_rank(color: Color) -> Bitboard {
    Bitboard::rank(match color {
        Color::First => 5,
        Color::Second => 2,
    })
}
