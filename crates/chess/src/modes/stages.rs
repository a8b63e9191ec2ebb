//! One move = one resolution, in this order:
//!
//! 1. **Move and capture**, as in chess; a pawn that reaches its last rank by itself is promoted.
//! 2. **Mine** under the man that arrived. Outer ranks are never mined, so this cannot change 1.
//! 3. **Portal** under it: it is carried; then the mine at the exit; then promotion, if it is a pawn on its last rank.
//! 4. **Gravity**: everything falls.
//! 5. **Again until nothing changes**: mines under men that fell, one by one, each followed by a fall; then the mover's
//!    men that fell onto a portal and have not been carried yet, each followed by a fall.
//!
//! Each man is carried at most once a move and each mine goes off once, so it ends. Who may move next is decided
//! afterwards, in `turn.rs`.

use yipan_rules::{Cause, Effect, Mark, Sink};

use super::field::Field;
use super::gravity::{Followed, settle};
use super::mines::{MINEFIELD, Mines};
use super::portals::exit;
use crate::castling::CastlingPath;
use crate::{Bitboard, Color, Kind, Move, Square};

/// What acts during a move besides the rules of chess. Without mines it is what a player may reckon with.
pub(crate) struct Forces<'a> {
    pub(crate) gravity: bool,
    /// The mover's portals.
    pub(crate) pair: Bitboard,
    pub(crate) mines: Option<&'a mut Mines>,
    /// What a pawn becomes that a portal carries to its last rank.
    pub(crate) promotion: Kind,
}

/// What came of a move, besides the new field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Aftermath {
    /// The mover's pair was used and must be drawn again.
    pub(crate) portal_used: bool,
    /// A portal carried a pawn to its last rank.
    pub(crate) carried_to_promotion: bool,
    /// Whose king a mine destroyed.
    pub(crate) king_destroyed: Option<Color>,
}

/// Resolves a move of the side to move. Its king may be attacked afterwards; see `legal.rs`.
pub(crate) fn resolve(field: &mut Field, mv: Move, forces: Forces<'_>, effects: &mut impl Sink) -> Aftermath {
    let mover = field.position.side();
    let mut stages = Stages {
        field,
        forces,
        mover,
        followed: Followed::default(),
        rested: Bitboard::EMPTY,
        aftermath: Aftermath::default(),
    };
    stages.run(mv, effects);
    stages.aftermath
}

struct Stages<'a, 'm> {
    field: &'a mut Field,
    forces: Forces<'m>,
    mover: Color,
    followed: Followed,
    /// Where men stopped in this move and no mine went off.
    rested: Bitboard,
    aftermath: Aftermath,
}

impl Stages<'_, '_> {
    fn run(&mut self, mv: Move, effects: &mut impl Sink) {
        self.field.carry_out(mv, effects);
        // A castling king enters before its rook.
        let path = mv.is_castling().then(|| CastlingPath::new(mv.from(), mv.to()));
        let (first, second) = path.map_or((mv.to(), None), |path| (path.king_to, Some(path.rook_to)));
        for at in [Some(first), second].into_iter().flatten() {
            if self.mine_under(at, effects) || self.enter(at, effects) {
                continue;
            }
            self.rested |= at.bit();
        }
        self.fall(effects);
        while self.aftermath.king_destroyed.is_none() && self.next_stop(effects) {}
        self.tell_hints(effects);
    }

    /// Looks under the men that fell: first mines, then portals. False when there is nothing more to do.
    fn next_stop(&mut self, effects: &mut impl Sink) -> bool {
        let stopped = self.followed.stopped;
        if let Some(mines) = &self.forces.mines
            && let Some(at) = in_order(stopped & mines.live)
        {
            self.mine_under(at, effects);
            self.fall(effects);
            return true;
        }
        let entering = stopped & self.forces.pair & self.field.position.men(self.mover);
        if let Some(at) = in_order(entering.without(self.followed.carried)) {
            // It has entered now, whether or not it is carried.
            self.followed.stopped = stopped.without(at.bit());
            self.rested |= at.bit();
            if self.enter(at, effects) {
                self.fall(effects);
            }
            return true;
        }
        self.rested |= stopped;
        false
    }

    fn fall(&mut self, effects: &mut impl Sink) {
        if self.forces.gravity && self.aftermath.king_destroyed.is_none() {
            settle(self.field, &mut self.followed, effects);
        }
    }

    /// Lets a mine go off under the man on `at`, if there is one.
    fn mine_under(&mut self, at: Square, effects: &mut impl Sink) -> bool {
        let hit = self.forces.mines.as_mut().is_some_and(|mines| mines.go_off(at));
        if hit {
            let lost = self.field.vanish(at, Cause::Mine, effects);
            effects.push(Effect::Mark { at: at.into(), mark: Mark::Crater });
            self.followed.forget(at);
            self.aftermath.king_destroyed = lost.filter(|man| man.kind == Kind::King).map(|man| man.color);
        }
        hit
    }

    /// Lets the mover's man that entered `at` be carried, if a portal is there and open.
    fn enter(&mut self, at: Square, effects: &mut impl Sink) -> bool {
        let Some(exit) = exit(self.field, self.forces.pair, self.mover, at) else { return false };
        self.field.vanish(exit, Cause::Capture, effects);
        self.followed.forget(exit);
        self.field.shift(at, exit, Cause::Portal, effects);
        self.followed.forget(at);
        self.followed.carried |= exit.bit();
        self.aftermath.portal_used = true;
        if !self.mine_under(exit, effects) {
            self.rested |= exit.bit();
            self.promote(exit, effects);
        }
        true
    }

    fn promote(&mut self, at: Square, effects: &mut impl Sink) {
        let pawn = self.field.position.of(self.mover, Kind::Pawn).has(at);
        if pawn && at.rank_for(self.mover) == 7 {
            self.field.promote(at, self.mover, self.forces.promotion, effects);
            self.aftermath.carried_to_promotion = true;
        }
    }

    /// Tells the owners of the men that stopped safely how many mines lie around them.
    fn tell_hints(&mut self, effects: &mut impl Sink) {
        let Some(mines) = &mut self.forces.mines else { return };
        if !mines.rules.hints || self.aftermath.king_destroyed.is_some() {
            return;
        }
        for seat in [self.mover, self.mover.other()] {
            for at in self.rested & MINEFIELD & self.field.position.men(seat) {
                let mark = Mark::Hint { to: seat, mines: mines.tell(seat, at) };
                effects.push(Effect::Mark { at: at.into(), mark });
            }
        }
    }
}

/// The square that is looked at first: rank 1 to 8, file h to a.
fn in_order(squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| (square.rank(), 7 - square.file()))
}
