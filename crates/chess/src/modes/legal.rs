//! Which moves are legal under modes: right by the geometry of chess, and once everything has come to rest, on a
//! board without mines, the mover's king is not attacked and, with gravity, something has changed.

use yipan_rules::{Discard, MoveKind, MoveList};

use super::field::Field;
use super::stages::{Forces, resolve};
use crate::castling::{CastlingObstacle, CastlingPath};
use crate::{Bitboard, Kind, Move, Square, attacks};

/// What a player may reckon with: everything that acts on a move but the mines, which nobody knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) gravity: bool,
    /// The portals of the side to move.
    pub(crate) pair: Bitboard,
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// A portal will carry a pawn to its last rank, so the player may say what it becomes.
    pub(crate) carried_to_promotion: bool,
}

impl From<Move> for Candidate {
    fn from(mv: Move) -> Candidate {
        Candidate { mv, carried_to_promotion: false }
    }
}

impl Known {
    /// Every legal move of the side to move.
    pub(crate) fn moves(&self, field: &Field) -> MoveList<Candidate> {
        let mut out = MoveList::new();
        self.each(field, |candidate| {
            out.push(candidate);
            true
        });
        out
    }

    /// Whether the side to move has a legal move at all.
    pub(crate) fn any(&self, field: &Field) -> bool {
        let mut found = false;
        self.each(field, |_| {
            found = true;
            false
        });
        found
    }

    /// Shows the legal moves until one is enough.
    fn each(&self, field: &Field, mut show: impl FnMut(Candidate) -> bool) {
        let position = &field.position;
        // What cannot enter a portal is as legal as in chess, unless everything falls.
        if !self.gravity {
            let plain = position.legal_moves().into_iter().filter(|&mv| !self.enters(mv));
            let plain = plain.filter(|&mv| may_step(field, mv)).map(Candidate::from);
            let passing = en_passant(field)
                .filter(|&mv| !self.enters(mv) && position.may_take_in_passing(mv.from(), mv.to()));
            for candidate in plain.chain(passing.map(Candidate::from)) {
                if !show(candidate) {
                    return;
                }
            }
            if self.pair.is_empty() {
                return;
            }
        }
        for mv in pseudo_moves(field) {
            if !self.gravity && !self.enters(mv) {
                continue;
            }
            if let Ok(candidate) = self.judge(field, mv)
                && !show(candidate)
            {
                return;
            }
        }
    }

    /// Whether the move may bring a man onto a portal by itself.
    fn enters(&self, mv: Move) -> bool {
        if self.pair.is_empty() {
            return false;
        }
        if mv.is_castling() {
            let path = CastlingPath::new(mv.from(), mv.to());
            return self.pair.has(path.king_to) || self.pair.has(path.rook_to);
        }
        self.pair.has(mv.to())
    }

    /// Tries a move that is right by geometry.
    pub(crate) fn judge(&self, field: &Field, mv: Move) -> Result<Candidate, Unsound> {
        let mut after = *field;
        let forces = Forces { gravity: self.gravity, pair: self.pair, mines: None, promotion: Kind::Queen };
        let aftermath = resolve(&mut after, mv, forces, &mut Discard);
        if self.gravity && after.same_men(field) {
            return Err(Unsound::BoardAsItWas);
        }
        let by = after.checkers(field.position.side());
        if by.any() {
            return Err(Unsound::KingAttacked { by, carried: aftermath.portal_used });
        }
        Ok(Candidate { mv, carried_to_promotion: aftermath.carried_to_promotion })
    }
}

/// Why a move that is right by geometry is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsound {
    /// Everything falls back to where it stood.
    BoardAsItWas,
    /// The king would be attacked by men that stand here when everything is at rest.
    KingAttacked {
        by: Bitboard,
        /// Whether a portal had to do with it.
        carried: bool,
    },
}

/// Every move that is right by the geometry of chess.
pub(crate) fn pseudo_moves(field: &Field) -> impl Iterator<Item = Move> {
    let mut moves = MoveList::new();
    field.position.pseudo_moves(MoveKind::All, &mut moves);
    let steps = moves.into_iter().filter(|&mv| !mv.is_castling() && may_step(field, mv));
    steps.chain(en_passant(field)).chain(castlings(field))
}

/// Whether a pawn that would make a double step has not spent it.
fn may_step(field: &Field, mv: Move) -> bool {
    let double = mv.from().index().abs_diff(mv.to().index()) == 16;
    !double || field.fresh.has(mv.from()) || field.position.kind_at(mv.from()) != Kind::Pawn
}

/// Pawns that may be taken in passing; with dice there may be several. If a second die has meanwhile brought a man
/// to the passed square, it is that man who is taken, and nobody in passing.
fn en_passant(field: &Field) -> impl Iterator<Item = Move> {
    let us = field.position.side();
    let pawns = field.position.of(us, Kind::Pawn);
    field.passed_before(us).without(field.position.occupied()).into_iter().flat_map(move |target| {
        let takers = attacks::pawn(us.other(), target) & pawns;
        takers.into_iter().map(move |pawn: Square| Move::en_passant(pawn, target))
    })
}

/// The square where a castling king arrives is judged when all is at rest; the way there, on the board as it is.
fn castlings(field: &Field) -> impl Iterator<Item = Move> {
    let position = field.position;
    let us = position.side();
    let rooks = if position.castling_rooks(us).any() && field.checkers(us).is_empty() {
        position.castling_rooks(us)
    } else {
        Bitboard::EMPTY
    };
    let open = move |rook: &Square| {
        matches!(position.castling_obstacle(us, *rook), None | Some(CastlingObstacle::IntoCheck(..)))
    };
    rooks.into_iter().filter(open).map(move |rook| Move::castling(position.king(us), rook))
}
