//! Rolling the dice.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::{Dice, DicePhase, Die, Face, PieceKindSet, RollPool};
use crate::modes::chance_event::ChanceEvent;
use crate::{Bitboard, Color, PieceKind, Position};

/// The weight of an ordinary face. The wild face weighs one per ordinary face, which gives it a probability
/// of 1/6.
const ORDINARY_FACE_WEIGHT: u32 = 5;

/// The probability of the wild face.
pub(super) const WILD_PROBABILITY: f64 = 1.0 / (ORDINARY_FACE_WEIGHT + 1) as f64;

impl Dice {
    /// Begins a turn of `owner`, given the piece kinds and pieces that can move.
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
            // There is no choice: the roll shows every piece that can move.
            self.dice_to_roll = 0;
            self.dice.extend(pieces.into_iter().map(|at| unused_die(Face::Piece(at, position.kind_at(at)))));
        } else {
            self.pool = RollPool::Pieces(pieces);
        }
    }

    /// Whether a die is waiting to be rolled.
    pub(crate) const fn is_rolling(&self) -> bool {
        self.dice_to_roll > 0
    }

    /// Appends the possible faces of the next die with their weights.
    pub(crate) fn chance_outcomes(&self, out: &mut Vec<(ChanceEvent, u32)>) {
        if self.dice_to_roll == 0 {
            return;
        }
        let first = out.len();
        match self.pool {
            RollPool::Kinds(kinds) => out.extend(kinds.iter().map(|kind| (ChanceEvent::DieKind(kind), 1))),
            RollPool::Pieces(pieces) => {
                out.extend(pieces.into_iter().map(|at| (ChanceEvent::DiePiece(at), 1)));
            }
        }
        if self.can_roll_wild() {
            let others = &mut out[first..];
            others.iter_mut().for_each(|(_, weight)| *weight = ORDINARY_FACE_WEIGHT);
            let weight = others.len() as u32;
            out.push((ChanceEvent::WildDie, weight));
        }
    }

    /// Whether the next die may show the wild face, which a turn has at most once.
    pub(super) fn can_roll_wild(&self) -> bool {
        // The first die of a player who can only move the king is the king, whatever the options.
        let only_king = self.pool == RollPool::Kinds(PieceKindSet::KING);
        self.rules.wild && !only_king && self.dice.iter().all(|die| die.face != Face::Wild)
    }

    /// Applies a roll, which must be one of [`Dice::chance_outcomes`]. Returns the new faces: the rolled one,
    /// and the unrolled faces of dice that now wait for the king.
    pub(crate) fn apply_roll(&mut self, event: ChanceEvent, position: &Position) -> ArrayVec<Face, 5> {
        let face = match event {
            ChanceEvent::DieKind(kind) => Face::Kind(kind),
            ChanceEvent::DiePiece(at) => Face::Piece(at, position.kind_at(at)),
            _ => Face::Wild,
        };
        match self.dice.iter_mut().find(|die| die.face == Face::Unrolled) {
            Some(unrolled) => unrolled.face = face,
            None => self.dice.push(unused_die(face)),
        }
        self.dice_to_roll -= 1;
        match (&mut self.pool, face) {
            // A turn has at most one king move.
            (RollPool::Kinds(kinds), Face::Kind(PieceKind::King)) => {
                *kinds = kinds.without(PieceKindSet::KING);
            }
            (RollPool::Pieces(pieces), Face::Piece(at, _)) => *pieces = pieces.without(at.bit()),
            _ => {}
        }
        let mut shown = ArrayVec::from_iter([face]);
        if self.pool == RollPool::Kinds(PieceKindSet::default()) {
            // Only the king can move: the other dice wait until it has.
            for _ in 0..core::mem::take(&mut self.dice_to_roll) {
                self.dice.push(unused_die(Face::Unrolled));
                shown.push(Face::Unrolled);
            }
        }
        shown
    }

    /// Starts rolling the dice that waited for the king, from the piece kinds that can move now. They are
    /// void if there are none.
    pub(crate) fn roll_unrolled_dice(&mut self, movable: PieceKindSet) {
        let kinds = movable.without(PieceKindSet::KING);
        if kinds.is_empty() {
            self.dice.retain(|die| die.face != Face::Unrolled);
        } else {
            self.dice_to_roll = self.dice.iter().filter(|die| die.face == Face::Unrolled).count() as u8;
            self.pool = RollPool::Kinds(kinds);
        }
    }

    /// Whether the owner may roll again: before the first move of the turn, and only if the result could
    /// differ.
    pub(crate) fn can_reroll(&self, movable: PieceKindSet, pieces: Bitboard) -> bool {
        let choice = if self.must_play_all() {
            movable != PieceKindSet::KING && (self.rules.wild || movable.len() > 1)
        } else {
            pieces.len() > self.dice.len() as u32
        };
        self.rerolls[self.owner.index()] > 0
            && self.phase == DicePhase::Turn
            && self.dice.iter().all(|die| !die.used)
            && choice
    }

    /// Rolls all dice again.
    pub(crate) fn reroll(&mut self, movable: PieceKindSet, pieces: Bitboard, position: &Position) {
        self.rerolls[self.owner.index()] -= 1;
        self.start_roll(movable, pieces, position);
    }
}

const fn unused_die(face: Face) -> Die {
    Die { face, used: false }
}
