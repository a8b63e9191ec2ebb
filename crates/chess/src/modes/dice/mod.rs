//! 骰子: which men may move is rolled.
//!
//! Under rule A ([`DiceRule::All`]) a die names a type, every die is moved, and a check with dice left interrupts the
//! turn for one reply. Under rule B ([`DiceRule::One`]) a die names a man, and one of them moves. Who moves next is decided in
//! `turn.rs`.

mod roll;
mod stats;

use arrayvec::ArrayVec;
use yipan_core::DieFace as Shown;

pub use stats::{DiceStats, GameDiceStats};
pub use yipan_core::DicePhase;

use super::legal::LegalMove;
use super::options::{DiceRule, DiceRules};
use crate::{Bitboard, Color, DiceView, PieceKind, Position, Square};

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// A type of man.
    Kind(PieceKind),
    /// A single man, by where it stands and what it is.
    Piece(Square, PieceKind),
    /// Any man 萬用.
    Wild,
    /// Nothing yet: it is rolled after the king has moved.
    Unrolled,
}

/// One die of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// What it shows.
    pub face: Face,
    /// Whether it has been moved.
    pub used: bool,
}

/// The dice of the turn now being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    pub(crate) rules: DiceRules,
    /// Whose turn it is, also while the other one replies; before the first turn, the side that begins.
    pub(crate) owner: Color,
    pub(crate) phase: DicePhase,
    pub(crate) dice: ArrayVec<Die, 5>,
    /// How many dice are still to be rolled, and from what.
    dice_to_roll: u8,
    pool: RollPool,
    /// The king moves at most once a turn, whatever the dice say.
    king_moved: bool,
    /// How often each player may still throw again.
    pub(crate) rerolls: [u8; 2],
    /// How many turns have begun.
    turns_begun: u32,
}

/// What the next die is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RollPool {
    Kinds(PieceKindSet),
    Pieces(Bitboard),
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceKindSet(u8);

impl PieceKindSet {
    pub(crate) const KING: PieceKindSet = PieceKindSet(1 << PieceKind::King as u8);

    /// The types that have one of these moves.
    pub(crate) fn from_moves(position: &Position, moves: &[LegalMove]) -> PieceKindSet {
        PieceKindSet(
            moves.iter().fold(0, |set, candidate| set | 1 << position.kind_at(candidate.mv.from()) as u8),
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

    fn iter(self) -> impl Iterator<Item = PieceKind> {
        PieceKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// Which die moves a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UsableDice {
    pub(crate) ordinary: Option<usize>,
    pub(crate) wild: Option<usize>,
}

impl UsableDice {
    /// An ordinary die is spent first, unless the player picks the wild one.
    pub(crate) fn pick_die(self, wild: bool) -> Option<usize> {
        if wild { self.wild } else { self.ordinary.or(self.wild) }
    }

    /// Whether there is a choice.
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

    /// The dice that a viewer sees, to be played on from here.
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

    /// Whether every rolled type must be moved.
    pub(crate) const fn must_play_all(&self) -> bool {
        matches!(self.rules.rule, DiceRule::All)
    }

    /// The dice that have not been moved, live or dead.
    pub(crate) fn unused_count(&self) -> usize {
        self.dice.iter().filter(|die| !die.used).count()
    }

    /// The dice that would move this man now. In a reply and in an emergency no die is asked for.
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

    /// Whether the dice let this man move now.
    pub(crate) fn can_move_piece(&self, position: &Position, from: Square) -> bool {
        self.phase != DicePhase::Turn || self.usable_dice(position, from).pick_die(false).is_some()
    }

    /// Whether a die can be played, given the types that have a legal move.
    pub(crate) fn is_live(&self, die: Die, movable: PieceKindSet) -> bool {
        let free = if self.king_moved { movable.without(PieceKindSet::KING) } else { movable };
        !die.used
            && match die.face {
                Face::Kind(kind) => free.contains(kind),
                Face::Wild => !free.is_empty(),
                // A rolled man can always move: that is what it was rolled from, and it moves only once.
                Face::Piece(..) => true,
                Face::Unrolled => false,
            }
    }

    /// Whether any die can be played.
    pub(crate) fn has_live_die(&self, movable: PieceKindSet) -> bool {
        self.dice.iter().any(|&die| self.is_live(die, movable))
    }

    /// A man of this kind is moved by this die.
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

    /// Whether dice are saved that will be rolled only now that the king has moved.
    pub(crate) fn has_unrolled_dice_due(&self) -> bool {
        self.king_moved && self.dice.iter().any(|die| die.face == Face::Unrolled)
    }
}

impl Face {
    /// The same without saying which man it names.
    pub(crate) const fn without_square(self) -> Face {
        match self {
            Face::Piece(_, kind) => Face::Kind(kind),
            other => other,
        }
    }

    /// An order of faces that says nothing about the board.
    pub(crate) const fn sort_key(self) -> u8 {
        match self {
            Face::Kind(kind) | Face::Piece(_, kind) => kind as u8,
            Face::Wild => 6,
            Face::Unrolled => 7,
        }
    }
}

impl From<Face> for Shown {
    fn from(face: Face) -> Shown {
        match face {
            Face::Kind(kind) => Shown { letter: kind.letter(), at: None },
            Face::Piece(at, kind) => Shown { letter: kind.letter(), at: Some(at.into()) },
            Face::Wild => Shown { letter: '*', at: None },
            Face::Unrolled => Shown { letter: '?', at: None },
        }
    }
}
