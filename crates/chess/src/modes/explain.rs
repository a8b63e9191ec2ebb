//! Explains illegal moves under modes without revealing hidden information.

use alloc::vec::Vec;

use yipan_core::Viewer;

use super::dice::DicePhase;
use super::game::ModeGame;
use super::legal::{PostResolutionError, pseudo_legal_moves};
use crate::{ActionError, Bitboard, IllegalCastlingReason, IllegalMoveError, PieceKind, Position, UciMove};

impl ModeGame {
    /// Explains why the side to move has no such legal move.
    pub(super) fn illegal_move_error(&self, uci: UciMove) -> ActionError {
        let error = self.unredacted_move_error(uci);
        if self.modes.fog {
            let visible = self.visible_squares(Viewer::Player(self.side_to_move()));
            return if error.is_deducible_from(visible) {
                error
            } else {
                ActionError::HiddenReason { in_check: self.in_check() }
            };
        }
        error
    }

    fn unredacted_move_error(&self, uci: UciMove) -> ActionError {
        let us = self.side_to_move();
        // A position has one en-passant square: the requested one, if it is open.
        let passed = Some(uci.to).filter(|&to| self.board.ep_squares_for(us).contains(to));
        let position = Position { ep_square: passed, ..self.board.position };
        let Some(piece) = position.piece_at(uci.from) else {
            return ActionError::IllegalMove(IllegalMoveError::EmptySquare { from: uci.from });
        };
        if piece.color != us {
            return ActionError::IllegalMove(IllegalMoveError::NotOwnPiece { from: uci.from });
        }
        if let Some(dice) = &self.dice
            && !dice.can_move_piece(&position, uci.from)
        {
            return self.dice_error(piece.kind, false);
        }
        // The player knows that a double step is spent, whatever may be in the way.
        let double = uci.from.index().abs_diff(uci.to.index()) == 16 && uci.from.rank_for(us) == 1;
        if piece.kind == PieceKind::Pawn
            && double
            && uci.to.rank_for(us) == 3
            && !self.board.unmoved_pawns.contains(uci.from)
        {
            return ActionError::DoubleStepUsed { from: uci.from };
        }
        if let Some(error) = position.geometry_error(piece.kind, uci.from, uci.to) {
            return ActionError::IllegalMove(error);
        }
        let asked = pseudo_legal_moves(&self.board).find(|&mv| {
            let written = position.uci(mv);
            (written.from, written.to) == (uci.from, uci.to)
        });
        let validation = asked.map(|mv| self.known_modes().validate(&self.board, mv));
        match (validation, uci.promotion) {
            (Some(Err(PostResolutionError::BoardUnchanged)), _) => ActionError::BoardUnchanged,
            (Some(Err(PostResolutionError::KingAttacked { attackers: by, used_portal: carried })), _)
                if self.modes.gravity || carried =>
            {
                ActionError::KingAttackedAfterResolution { attackers: by, caused_by_portal: carried }
            }
            (Some(Err(PostResolutionError::KingAttacked { .. })) | None, _) => {
                ActionError::IllegalMove(position.king_safety_error(piece.kind, uci.from, uci.to))
            }
            (Some(Ok(_)), None) => {
                ActionError::IllegalMove(IllegalMoveError::MissingPromotion { to: uci.to })
            }
            (Some(Ok(_)), Some(_)) => {
                ActionError::IllegalMove(IllegalMoveError::UnexpectedPromotion { to: uci.to })
            }
        }
    }

    /// Explains why the dice do not allow a piece of this kind to move, or not by the wild die.
    pub(super) fn dice_error(&self, kind: PieceKind, wild: bool) -> ActionError {
        let Some(dice) = self.dice.as_ref().filter(|dice| dice.phase == DicePhase::Turn) else {
            return ActionError::NoWildDie;
        };
        let left: Vec<_> = dice.dice.iter().filter(|die| !die.used).map(|die| die.face).collect();
        if kind == PieceKind::King && dice.king_moved() {
            ActionError::KingAlreadyMoved
        } else if wild {
            ActionError::NoWildDie
        } else {
            ActionError::PieceNotRolled { kind, dice: left }
        }
    }
}

impl ActionError {
    /// Whether the reason follows from the visible squares.
    ///
    /// Reasons about the king's safety or about gravity do not: they depend on hidden pieces.
    fn is_deducible_from(&self, visible: Bitboard) -> bool {
        match self {
            ActionError::IllegalMove(error) => match error {
                IllegalMoveError::EmptySquare { from } | IllegalMoveError::NotOwnPiece { from } => {
                    visible.contains(*from)
                }
                IllegalMoveError::Blocked { at } => visible.contains(*at),
                IllegalMoveError::Castling(IllegalCastlingReason::Blocked { at }) => {
                    at.without(visible).is_empty()
                }
                IllegalMoveError::Castling(IllegalCastlingReason::RightLost)
                | IllegalMoveError::ImpossibleForPiece { .. }
                | IllegalMoveError::NothingToCapture { .. }
                | IllegalMoveError::MissingPromotion { .. }
                | IllegalMoveError::UnexpectedPromotion { .. } => true,
                IllegalMoveError::Castling(_)
                | IllegalMoveError::Pinned { .. }
                | IllegalMoveError::ExposesKing { .. }
                | IllegalMoveError::KingMovesIntoCheck { .. }
                | IllegalMoveError::CheckNotEvaded { .. } => false,
            },
            ActionError::BoardUnchanged | ActionError::KingAttackedAfterResolution { .. } => false,
            _ => true,
        }
    }
}
