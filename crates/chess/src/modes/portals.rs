//! 傳送陣: a piece that enters one square of a pair is carried to the other.

use alloc::vec::Vec;

use super::board::ModeBoard;
use super::chance_event::ChanceEvent;
use super::options::PortalOwnership;
use crate::{Bitboard, Color, PieceKind, Square};

/// The portals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portals {
    pub(crate) ownership: PortalOwnership,
    /// The shared pair, or White's and Black's. An incomplete pair is waiting for a chance event.
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

    /// Returns the pair that is active when `mover` moves.
    pub(crate) const fn pair_for(&self, mover: Color) -> Bitboard {
        self.pairs[self.index_for(mover)]
    }

    /// Removes the used pair, so that it is placed again.
    pub(crate) fn close(&mut self, mover: Color) {
        self.pairs[self.index_for(mover)] = Bitboard::EMPTY;
    }

    /// Returns the side whose pair is placed next, White's before Black's; the first side for a shared pair.
    pub(crate) fn next_incomplete(&self) -> Option<Color> {
        let needed = match self.ownership {
            PortalOwnership::Shared => &Color::BOTH[..1],
            PortalOwnership::Private => &Color::BOTH[..],
        };
        needed.iter().copied().find(|side| !self.pairs[side.index()].more_than_one())
    }

    /// Appends the possible squares, uniformly over the empty ones. At most half of the board is occupied, so
    /// there are always two.
    pub(crate) fn chance_outcomes(&self, board: &ModeBoard, out: &mut Vec<(ChanceEvent, u32)>) {
        let Some(side) = self.next_incomplete() else { return };
        let free = (!board.position.occupied()).without(self.pairs[side.index()]);
        out.extend(free.into_iter().map(|at| (ChanceEvent::Portal(at), 1)));
    }

    pub(crate) fn add_square(&mut self, side: Color, at: Square) {
        self.pairs[side.index()] |= at.bit();
    }

    /// Returns the owner of a pair; `None` for the shared one.
    pub(crate) fn private_owner(&self, side: Color) -> Option<Color> {
        (self.ownership == PortalOwnership::Private).then_some(side)
    }

    /// Returns every pair on the board with its owner.
    pub(crate) fn pairs_with_owners(&self) -> impl Iterator<Item = (Option<Color>, Bitboard)> {
        let pair = |side: Color| (self.private_owner(side), self.pairs[side.index()]);
        Color::BOTH.map(pair).into_iter().filter(|(_, squares)| squares.any())
    }
}

/// Returns the exit for a piece of `mover` that entered `at`.
///
/// Returns `None` if there is no portal, or if the exit holds a piece of the same side or a king.
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
