//! Rolling: from what, with which weights, and when again.

use arrayvec::ArrayVec;

use super::{Dice, Die, Face, Kinds, Phase, Pool};
use crate::modes::draw::Draw;
use crate::{Bitboard, Color, Kind, Position};

/// A wild face has one chance in six: as many parts as there are others, which have five each.
const PARTS_OF_OTHERS: u32 = 5;

impl Dice {
    /// Begins a turn of `owner`, whose types and men that can move are these.
    pub(crate) fn begin(&mut self, owner: Color, movable: Kinds, men: Bitboard, position: &Position) {
        self.owner = owner;
        self.turns += 1;
        self.throw(movable, men, position);
    }

    fn throw(&mut self, movable: Kinds, men: Bitboard, position: &Position) {
        let count = if self.turns == 1 { self.rules.first_turn } else { self.rules.count };
        self.phase = Phase::Turn;
        self.king_moved = false;
        self.dice.clear();
        self.due = count;
        if self.all() {
            self.pool = Pool::Kinds(movable);
        } else if men.len() <= u32::from(count) {
            // There is nothing to choose: the roll shows every man that can move.
            self.due = 0;
            self.dice.extend(men.into_iter().map(|at| unused(Face::Man(at, position.kind_at(at)))));
        } else {
            self.pool = Pool::Men(men);
        }
    }

    /// Whether a die is to be rolled now.
    pub(crate) const fn is_rolling(&self) -> bool {
        self.due > 0
    }

    /// What the next die may show, with weights.
    pub(crate) fn draws(&self, out: &mut Vec<(Draw, u32)>) {
        if self.due == 0 {
            return;
        }
        let first = out.len();
        match self.pool {
            Pool::Kinds(kinds) => out.extend(kinds.each().map(|kind| (Draw::Die(kind), 1))),
            Pool::Men(men) => out.extend(men.into_iter().map(|at| (Draw::Man(at), 1))),
        }
        // The first die of a player who can only move the king is the king, whatever else is agreed.
        let only_king = self.pool == Pool::Kinds(Kinds::KING);
        let wild_thrown = self.dice.iter().any(|die| die.face == Face::Wild);
        if self.rules.wild && !wild_thrown && !only_king {
            let others = &mut out[first..];
            others.iter_mut().for_each(|(_, weight)| *weight = PARTS_OF_OTHERS);
            let weight = others.len() as u32;
            out.push((Draw::Wild, weight));
        }
    }

    /// A die shows what was drawn, which must be one of [`Dice::draws`]. Gives back what is new to see: that face, and
    /// the blank ones of the dice that now have to wait.
    pub(crate) fn show(&mut self, draw: Draw, position: &Position) -> ArrayVec<Face, 5> {
        let face = match draw {
            Draw::Die(kind) => Face::Kind(kind),
            Draw::Man(at) => Face::Man(at, position.kind_at(at)),
            _ => Face::Wild,
        };
        match self.dice.iter_mut().find(|die| die.face == Face::Blank) {
            Some(blank) => blank.face = face,
            None => self.dice.push(unused(face)),
        }
        self.due -= 1;
        match (&mut self.pool, face) {
            // No turn has two king moves.
            (Pool::Kinds(kinds), Face::Kind(Kind::King)) => *kinds = kinds.without(Kinds::KING),
            (Pool::Men(men), Face::Man(at, _)) => *men = men.without(at.bit()),
            _ => {}
        }
        let mut shown = ArrayVec::from_iter([face]);
        if self.pool == Pool::Kinds(Kinds::default()) {
            // Only the king could move: the others wait until it has.
            for _ in 0..std::mem::take(&mut self.due) {
                self.dice.push(unused(Face::Blank));
                shown.push(Face::Blank);
            }
        }
        shown
    }

    /// Rolls the dice that waited for the king from the types that can move now; they are void if there are none.
    pub(crate) fn roll_blanks(&mut self, movable: Kinds) {
        let kinds = movable.without(Kinds::KING);
        if kinds.is_empty() {
            self.dice.retain(|die| die.face != Face::Blank);
        } else {
            self.due = self.dice.iter().filter(|die| die.face == Face::Blank).count() as u8;
            self.pool = Pool::Kinds(kinds);
        }
    }

    /// Whether the owner may throw again now: before the first move of the turn, and only if that could change
    /// anything.
    pub(crate) fn may_reroll(&self, movable: Kinds, men: Bitboard) -> bool {
        let choice = if self.all() {
            movable != Kinds::KING && (self.rules.wild || movable.each().count() > 1)
        } else {
            men.len() > self.dice.len() as u32
        };
        self.rerolls[self.owner.index()] > 0
            && self.phase == Phase::Turn
            && self.dice.iter().all(|die| !die.used)
            && choice
    }

    /// Throws again, from what the first throw was drawn from.
    pub(crate) fn reroll(&mut self, movable: Kinds, men: Bitboard, position: &Position) {
        self.rerolls[self.owner.index()] -= 1;
        self.throw(movable, men, position);
    }
}

const fn unused(face: Face) -> Die {
    Die { face, used: false }
}
