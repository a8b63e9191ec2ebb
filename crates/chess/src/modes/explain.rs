//! Why a move is refused under modes, without telling the player what the player may not know.

use yipan_rules::Viewer;

use super::dice::Phase;
use super::legal::{Unsound, pseudo_moves};
use super::modal::Modal;
use crate::{Bitboard, CastlingRefusal, Illegal, Kind, Position, Refusal, Uci};

impl Modal {
    /// Why there is no such legal move for the side to move.
    pub(super) fn refusal(&self, uci: Uci) -> Illegal {
        let illegal = self.true_refusal(uci);
        if self.modes.fog {
            let visible = self.visible_to(Viewer::Player(self.side()));
            return if illegal.is_plain_to_see(visible) {
                illegal
            } else {
                Illegal::Unseen { check: self.in_check() }
            };
        }
        illegal
    }

    fn true_refusal(&self, uci: Uci) -> Illegal {
        let us = self.side();
        // The kernel knows of one pawn that may be taken in passing: the one that is asked for, if any.
        let passed = Some(uci.to).filter(|&to| self.field.passed_before(us).has(to));
        let position = Position { passed, ..self.field.position };
        let Some(man) = position.at(uci.from) else {
            return Illegal::Refused(Refusal::NoMan { from: uci.from });
        };
        if man.color != us {
            return Illegal::Refused(Refusal::NotYours { from: uci.from });
        }
        if let Some(dice) = &self.dice
            && !dice.allow(&position, uci.from)
        {
            return self.not_among_dice(man.kind, false);
        }
        // A double step that is spent is known to the player, whoever may stand in its way besides.
        let double = uci.from.index().abs_diff(uci.to.index()) == 16 && uci.from.rank_for(us) == 1;
        if man.kind == Kind::Pawn && double && uci.to.rank_for(us) == 3 && !self.field.fresh.has(uci.from) {
            return Illegal::DoubleStepSpent { from: uci.from };
        }
        if let Some(refusal) = position.geometry_refusal(man.kind, uci.from, uci.to) {
            return Illegal::Refused(refusal);
        }
        let asked = pseudo_moves(&self.field).find(|&mv| {
            let written = position.uci(mv);
            (written.from, written.to) == (uci.from, uci.to)
        });
        let unsound = asked.map(|mv| self.known().judge(&self.field, mv));
        match (unsound, uci.promotion) {
            (Some(Err(Unsound::BoardAsItWas)), _) => Illegal::BoardAsItWas,
            (Some(Err(Unsound::KingAttacked { by, carried })), _) if self.modes.gravity || carried => {
                Illegal::KingAttackedAtRest { by, by_portal: carried }
            }
            (Some(Err(Unsound::KingAttacked { .. })) | None, _) => {
                Illegal::Refused(position.safety_refusal(man.kind, uci.from, uci.to))
            }
            (Some(Ok(_)), None) => Illegal::Refused(Refusal::PromotionMissing { to: uci.to }),
            (Some(Ok(_)), Some(_)) => Illegal::Refused(Refusal::NoPromotion { to: uci.to }),
        }
    }

    /// Why the dice do not let a man of this kind move, or not by the wild die.
    pub(super) fn not_among_dice(&self, kind: Kind, wild: bool) -> Illegal {
        let Some(dice) = self.dice.as_ref().filter(|dice| dice.phase == Phase::Turn) else {
            return Illegal::NoWild;
        };
        let left: Vec<_> = dice.dice.iter().filter(|die| !die.used).map(|die| die.face).collect();
        if kind == Kind::King && dice.king_moved() {
            Illegal::KingMovedAlready
        } else if wild {
            Illegal::NoWild
        } else {
            Illegal::NotAmongDice { kind, dice: left }
        }
    }
}

impl Illegal {
    /// Whether the reason follows from what a player sees who sees these squares. Whatever has to do with the safety of the
    /// king or with falling does not: it hangs on men in the dark, and so does the way it would be told.
    fn is_plain_to_see(&self, visible: Bitboard) -> bool {
        match self {
            Illegal::Refused(refusal) => match refusal {
                Refusal::NoMan { from } | Refusal::NotYours { from } => visible.has(*from),
                Refusal::Blocked { at } => visible.has(*at),
                Refusal::Castling(CastlingRefusal::NotEmpty { at }) => at.without(visible).is_empty(),
                Refusal::Castling(CastlingRefusal::Moved)
                | Refusal::NoSuchMove { .. }
                | Refusal::NothingToTake { .. }
                | Refusal::PromotionMissing { .. }
                | Refusal::NoPromotion { .. } => true,
                Refusal::Castling(_)
                | Refusal::Pinned { .. }
                | Refusal::LeavesKing { .. }
                | Refusal::KingStepsIntoControl { .. }
                | Refusal::CheckNotAnswered { .. } => false,
            },
            Illegal::BoardAsItWas | Illegal::KingAttackedAtRest { .. } => false,
            _ => true,
        }
    }
}
