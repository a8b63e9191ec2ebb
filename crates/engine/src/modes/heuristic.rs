//! The heuristic of chess with modes: material, mobility, the best captures and, if one side is winning, pressure on
//! the losing king.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use yipan_chess::{Action, Bitboard, Chess, Color, DiceRule, PieceKind, Position, Square, attacks};
use yipan_core::{Game, Side, Turn};

use crate::stochastic::Heuristic;

/// The material value of each kind in centipawns, for positions under modes.
///
/// They are independent of the values that SEE uses.
const MATERIAL_VALUES: [i32; 6] = [100, 300, 320, 500, 950, 0];

impl Heuristic for Chess {
    fn evaluate(&self, side: Side) -> i32 {
        let position = self.position();
        let (own, other) =
            (material_and_mobility(position, side), material_and_mobility(position, side.other()));
        let balance = own.material - other.material + 4 * (own.mobility - other.mobility);
        let mover = position.side_to_move();
        let captures_next = match self.turn() {
            Turn::Player(_) => true,
            Turn::Chance => self.modes().dice.is_some(),
            Turn::Over(_) => false,
        };
        let capture = if captures_next { expected_capture(self, mover) } else { 0 };
        let capture_value = if mover == side { capture } else { -capture };
        balance + capture_value + king_hunt_bonus(position, side, balance)
    }

    fn transposition_key(&self) -> u64 {
        self.state_key()
    }

    fn play_listed(&mut self, action: Action) {
        self.play_unchecked(action);
    }

    fn action_priority(&self, action: Action) -> i32 {
        let (Action::Move(uci) | Action::MoveByWildDie(uci)) = action else { return -50 };
        let position = self.position();
        let Some(piece) = position.piece_at(uci.from) else { return 0 };
        let taken = position.piece_at(uci.to).filter(|taken| taken.color != piece.color);
        let gain = taken.map_or(0, |taken| {
            8 * MATERIAL_VALUES[taken.kind as usize] - MATERIAL_VALUES[piece.kind as usize] / 4 + 100
        });
        let promotion = uci.promotion.map_or(0, |kind| MATERIAL_VALUES[kind as usize]);
        gain + promotion + i32::from(distance_from_edge(uci.to)) - i32::from(distance_from_edge(uci.from))
    }
}

/// The material and mobility of one side.
struct MaterialAndMobility {
    material: i32,
    mobility: i32,
}

fn material_and_mobility(position: &Position, color: Color) -> MaterialAndMobility {
    let (own, occupied) = (position.by_color(color), position.occupied());
    let mut total = MaterialAndMobility { material: 0, mobility: 0 };
    for kind in PieceKind::ALL {
        for square in position.by_color_and_kind(color, kind) {
            total.material += MATERIAL_VALUES[kind as usize];
            match kind {
                PieceKind::Pawn => total.material += PAWN_ADVANCE[usize::from(square.rank_for(color))],
                PieceKind::King => {}
                _ => {
                    total.mobility +=
                        attacked_squares(kind, color, square, occupied).without(own).len() as i32;
                }
            }
        }
    }
    total
}

/// The bonus of a pawn by rank.
const PAWN_ADVANCE: [i32; 8] = [0, 0, 4, 10, 22, 45, 90, 0];

/// Returns the expected gain of the best capture that the dice allow.
fn expected_capture(game: &Chess, mover: Color) -> i32 {
    let mut captures: ArrayVec<(i32, Square), 64> = best_captures(game.position(), mover).collect();
    captures.sort_unstable_by_key(|&(gain, _)| Reverse(gain));
    // The probability that a capture by another die leaves the next one undone: all dice of rule A are played, and one of
    // rule B. Without dice, only the best capture counts.
    let rule = game.modes().dice.map(|dice| dice.rule);
    let exclusion = if rule == Some(DiceRule::All) { 0.5 } else { 1.0 };
    let (mut expected, mut none_better) = (0.0, 1.0);
    for (gain, from) in captures {
        let probability = game.move_probability(from);
        expected += f64::from(gain) * probability * none_better;
        none_better *= 1.0 - probability * exclusion;
        if none_better <= 0.0 {
            break;
        }
    }
    // Discounted, because the opponent may have a reply.
    (expected * 0.75) as i32
}

