//! Rolling: from what, with which weights, and when again.

use arrayvec::ArrayVec;

use super::{Dice, DicePhase, Die, Face, PieceKindSet, RollPool};
use crate::modes::chance_event::ChanceEvent;
use crate::{Bitboard, Color, PieceKind, Position};

/// A wild face has one chance in six: as many parts as there are others, which have five each.
const ORDINARY_FACE_WEIGHT: u32 = 5;

impl Dice {
    /// Begins a turn of `owner`, whose types and men that can move are these.
    pub(crate) fn begin_turn(
        &mut self,
        owner: Color,
        movable: PieceKindSet,
        pieces: Bitboard,
        position: &Position,
    ) {
        self.owner = owner;
        self.turns_begun += 1;
        self.start_roll(movable, pieces, position);
    }

    fn start_roll(&mut self, movable: PieceKindSet, pieces: Bitboard, position: &Position) {
        let count = if self.turns_begun == 1 { self.rules.first_turn } else { self.rules.count };
        self.phase = DicePhase::Turn;
        self.king_moved = false;
        self.dice.clear();
        self.dice_to_roll = count;
        if self.must_play_all() {
            self.pool = RollPool::Kinds(movable);
        } else if pieces.len() <= u32::from(count) {
            // There is nothing to choose: the roll shows every man that can move.
            self.dice_to_roll = 0;
            self.dice.extend(pieces.into_iter().map(|at| unused_die(Face::Piece(at, position.kind_at(at)))));
        } else {
            self.pool = RollPool::Pieces(pieces);
        }
    }

    /// Whether a die is to be rolled now.
    pub(crate) const fn is_rolling(&self) -> bool {
        self.dice_to_roll > 0
    }

    /// What the next die may show, with weights.
    pub(crate) fn chance_outcomes(&self, out: &mut Vec<(ChanceEvent, u32)>) {
        if self.dice_to_roll == 0 {
            return;
        }
        let first = out.len();
        match self.pool {
            RollPool::Kinds(kinds) => out.extend(kinds.iter().map(|kind| (ChanceEvent::DieKind(kind), 1))),
            RollPool::Pieces(pieces) => {
                out.extend(pieces.into_iter().map(|at| (ChanceEvent::DiePiece(at), 1)))
            }
        }
        // The first die of a player who can only move the king is the king, whatever else is agreed.
        let only_king = self.pool == RollPool::Kinds(PieceKindSet::KING);
        let wild_thrown = self.dice.iter().any(|die| die.face == Face::Wild);
        if self.rules.wild && !wild_thrown && !only_king {
            let others = &mut out[first..];
            others.iter_mut().for_each(|(_, weight)| *weight = ORDINARY_FACE_WEIGHT);
            let weight = others.len() as u32;
            out.push((ChanceEvent::WildDie, weight));
        }
    }

    /// A die shows what was drawn, which must be one of [`Dice::chance_outcomes`]. Gives back what is new to see: that face, and
    /// the blank ones of the dice that now have to wait.
    pub(crate) fn apply_roll(&mut self, draw: ChanceEvent, position: &Position) -> ArrayVec<Face, 5> {
        let face = match draw {
            ChanceEvent::DieKind(kind) => Face::Kind(kind),
            ChanceEvent::DiePiece(at) => Face::Piece(at, position.kind_at(at)),
            _ => Face::Wild,
        };
        match self.dice.iter_mut().find(|die| die.face == Face::Unrolled) {
            Some(blank) => blank.face = face,
            None => self.dice.push(unused_die(face)),
        }
        self.dice_to_roll -= 1;
        match (&mut self.pool, face) {
            // No turn has two king moves.
            (RollPool::Kinds(kinds), Face::Kind(PieceKind::King)) => {
                *kinds = kinds.without(PieceKindSet::KING)
            }
            (RollPool::Pieces(pieces), Face::Piece(at, _)) => *pieces = pieces.without(at.bit()),
            _ => {}
        }
        let mut shown = ArrayVec::from_iter([face]);
        if self.pool == RollPool::Kinds(PieceKindSet::default()) {
            // Only the king could move: the others wait until it has.
            for _ in 0..std::mem::take(&mut self.dice_to_roll) {
                self.dice.push(unused_die(Face::Unrolled));
                shown.push(Face::Unrolled);
            }
        }
        shown
    }

    /// Rolls the dice that waited for the king from the types that can move now; they are void if there are none.
    pub(crate) fn roll_unrolled_dice(&mut self, movable: PieceKindSet) {
        let kinds = movable.without(PieceKindSet::KING);
        if kinds.is_empty() {
            self.dice.retain(|die| die.face != Face::Unrolled);
        } else {
            self.dice_to_roll = self.dice.iter().filter(|die| die.face == Face::Unrolled).count() as u8;
            self.pool = RollPool::Kinds(kinds);
        }
    }

    /// Whether the owner may throw again now: before the first move of the turn, and only if that could change
    /// anything.
    pub(crate) fn can_reroll(&self, movable: PieceKindSet, pieces: Bitboard) -> bool {
        let choice = if self.must_play_all() {
            movable != PieceKindSet::KING && (self.rules.wild || movable.iter().count() > 1)
        } else {
            pieces.len() > self.dice.len() as u32
        };
        self.rerolls[self.owner.index()] > 0
            && self.phase == DicePhase::Turn
            && self.dice.iter().all(|die| !die.used)
            && choice
    }

    /// Throws again, from what the first throw was drawn from.
    pub(crate) fn reroll(&mut self, movable: PieceKindSet, pieces: Bitboard, position: &Position) {
        self.rerolls[self.owner.index()] -= 1;
        self.start_roll(movable, pieces, position);
    }
}

const fn unused_die(face: Face) -> Die {
    Die { face, used: false }
}
