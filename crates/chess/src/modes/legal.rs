//! Legality under modes. A move is legal if its geometry is that of chess, and if after all effects, computed
//! without mines, the mover's king is not attacked. With gravity the board must also have changed.

use yipan_core::{MoveKind, MoveList, NullSink};

use super::board::ModeBoard;
use super::resolve::{ActiveModes, resolve_move};
use crate::castling::{CastlingObstacle, CastlingPath};
use crate::{Bitboard, Move, PieceKind, Square, attacks};

/// The modes that a player may take into account: all that act on a move except the hidden mines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownModes {
    pub(crate) gravity: bool,
    /// The portals of the side to move.
    pub(crate) portal_pair: Bitboard,
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LegalMove {
    pub(crate) mv: Move,
    /// Whether a portal will carry a pawn to its last rank, so that the player may choose the promotion.
    pub(crate) promoted_by_portal: bool,
}

impl From<Move> for LegalMove {
    fn from(mv: Move) -> LegalMove {
        LegalMove { mv, promoted_by_portal: false }
    }
}

impl KnownModes {
    /// Returns every legal move of the side to move.
    pub(crate) fn legal_moves(&self, board: &ModeBoard) -> MoveList<LegalMove> {
        let mut out = MoveList::new();
        self.for_each_legal_move(board, |legal_move| {
            out.push(legal_move);
            true
        });
        out
    }

    /// Whether the side to move has a legal move at all.
    pub(crate) fn has_legal_move(&self, board: &ModeBoard) -> bool {
        let mut found = false;
        self.for_each_legal_move(board, |_| {
            found = true;
            false
        });
        found
    }

    /// Calls `visit` with each legal move until it returns false.
    fn for_each_legal_move(&self, board: &ModeBoard, mut visit: impl FnMut(LegalMove) -> bool) {
        let position = &board.position;
        // Without gravity, moves that do not enter a portal are as legal as in chess.
        if !self.gravity {
            let plain = position.legal_moves().into_iter().filter(|&mv| !self.enters_portal(mv));
            let plain = plain.filter(|&mv| is_double_step_allowed(board, mv)).map(LegalMove::from);
            let passing = en_passant_moves(board)
                .filter(|&mv| !self.enters_portal(mv) && position.is_en_passant_legal(mv.from(), mv.to()));
            for legal_move in plain.chain(passing.map(LegalMove::from)) {
                if !visit(legal_move) {
                    return;
                }
            }
            if self.portal_pair.is_empty() {
                return;
            }
        }
        for mv in pseudo_legal_moves(board) {
            if !self.gravity && !self.enters_portal(mv) {
                continue;
            }
            if let Ok(legal_move) = self.validate(board, mv)
                && !visit(legal_move)
            {
                return;
            }
        }
    }

    /// Whether the move itself may bring a piece onto a portal.
    fn enters_portal(&self, mv: Move) -> bool {
        if self.portal_pair.is_empty() {
            return false;
        }
        if mv.is_castling() {
            let path = CastlingPath::new(mv.from(), mv.to());
            return self.portal_pair.contains(path.king_to) || self.portal_pair.contains(path.rook_to);
        }
        self.portal_pair.contains(mv.to())
    }

    /// Resolves a pseudo-legal move on a copy of the board and checks the result.
    pub(crate) fn validate(&self, board: &ModeBoard, mv: Move) -> Result<LegalMove, PostResolutionError> {
        let mut after = *board;
        let active_modes = ActiveModes {
            gravity: self.gravity,
            portal_pair: self.portal_pair,
            mines: None,
            promotion: PieceKind::Queen,
        };
        let resolution = resolve_move(&mut after, mv, active_modes, &mut NullSink);
        if self.gravity && after.has_same_placement(board) {
            return Err(PostResolutionError::BoardUnchanged);
        }
        let by = after.checkers(board.position.side_to_move());
        if by.any() {
            return Err(PostResolutionError::KingAttacked {
                attackers: by,
                used_portal: resolution.portal_used,
            });
        }
        Ok(LegalMove { mv, promoted_by_portal: resolution.promoted_by_portal })
    }
}

/// The reason why a pseudo-legal move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PostResolutionError {
    /// Gravity restores the board.
    BoardUnchanged,
    /// The king would be attacked by pieces on these squares after all effects.
    KingAttacked {
        attackers: Bitboard,
        /// Whether a portal was used.
        used_portal: bool,
    },
}

/// Returns every pseudo-legal move.
pub(crate) fn pseudo_legal_moves(board: &ModeBoard) -> impl Iterator<Item = Move> {
    let mut moves = MoveList::new();
    board.position.pseudo_legal_moves(MoveKind::All, &mut moves);
    let steps = moves.into_iter().filter(|&mv| !mv.is_castling() && is_double_step_allowed(board, mv));
    steps.chain(en_passant_moves(board)).chain(castling_moves(board))
}

/// Whether the move is not a double step, or the pawn may still make it.
fn is_double_step_allowed(board: &ModeBoard, mv: Move) -> bool {
    let double = mv.from().index().abs_diff(mv.to().index()) == 16;
    !double || board.unmoved_pawns.contains(mv.from()) || board.position.kind_at(mv.from()) != PieceKind::Pawn
}

/// Returns the en-passant captures; with dice there may be several.
///
/// If a second die has meanwhile brought a piece to the skipped square, a pawn that moves there captures that
/// piece instead.
fn en_passant_moves(board: &ModeBoard) -> impl Iterator<Item = Move> {
    let us = board.position.side_to_move();
    let pawns = board.position.by_color_and_kind(us, PieceKind::Pawn);
    board.ep_squares_for(us).without(board.position.occupied()).into_iter().flat_map(move |target| {
        let takers = attacks::pawn(us.other(), target) & pawns;
        takers.into_iter().map(move |pawn: Square| Move::en_passant(pawn, target))
    })
}

/// Returns the castling moves. The king's arrival square is checked after all effects, its path on the
/// current board.
fn castling_moves(board: &ModeBoard) -> impl Iterator<Item = Move> {
    let position = board.position;
    let us = position.side_to_move();
    let rooks = if position.castling_rooks(us).any() && board.checkers(us).is_empty() {
        position.castling_rooks(us)
    } else {
        Bitboard::EMPTY
    };
    let open = move |rook: &Square| {
        matches!(position.castling_obstacle(us, *rook), None | Some(CastlingObstacle::IntoCheck(..)))
    };
    rooks.into_iter().filter(open).map(move |rook| Move::castling(position.king(us), rook))
}
