//! 地吸引力: every man slides along its rank toward the h-file until it meets the edge or another man.

use yipan_rules::{Cause, Sink};

use super::field::Field;
use crate::{Bitboard, Square};

/// What must be remembered of men while a move is resolved, by where they stand now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Followed {
    /// Men that came to a stop and have not been looked at since: a mine or a portal may lie under them.
    pub(crate) stopped: Bitboard,
    /// Men that a portal has carried in this move; it does so once.
    pub(crate) carried: Bitboard,
}

/// Lets everything fall, rank 1 to 8 and from the h-file back, and follows the men that fell.
pub(crate) fn settle(field: &mut Field, followed: &mut Followed, effects: &mut impl Sink) {
    for rank in 0..8 {
        let empty = !(field.position.occupied().0 >> (8 * rank)) as u8;
        // A settled rank is empty up to some file and full from there on.
        if empty & empty.wrapping_add(1) == 0 {
            continue;
        }
        let mut rest = 8;
        for file in (0..8).rev() {
            let from = Square::wrap(8 * rank + file);
            if !field.position.occupied().has(from) {
                continue;
            }
            rest -= 1;
            let to = Square::wrap(8 * rank + rest);
            if from != to {
                field.shift(from, to, Cause::Gravity, effects);
                followed.follow(from, to);
            }
        }
    }
}

impl Followed {
    /// The man on `from` stops on `to`.
    pub(crate) fn follow(&mut self, from: Square, to: Square) {
        if self.carried.has(from) {
            self.carried = self.carried.without(from.bit()) | to.bit();
        }
        self.stopped = self.stopped.without(from.bit()) | to.bit();
    }

    /// The man on this square is no more.
    pub(crate) fn forget(&mut self, at: Square) {
        self.carried = self.carried.without(at.bit());
        self.stopped = self.stopped.without(at.bit());
    }
}
