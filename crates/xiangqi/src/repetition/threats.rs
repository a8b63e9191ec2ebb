//! Threats to capture, and whether they would win material.

use alloc::vec::Vec;

use super::cycle::TrackedPosition;
use crate::{Color, Move, PieceKind, Point, PointSet, Position};

/// A possible capture. Both pieces are identified by their origin in the cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub(super) attacker: Point,
    pub(super) victim: Point,
}

/// The threats of one side in one position.
pub(super) struct Threats {
    /// All possible captures.
    pub(super) attacks: Vec<Threat>,
    /// The captures that would win material.
    pub(super) effective: Vec<Threat>,
}

impl Threats {
    /// Returns the threats that do not expose the side's own general.
    ///
    /// A check the side is already in does not hide a threat, because it will be evaded and the threat remains.
    pub(super) fn ignoring_existing_checks(board: &TrackedPosition, side: Color) -> Threats {
        let position = with_side_to_move(side, &board.position);
        let existing_checkers = position.checkers();
        Threats::filtered(board, &position, |from, on| {
            position.general_attackers_after(from, on).without(existing_checkers).is_empty()
        })
    }

    /// Returns the threats that would be legal moves if the side were to move.
    pub(super) fn legal(board: &TrackedPosition, side: Color) -> Threats {
        let position = with_side_to_move(side, &board.position);
        Threats::filtered(board, &position, |from, on| position.is_safe(from, on))
    }

    fn filtered(
        board: &TrackedPosition,
        position: &Position,
        is_allowed: impl Fn(Point, Point) -> bool,
    ) -> Threats {
        let mut threats = Threats { attacks: Vec::new(), effective: Vec::new() };
        let victims = chaseable_points(position);
        for kind in
            [PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Rook, PieceKind::Cannon]
        {
            for from in position.by_color_and_kind(position.side_to_move, kind) {
                for on in position.pseudo_legal_targets(kind, from) & victims {
                    if is_allowed(from, on) {
                        let threat = Threat { attacker: board.origin_of(from), victim: board.origin_of(on) };
                        threats.attacks.push(threat);
                        if is_effective(position, from, on) {
                            threats.effective.push(threat);
                        }
                    }
                }
            }
        }
        threats
    }

    /// Returns the victims of effective threats, by origin.
    pub(super) fn effective_victims(&self) -> PointSet {
        self.effective.iter().map(|threat| threat.victim).collect()
    }
}

/// Returns the same position with this side to move.
pub(super) fn with_side_to_move(side: Color, position: &Position) -> Position {
    Position { side_to_move: side, ..*position }
}

/// Returns the pieces the side to move can chase: all but the general and pawns that have not crossed the river
/// (V25).
pub(super) fn chaseable_points(position: &Position) -> PointSet {
    let them = position.side_to_move.other();
    let uncrossed_pawns = position
        .by_color_and_kind(them, PieceKind::Pawn)
        .into_iter()
        .filter(|pawn| !pawn.is_across_river(them));
    position
        .by_color(them)
        .without(position.by_color_and_kind(them, PieceKind::General))
        .without(uncrossed_pawns.collect())
}

/// Whether the capture wins material: a more valuable piece, or an unprotected one that cannot offer an exchange.
fn is_effective(position: &Position, from: Point, on: Point) -> bool {
    is_favorable_trade(position.kind_at(from), position.kind_at(on))
        || !is_protected(position, from, on) && !is_exchange_offer(position, from, on)
}

/// Whether the victim is so valuable that its protection does not matter: a horse chases a protected rook (V05).
const fn is_favorable_trade(by: PieceKind, on: PieceKind) -> bool {
    match by {
        PieceKind::Horse | PieceKind::Cannon => matches!(on, PieceKind::Rook),
        PieceKind::Advisor | PieceKind::Elephant => {
            matches!(on, PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon)
        }
        _ => false,
    }
}

/// Whether the capturing piece could be recaptured, that is, whether the victim is protected 有根.
///
/// Only a legal recapture is a real root 真根. A pinned protector (V34), or a general that would face the other
/// (V44), is a false root 假根.
fn is_protected(position: &Position, from: Point, on: Point) -> bool {
    let after_capture = position.after(Move::new(from, on));
    capturers(&after_capture, on).any(|by| after_capture.is_safe(by, on))
}

/// Whether two pieces of the same kind attack each other, which is an offer to exchange 兑 and not a chase (V04).
///
/// A horse whose leg is blocked does not attack back (V23).
fn is_exchange_offer(position: &Position, from: Point, on: Point) -> bool {
    let kind = position.kind_at(from);
    let theirs = with_side_to_move(position.side_to_move.other(), position);
    kind == position.kind_at(on)
        && theirs.pseudo_legal_targets(kind, on).contains(from)
        && theirs.is_safe(on, from)
}

/// Returns the pieces of the side to move that can capture on this point, regardless of their general's safety.
pub(super) fn capturers(position: &Position, on: Point) -> impl Iterator<Item = Point> {
    let pieces = position.by_color(position.side_to_move).into_iter();
    pieces.filter(move |&from| position.pseudo_legal_targets(position.kind_at(from), from).contains(on))
}
