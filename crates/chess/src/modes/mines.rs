//! 踩地雷: four or five hidden squares of the four middle ranks destroy the first piece that stops there.

use alloc::vec::Vec;

use super::chance_event::ChanceEvent;
use super::options::MineRules;
use crate::{Bitboard, Color, Square, attacks};

/// The mines of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mines {
    pub(crate) rules: MineRules,
    /// The total number, once it is decided.
    count: Option<u8>,
    /// The mines that have not exploded.
    pub(crate) live: Bitboard,
    /// The squares of exploded mines: public, and safe.
    pub(crate) craters: Bitboard,
    /// The revealed numbers of adjacent mines, per side and square of the minefield: 0 for none, otherwise
    /// the number plus one.
    revealed_counts: [[u8; 32]; 2],
}

/// The squares that may hold mines: ranks 3 to 6.
pub(crate) const MINEFIELD: Bitboard = Bitboard(0x0000_ffff_ffff_0000);

impl Mines {
    pub(crate) const fn new(rules: MineRules) -> Mines {
        Mines {
            rules,
            count: None,
            live: Bitboard::EMPTY,
            craters: Bitboard::EMPTY,
            revealed_counts: [[0; 32]; 2],
        }
    }

    /// Returns the mines with sampled positions.
    pub(crate) fn determinized(self, live: Bitboard, craters: Bitboard) -> Mines {
        Mines { count: Some((live | craters).len() as u8), live, craters, ..self }
    }

    /// Whether all mines are placed.
    pub(crate) fn are_all_placed(&self) -> bool {
        self.count.is_some_and(|count| (self.live | self.craters).len() >= u32::from(count))
    }

    /// Appends the possible outcomes: first the number, four or five, then each square, uniformly.
    pub(crate) fn chance_outcomes(&self, out: &mut Vec<(ChanceEvent, u32)>) {
        match self.count {
            None => out.extend([4, 5].map(|count| (ChanceEvent::MineCount(count), 1))),
            Some(_) => {
                out.extend(MINEFIELD.without(self.live).into_iter().map(|at| (ChanceEvent::Mine(at), 1)));
            }
        }
    }

    pub(crate) fn set_count(&mut self, count: u8) {
        self.count = Some(count);
    }

    pub(crate) fn place(&mut self, at: Square) {
        self.live |= at.bit();
    }

    /// Triggers the mine under a piece that stops here, which leaves a crater. Returns whether there was one.
    pub(crate) fn trigger(&mut self, at: Square) -> bool {
        let hit = self.live.contains(at);
        if hit {
            self.live = self.live.without(at.bit());
            self.craters |= at.bit();
        }
        hit
    }

    /// Reveals to `side` the number of mines around a square where its piece stopped safely.
    pub(crate) fn reveal_count(&mut self, side: Color, at: Square) -> u8 {
        let count = (attacks::king(at) & self.live).len() as u8;
        self.revealed_counts[side.index()][at.index() - 16] = count + 1;
        count
    }

    /// Returns the numbers revealed to `side`.
    pub(crate) fn revealed(&self, side: Color) -> impl Iterator<Item = (Square, u8)> {
        let revealed = self.revealed_counts[side.index()];
        MINEFIELD.into_iter().filter_map(move |at| Some((at, revealed[at.index() - 16].checked_sub(1)?)))
    }
}
