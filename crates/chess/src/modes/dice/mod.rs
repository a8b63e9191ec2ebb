//! 骰子: dice decide which pieces may move.
//!
//! Under rule A ([`DiceRule::All`]) a die names a piece kind, every die must be played, and a check with dice
//! left interrupts the turn for one reply. Under rule B ([`DiceRule::One`]) a die names a piece, and one of
//! them moves. `turn.rs` decides who moves next.

mod face;
mod odds;
mod roll;
mod stats;

use arrayvec::ArrayVec;

pub use face::{Die, Face};
pub use stats::{DiceStats, GameDiceStats};
pub use yipan_core::DicePhase;
use yipan_core::splitmix64;

use super::legal::LegalMove;
use super::options::{DiceRule, DiceRules};
use crate::{Bitboard, Color, DiceView, PieceKind, Position, Square};

/// The dice of the current turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    pub(crate) rules: DiceRules,
    /// The side whose turn it is, also during a reply; before the first turn, the side that begins.
    pub(crate) owner: Color,
    pub(crate) phase: DicePhase,
    pub(crate) dice: ArrayVec<Die, 5>,
    /// The number of dice still to be rolled.
    dice_to_roll: u8,
    pool: RollPool,
    /// Whether the king has moved in this turn, which it may do once.
    king_moved: bool,
    /// The remaining re-rolls of each player.
    pub(crate) rerolls: [u8; 2],
    /// The number of turns that have begun.
    turns_begun: u32,
}

/// The possible faces of the next die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RollPool {
    Kinds(PieceKindSet),
    Pieces(Bitboard),
}

/// A set of piece kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceKindSet(u8);

impl PieceKindSet {
    pub(crate) const KING: PieceKindSet = PieceKindSet(1 << PieceKind::King as u8);

    /// Returns the piece kinds that have one of these moves.
    pub(crate) fn from_moves(position: &Position, moves: &[LegalMove]) -> PieceKindSet {
        PieceKindSet(
            moves.iter().fold(0, |set, legal_move| set | 1 << position.kind_at(legal_move.mv.from()) as u8),
        )
    }

    pub(crate) const fn without(self, other: PieceKindSet) -> PieceKindSet {
        PieceKindSet(self.0 & !other.0)
    }

