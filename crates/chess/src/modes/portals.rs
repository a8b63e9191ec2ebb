//! 傳送陣: a man that enters one square of a pair is carried to the other.

use super::board::ModeBoard;
use super::chance_event::ChanceEvent;
use super::options::PortalOwnership;
use crate::{Bitboard, Color, PieceKind, Square};

/// The portals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portals {
    pub(crate) ownership: PortalOwnership,
    /// The shared pair, or White's and Black's; a pair that is not complete is being drawn.
    pairs: [Bitboard; 2],
}

impl Portals {
    pub(crate) const fn new(owner: PortalOwnership) -> Portals {
        Portals { ownership: owner, pairs: [Bitboard::EMPTY; 2] }
    }

    const fn index_for(&self, mover: Color) -> usize {
        match self.ownership {
            PortalOwnership::Shared => 0,
            PortalOwnership::Private => mover.index(),
        }
    }

    /// The pair that acts when `mover` moves.
    pub(crate) const fn pair_for(&self, mover: Color) -> Bitboard {
        self.pairs[self.index_for(mover)]
    }

    /// The pair is used up and must be drawn again.
    pub(crate) fn close(&mut self, mover: Color) {
        self.pairs[self.index_for(mover)] = Bitboard::EMPTY;
    }

    /// Whose pair is to be drawn next, White's before Black's; the first seat stands for a shared pair.
    pub(crate) fn next_incomplete(&self) -> Option<Color> {
        let needed = match self.ownership {
            PortalOwnership::Shared => &Color::BOTH[..1],
            PortalOwnership::Private => &Color::BOTH[..],
        };
        needed.iter().copied().find(|side| !self.pairs[side.index()].more_than_one())
    }

    /// One square after the other, uniformly over the empty squares that are left. At most half the board is
    /// occupied, so there are always two.
    pub(crate) fn chance_outcomes(&self, board: &ModeBoard, out: &mut Vec<(ChanceEvent, u32)>) {
        let Some(side) = self.next_incomplete() else { return };
        let free = (!board.position.occupied()).without(self.pairs[side.index()]);
        out.extend(free.into_iter().map(|at| (ChanceEvent::Portal(at), 1)));
    }

    pub(crate) fn add_square(&mut self, side: Color, at: Square) {
        self.pairs[side.index()] |= at.bit();
    }

    /// The seat that owns a pair, as marks name it; nobody owns the shared one.
    pub(crate) fn private_owner(&self, side: Color) -> Option<Color> {
        (self.ownership == PortalOwnership::Private).then_some(side)
    }

    /// Every pair that lies on the board, with its owner.
    pub(crate) fn pairs_with_owners(&self) -> impl Iterator<Item = (Option<Color>, Bitboard)> {
        let pair = |side: Color| (self.private_owner(side), self.pairs[side.index()]);
        Color::BOTH.map(pair).into_iter().filter(|(_, squares)| squares.any())
    }
}

/// Where a man of `mover` that entered `at` comes out: nowhere if it is no portal, or if the other end holds a
/// man of its own or any king.
pub(crate) fn portal_exit(board: &ModeBoard, pair: Bitboard, mover: Color, at: Square) -> Option<Square> {
    if !pair.contains(at) {
        return None;
    }
    let other = pair.without(at.bit()).first()?;
    let position = &board.position;
    let barred = position.by_color(mover).contains(other)
        || position.by_kind[PieceKind::King as usize].contains(other);
    (!barred).then_some(other)
}