/// Returns the gain of each piece's best capture, with a recapture if the captured piece is protected.
fn best_captures(position: &Position, mover: Color) -> impl Iterator<Item = (i32, Square)> {
    let (own, enemy, occupied) =
        (position.by_color(mover), position.by_color(mover.other()), position.occupied());
    own.into_iter().filter_map(move |from| {
        let piece = position.piece_at(from)?;
        let targets = attacked_squares(piece.kind, mover, from, occupied) & enemy;
        let gain_at = |to| {
            let victim = position.piece_at(to)?;
            let is_protected = is_attacked(position, to, mover.other(), occupied ^ from.bit());
            let loss = if is_protected { MATERIAL_VALUES[piece.kind as usize] } else { 0 };
            Some(MATERIAL_VALUES[victim.kind as usize] - loss)
        };
        let gain = targets.into_iter().filter_map(gain_at).max()?;
        (gain > 0).then_some((gain, from))
    })
}

fn attacked_squares(kind: PieceKind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => attacks::pawn(color, from),
        PieceKind::Knight => attacks::knight(from),
        PieceKind::Bishop => attacks::bishop(from, occupied),
        PieceKind::Rook => attacks::rook(from, occupied),
        PieceKind::Queen => attacks::queen(from, occupied),
        PieceKind::King => attacks::king(from),
    }
}

fn is_attacked(position: &Position, square: Square, by: Color, occupied: Bitboard) -> bool {
    let of = |kind| position.by_color_and_kind(by, kind);
    (attacks::pawn(by.other(), square) & of(PieceKind::Pawn)).any()
        || (attacks::knight(square) & of(PieceKind::Knight)).any()
        || (attacks::king(square) & of(PieceKind::King)).any()
        || (attacks::bishop(square, occupied) & (of(PieceKind::Bishop) | of(PieceKind::Queen))).any()
        || (attacks::rook(square, occupied) & (of(PieceKind::Rook) | of(PieceKind::Queen))).any()
}

/// Returns the king hunt bonus for the side to move, where material decides who is winning.
pub(super) fn king_hunt(position: &Position) -> i32 {
    let material = |color| -> i32 {
        let count = |kind| position.by_color_and_kind(color, kind).len() as i32;
        PieceKind::ALL.iter().map(|&kind| MATERIAL_VALUES[kind as usize] * count(kind)).sum()
    };
    let side = position.side_to_move();
    king_hunt_bonus(position, side, material(side) - material(side.other()))
}

/// Returns a bonus for restricting the losing king and for approaching it with the winning one.
fn king_hunt_bonus(position: &Position, side: Color, balance: i32) -> i32 {
    if balance.abs() < 400 {
        return 0;
    }
    let winner = if balance > 0 { side } else { side.other() };
    let (winning_king, losing_king) = (position.king(winner), position.king(winner.other()));
    let occupied = position.occupied();
    let free = attacks::king(losing_king)
        .without(position.by_color(winner.other()))
        .into_iter()
        .filter(|&square| !is_attacked(position, square, winner, occupied ^ losing_king.bit()))
        .count() as i32;
    let distance = i32::from(
        winning_king
            .file()
            .abs_diff(losing_king.file())
            .max(winning_king.rank().abs_diff(losing_king.rank())),
    );
    let pressure =
        12 * (8 - free) + 6 * (7 - distance) + 5 * (6 - i32::from(distance_from_edge(losing_king)));
    if winner == side { pressure } else { -pressure }
}

/// Returns the distance of a square from the nearest edges: 0 in a corner, 6 in the center.
fn distance_from_edge(square: Square) -> u8 {
    let from_edge = |line: u8| line.min(7 - line);
    from_edge(square.file()) + from_edge(square.rank())
}
