//! Who threatens to take whom, and whether anything would come of it.

use super::span::Board;
use crate::{Color, Kind, Move, Point, Points, Position};

/// One man that could take another, each by the name it has in the span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub(super) by: Point,
    pub(super) on: Point,
}

/// The threats of one side on one board.
pub(super) struct Threats {
    /// Every man that may be taken.
    pub(super) attacks: Vec<Threat>,
    /// Those of them that would win something.
    pub(super) effective: Vec<Threat>,
}

impl Threats {
    /// The threats of a side that would not bare its general by them. A check that it is in already does not
    /// hide a threat: it will be answered, and the threat stays.
    pub(super) fn of(board: &Board, side: Color) -> Threats {
        let position = turn_to(side, &board.position);
        let already = position.checkers();
        Threats::where_sound(board, &position, |from, on| {
            position.attackers_after(from, on).without(already).is_empty()
        })
    }

    /// The threats of a side that would be legal moves if it were to move.
    pub(super) fn legal(board: &Board, side: Color) -> Threats {
        let position = turn_to(side, &board.position);
        Threats::where_sound(board, &position, |from, on| position.is_safe(from, on))
    }

    fn where_sound(board: &Board, position: &Position, is_sound: impl Fn(Point, Point) -> bool) -> Threats {
        let mut threats = Threats { attacks: Vec::new(), effective: Vec::new() };
        let victims = victims(position);
        for kind in [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon] {
            for from in position.of(position.side, kind) {
                for on in position.targets(kind, from) & victims {
                    if is_sound(from, on) {
                        let threat = Threat { by: board.name(from), on: board.name(on) };
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

    /// The names of the men that are effectively threatened.
    pub(super) fn victims(&self) -> Points {
        self.effective.iter().map(|threat| threat.on).collect()
    }
}

/// The same board with this side to move.
pub(super) fn turn_to(side: Color, position: &Position) -> Position {
    Position { side, ..*position }
}

/// The men that the side to move can chase: not the general, and no pawn before it crosses the river (V25).
pub(super) fn victims(position: &Position) -> Points {
    let them = position.side.other();
    let at_home = position.of(them, Kind::Pawn).into_iter().filter(|pawn| !pawn.is_across_river(them));
    position.men(them).without(position.of(them, Kind::General)).without(at_home.collect())
}

/// Whether taking wins something: a better man, or one that has no root and no answer.
fn is_effective(position: &Position, from: Point, on: Point) -> bool {
    wins_more(position.kind_at(from), position.kind_at(on))
        || !is_rooted(position, from, on) && !is_exchange(position, from, on)
}

/// Whether the victim is worth so much more that its root is no help: a horse chases a protected rook (V05).
const fn wins_more(by: Kind, on: Kind) -> bool {
    match by {
        Kind::Horse | Kind::Cannon => matches!(on, Kind::Rook),
        Kind::Advisor | Kind::Elephant => matches!(on, Kind::Rook | Kind::Horse | Kind::Cannon),
        _ => false,
    }
}

/// Whether the taker could be taken in turn. Only a legal answer is a real root 真根: a protector that is
/// pinned (V34), or a general that would come to face the other (V44), is a false one 假根.
fn is_rooted(position: &Position, from: Point, on: Point) -> bool {
    let taken = position.after(Move::new(from, on));
    takers(&taken, on).any(|by| taken.is_safe(by, on))
}

/// Whether two men of a kind attack each other, which is an offer to exchange 兑 and no chase (V04). A horse
/// whose leg is blocked does not attack back (V23).
fn is_exchange(position: &Position, from: Point, on: Point) -> bool {
    let kind = position.kind_at(from);
    let theirs = turn_to(position.side.other(), position);
    kind == position.kind_at(on) && theirs.targets(kind, on).has(from) && theirs.is_safe(on, from)
}

/// The men of the side to move that reach the enemy on this point, whatever becomes of their general.
pub(super) fn takers(position: &Position, on: Point) -> impl Iterator<Item = Point> {
    let men = position.men(position.side).into_iter();
    men.filter(move |&from| position.targets(position.kind_at(from), from).has(on))
}