    pub(crate) const fn contains(self, kind: PieceKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    const fn len(self) -> u32 {
        self.0.count_ones()
    }

    fn iter(self) -> impl Iterator<Item = PieceKind> {
        PieceKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// The dice that can move a piece, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UsableDice {
    pub(crate) ordinary: Option<usize>,
    pub(crate) wild: Option<usize>,
}

impl UsableDice {
    /// Returns the die to use: an ordinary one first, unless the player chooses the wild one.
    pub(crate) fn pick_die(self, wild: bool) -> Option<usize> {
        if wild { self.wild } else { self.ordinary.or(self.wild) }
    }

    /// Whether the player can choose between an ordinary and a wild die.
    pub(crate) const fn has_both(self) -> bool {
        self.ordinary.is_some() && self.wild.is_some()
    }
}

impl Dice {
    pub(crate) fn new(rules: DiceRules, owner: Color) -> Dice {
        Dice {
            rules,
            owner,
            phase: DicePhase::Turn,
            dice: ArrayVec::new(),
            dice_to_roll: 0,
            pool: RollPool::Kinds(PieceKindSet::default()),
            king_moved: false,
            rerolls: [rules.rerolls; 2],
            turns_begun: 0,
        }
    }

    /// Creates dice from a view, to continue the turn from there.
    pub(crate) fn from_view(rules: DiceRules, view: &DiceView) -> Dice {
        Dice {
            phase: view.phase,
            dice: view.dice.iter().map(|die| Die { face: die.face, used: die.used }).collect(),
            king_moved: view.king_moved,
            rerolls: view.rerolls,
            turns_begun: 2,
            ..Dice::new(rules, view.owner)
        }
    }

    /// Returns a hash of the dice that does not depend on the order in which they were rolled.
    pub(crate) fn state_key(&self) -> u64 {
        let hash = |number: u64| splitmix64(number).1;
        let of_dice = self.dice.iter().fold(0_u64, |sum, die| {
            let at = if let Face::Piece(at, _) = die.face { at.index() as u64 } else { 0 };
            let number = u64::from(die.face.sort_key()) | at << 8 | u64::from(die.used) << 16;
            sum.wrapping_add(hash(number))
        });
        // A pool that nothing is rolled from decides nothing.
        let pool = match self.pool {
            _ if self.dice_to_roll == 0 => 0,
            RollPool::Kinds(kinds) => u64::from(kinds.0),
            RollPool::Pieces(pieces) => pieces.0,
        };
        let rest = self.phase as u64
            | u64::from(self.king_moved) << 8
            | (self.owner as u64) << 16
            | u64::from(self.dice_to_roll) << 24
            | u64::from(self.rerolls[0]) << 32
            | u64::from(self.rerolls[1]) << 40;
        of_dice ^ hash(pool ^ hash(rest))
    }

    /// Whether every rolled piece kind must be moved (rule A).
    pub(crate) const fn must_play_all(&self) -> bool {
        matches!(self.rules.rule, DiceRule::All)
    }

    /// Returns the number of unused dice, live or dead.
    pub(crate) fn unused_count(&self) -> usize {
        self.dice.iter().filter(|die| !die.used).count()
    }

    /// Returns the dice that can move this piece now. Replies and emergency moves need no die.
    pub(crate) fn usable_dice(&self, position: &Position, from: Square) -> UsableDice {
        let kind = position.kind_at(from);
        if kind == PieceKind::King && self.king_moved {
            return UsableDice { ordinary: None, wild: None };
        }
        let find = |face: &dyn Fn(Face) -> bool| self.dice.iter().position(|die| !die.used && face(die.face));
        UsableDice {
            ordinary: find(&|face| match face {
                Face::Kind(named) => named == kind,
                Face::Piece(at, _) => at == from,
                Face::Wild | Face::Unrolled => false,
            }),
            wild: find(&|face| face == Face::Wild),
        }
    }

    /// Whether the dice allow this piece to move now.
    pub(crate) fn can_move_piece(&self, position: &Position, from: Square) -> bool {
        self.phase != DicePhase::Turn || self.usable_dice(position, from).pick_die(false).is_some()
    }

    /// Whether a die can be played, given the piece kinds that have a legal move.
    pub(crate) fn is_live(&self, die: Die, movable: PieceKindSet) -> bool {
        let free = if self.king_moved { movable.without(PieceKindSet::KING) } else { movable };
        !die.used
            && match die.face {
                Face::Kind(kind) => free.contains(kind),
                Face::Wild => !free.is_empty(),
                // A rolled piece can always move: only movable pieces are rolled, and each moves once.
                Face::Piece(..) => true,
                Face::Unrolled => false,
            }
    }

    /// Whether any die can be played.
    pub(crate) fn has_live_die(&self, movable: PieceKindSet) -> bool {
        self.dice.iter().any(|&die| self.is_live(die, movable))
    }

    /// Marks a die as used by a piece of this kind.
    pub(crate) fn use_die(&mut self, die: usize, kind: PieceKind) {
        if let Some(die) = self.dice.get_mut(die) {
            die.used = true;
        }
        self.king_moved |= kind == PieceKind::King;
    }

    /// Whether the king has moved in this turn.
    pub(crate) const fn king_moved(&self) -> bool {
        self.king_moved
    }

    /// Whether dice are waiting that can be rolled now that the king has moved.
    pub(crate) fn has_unrolled_dice_due(&self) -> bool {
        self.king_moved && self.dice.iter().any(|die| die.face == Face::Unrolled)
    }
}
