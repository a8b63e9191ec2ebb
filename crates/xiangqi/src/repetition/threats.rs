//! Who threatens to take whom, and whether anything would come of it.

use super::cycle::TrackedPosition;
use crate::{Color, Move, PieceKind, Point, PointSet, Position};

/// One piece that could take another, each by the name it has in the span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub(super) attacker: Point,
    pub(super) victim: Point,
}

/// The threats of one side on one board.
pub(super) struct Threats {
    /// Every piece that may be taken.
    pub(super) attacks: Vec<Threat>,
    /// Those of them that would win something.
    pub(super) effective: Vec<Threat>,
}

impl Threats {
    /// The threats of a side that would not bare its general by them. A check that it is in already does not
    /// hide a threat: it will be answered, and the threat stays.
    pub(super) fn ignoring_existing_checks(board: &TrackedPosition, side: Color) -> Threats {
        let position = with_side_to_move(side, &board.position);
        let existing_checkers = position.checkers();
        Threats::filtered(board, &position, |from, on| {
            position.general_attackers_after(from, on).without(existing_checkers).is_empty()
        })
    }

    /// The threats of a side that would be legal moves if it were to move.
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

    /// The names of the pieces that are effectively threatened.
    pub(super) fn effective_victims(&self) -> PointSet {
        self.effective.iter().map(|threat| threat.victim).collect()
    }
}

/// The same board with this side to move.
pub(super) fn with_side_to_move(side: Color, position: &Position) -> Position {
    Position { side_to_move: side, ..*position }
}

/// The pieces that the side to move can chase: not the general, and no pawn before it crosses the river (V25).
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

/// Whether taking wins something: a better piece, or one that has no root and no answer.
fn is_effective(position: &Position, from: Point, on: Point) -> bool {
    is_favorable_trade(position.kind_at(from), position.kind_at(on))
        || !is_protected(position, from, on) && !is_exchange_offer(position, from, on)
}

/// Whether the victim is worth so much more that its root is no help: a horse chases a protected rook (V05).
const fn is_favorable_trade(by: PieceKind, on: PieceKind) -> bool {
    match by {
        PieceKind::Horse | PieceKind::Cannon => matches!(on, PieceKind::Rook),
        PieceKind::Advisor | PieceKind::Elephant => {
            matches!(on, PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon)
        }
        _ => false,
    }
}

/// Whether the taker could be taken in turn. Only a legal answer is a real root 真根: a protector that is
/// pinned (V34), or a general that would come to face the other (V44), is a false one 假根.
fn is_protected(position: &Position, from: Point, on: Point) -> bool {
    let after_capture = position.after(Move::new(from, on));
    capturers(&after_capture, on).any(|by| after_capture.is_safe(by, on))
}

/// Whether two pieces of a kind attack each other, which is an offer to exchange 兑 and no chase (V04). A horse
/// whose leg is blocked does not attack back (V23).
fn is_exchange_offer(position: &Position, from: Point, on: Point) -> bool {
    let kind = position.kind_at(from);
    let theirs = with_side_to_move(position.side_to_move.other(), position);
    kind == position.kind_at(on)
        && theirs.pseudo_legal_targets(kind, on).contains(from)
        && theirs.is_safe(on, from)
}

/// The pieces of the side to move that reach the enemy on this point, whatever becomes of their general.
pub(super) fn capturers(position: &Position, on: Point) -> impl Iterator<Item = Point> {
    let pieces = position.by_color(position.side_to_move).into_iter();
    pieces.filter(move |&from| position.pseudo_legal_targets(position.kind_at(from), from).contains(on))
}
