//! 傳送陣: a man that enters one square of a pair is carried to the other.

use super::agreed::PortalOwner;
use super::draw::Draw;
use super::field::Field;
use crate::{Bitboard, Color, Kind, Square};

/// The portals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portals {
    pub(crate) owner: PortalOwner,
    /// The shared pair, or White's and Black's; a pair that is not complete is being drawn.
    pairs: [Bitboard; 2],
}

impl Portals {
    pub(crate) const fn new(owner: PortalOwner) -> Portals {
        Portals { owner, pairs: [Bitboard::EMPTY; 2] }
    }

    const fn index_for(&self, mover: Color) -> usize {
        match self.owner {
            PortalOwner::Shared => 0,
            PortalOwner::Private => mover.index(),
        }
    }

    /// The pair that acts when `mover` moves.
    pub(crate) const fn pair_of(&self, mover: Color) -> Bitboard {
        self.pairs[self.index_for(mover)]
    }

    /// The pair is used up and must be drawn again.
    pub(crate) fn spend(&mut self, mover: Color) {
        self.pairs[self.index_for(mover)] = Bitboard::EMPTY;
    }

    /// Whose pair is to be drawn next, White's before Black's; the first seat stands for a shared pair.
    pub(crate) fn missing(&self) -> Option<Color> {
        let needed = match self.owner {
            PortalOwner::Shared => &Color::BOTH[..1],
            PortalOwner::Private => &Color::BOTH[..],
        };
        needed.iter().copied().find(|seat| !self.pairs[seat.index()].several())
    }

    /// One square after the other, uniformly over the empty squares that are left. At most half the board is
    /// occupied, so there are always two.
    pub(crate) fn draws(&self, field: &Field, out: &mut Vec<(Draw, u32)>) {
        let Some(seat) = self.missing() else { return };
        let free = (!field.position.occupied()).without(self.pairs[seat.index()]);
        out.extend(free.into_iter().map(|at| (Draw::Portal(at), 1)));
    }

    pub(crate) fn open(&mut self, seat: Color, at: Square) {
        self.pairs[seat.index()] |= at.bit();
    }

    /// The seat that owns a pair, as marks name it; nobody owns the shared one.
    pub(crate) fn named(&self, seat: Color) -> Option<Color> {
        (self.owner == PortalOwner::Private).then_some(seat)
    }

    /// Every pair that lies on the board, with its owner.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Option<Color>, Bitboard)> {
        let pair = |seat: Color| (self.named(seat), self.pairs[seat.index()]);
        Color::BOTH.map(pair).into_iter().filter(|(_, squares)| squares.any())
    }
}

/// Where a man of `mover` that entered `at` comes out: nowhere if it is no portal, or if the other end holds a
/// man of its own or any king.
pub(crate) fn exit(field: &Field, pair: Bitboard, mover: Color, at: Square) -> Option<Square> {
    if !pair.has(at) {
        return None;
    }
    let other = pair.without(at.bit()).first()?;
    let position = &field.position;
    let barred = position.men(mover).has(other) || position.kinds[Kind::King as usize].has(other);
    (!barred).then_some(other)
}
