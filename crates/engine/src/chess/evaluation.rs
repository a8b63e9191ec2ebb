//! What a position of chess is worth, by hand.

use yipan_chess::{Bitboard, Color, PieceKind, Position, Square, WHITE, attacks};

use super::endgame_scale::{self, DARK_SQUARES};
use super::features::{
    BAD_BISHOP, BISHOP_MOBILITY, BISHOP_PAIR, FEATURE_COUNT, FEATURE_GROUPS, KNIGHT_MOBILITY, MATERIAL,
    OUTPOST, PIECE_SQUARE, QUEEN_MOBILITY, ROOK_MOBILITY, ROOK_OPEN, ROOK_SEVENTH, TEMPO,
};
use super::{king, pawns, threats};
use crate::HandCrafted;
use crate::search_game::Evaluation;
use crate::tune::{Sample, Trace, Weights};
use crate::weights::{self, EvalSum, FeatureSink, PhaseAndScale};

static WEIGHTS: [i32; FEATURE_COUNT] = weights::parse_weights(include_str!("../../weights/chess.txt"));

impl Evaluation<Position> for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let mut sum = EvalSum::new(&WEIGHTS);
        let phase_and_scale = evaluate_features(position, &mut sum);
        let score = phase_and_scale.score(&sum);
        if position.side_to_move() == WHITE { score } else { -score }
    }
}

/// The position as the tuner sees it; `result` is what White got.
#[must_use]
pub fn sample(position: &Position, result: f32) -> Sample {
    let mut trace = Trace::default();
    let phase_and_scale = evaluate_features(position, &mut trace);
    trace.sample(phase_and_scale, result)
}

/// The weights in use, for the tuner to begin with.
#[must_use]
pub fn weights() -> Weights {
    WEIGHTS.iter().map(|&pair| (weights::middlegame(pair) as f32, weights::endgame(pair) as f32)).collect()
}

/// Weights as the table of this crate has them.
#[must_use]
pub fn write_weights(weights: &Weights) -> String {
    let rounded: Vec<(i32, i32)> =
        weights.iter().map(|&(middle, end)| (middle.round() as i32, end.round() as i32)).collect();
    weights::format_weights(FEATURE_GROUPS, &rounded)
}

/// What one side attacks, gathered while its men are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMaps {
    pub(super) all: Bitboard,
    pub(super) attacked_twice: Bitboard,
    pub(super) by_kind: [Bitboard; 6],
    /// Squares around the enemy king that are attacked, counted for each attacker.
    pub(super) king_zone_attacks: u32,
    pub(super) king_attackers: u32,
}

impl AttackMaps {
    fn add(&mut self, kind: PieceKind, squares: Bitboard) {
        self.attacked_twice |= self.all & squares;
        self.all |= squares;
        self.by_kind[kind as usize] |= squares;
    }
}

/// Looks at everything there is to see.
fn evaluate_features<T: FeatureSink>(position: &Position, sink: &mut T) -> PhaseAndScale {
    let mut attack_maps = [AttackMaps::default(); 2];
    for color in Color::BOTH {
        let attack_maps = &mut attack_maps[color.index()];
        attack_maps.add(PieceKind::King, attacks::king(position.king(color)));
        let pawns = position.by_color_and_kind(color, PieceKind::Pawn);
        attack_maps.add(PieceKind::Pawn, pawns::attacks_left(color, pawns));
        attack_maps.add(PieceKind::Pawn, pawns::attacks_right(color, pawns));
    }
    for color in Color::BOTH {
        evaluate_pieces(position, color, &mut attack_maps, sink);
    }
    for color in Color::BOTH {
        pawns::evaluate_pawns(position, color, &attack_maps, sink);
        king::evaluate_king(position, color, &attack_maps, sink);
        threats::evaluate_threats(position, color, &attack_maps, sink);
    }
    sink.add(position.side_to_move(), TEMPO, 1);
    phase_and_scale(position)
}

/// Material, places and mobility.
fn evaluate_pieces<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &mut [AttackMaps; 2],
    sink: &mut T,
) {
    let enemy = color.other();
    let (pawns, enemy_pawns) = (
        position.by_color_and_kind(color, PieceKind::Pawn),
        position.by_color_and_kind(enemy, PieceKind::Pawn),
    );
    let enemy_king = position.king(enemy);
    let context = MobilityContext {
        king_zone: attacks::king(enemy_king) | enemy_king.bit(),
        // A square is open to a man if no pawn guards it and neither king nor pawn of its own stands there.
        mobility_area: !(attack_maps[enemy.index()].by_kind[PieceKind::Pawn as usize]
            | position.by_color_and_kind(color, PieceKind::King)
            | pawns),
    };
    let occupied = position.occupied();
    let [knights, bishops, rooks, queens] =
        [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .map(|kind| position.by_color_and_kind(color, kind));
    let attack_maps = &mut attack_maps[color.index()];
    sink.add(color, MATERIAL, pawns.len() as i32);
    for square in pawns {
        sink.add(color, PIECE_SQUARE + piece_square_index(square, color), 1);
    }
    sink.add(
        color,
        PIECE_SQUARE + PieceKind::King as usize * 32 + piece_square_index(position.king(color), color),
        1,
    );
    let outpost = |square: Square, attack_maps: &AttackMaps| {
        (3..=5).contains(&square.rank_for(color))
            && attack_maps.by_kind[PieceKind::Pawn as usize].contains(square)
            && (pawns::adjacent_files_in_front(color, square) & enemy_pawns).is_empty()
    };
    for square in knights {
        let moves = context.add_piece::<T, { PieceKind::Knight as usize }>(
            color,
            square,
            attacks::knight(square),
            attack_maps,
            sink,
        );
        sink.add(color, KNIGHT_MOBILITY + moves, 1);
        sink.add(color, OUTPOST, i32::from(outpost(square, attack_maps)));
    }
    for square in bishops {
        // Through the own queen: the two stand behind each other on purpose.
        let squares = attacks::bishop(square, occupied.without(queens));
        let moves =
            context.add_piece::<T, { PieceKind::Bishop as usize }>(color, square, squares, attack_maps, sink);
        sink.add(color, BISHOP_MOBILITY + moves, 1);
        sink.add(color, OUTPOST + 1, i32::from(outpost(square, attack_maps)));
        let same = if DARK_SQUARES.contains(square) { DARK_SQUARES } else { !DARK_SQUARES };
        sink.add(color, BAD_BISHOP, (pawns & same).len() as i32);
    }
    for square in rooks {
        let squares = attacks::rook(square, occupied.without(queens | rooks));
        let moves =
            context.add_piece::<T, { PieceKind::Rook as usize }>(color, square, squares, attack_maps, sink);
        sink.add(color, ROOK_MOBILITY + moves, 1);
        let file = file_of(square);
        if (pawns & file).is_empty() {
            sink.add(color, ROOK_OPEN + usize::from((enemy_pawns & file).any()), 1);
        }
        if square.rank_for(color) == 6 && enemy_king.rank_for(color) == 7 {
            sink.add(color, ROOK_SEVENTH, 1);
        }
    }
    for square in queens {
        let squares = attacks::queen(square, occupied);
        let moves =
            context.add_piece::<T, { PieceKind::Queen as usize }>(color, square, squares, attack_maps, sink);
        sink.add(color, QUEEN_MOBILITY + moves, 1);
    }
    if (bishops & DARK_SQUARES).any() && (bishops & !DARK_SQUARES).any() {
        sink.add(color, BISHOP_PAIR, 1);
    }
}

/// What a man is looked at against.
struct MobilityContext {
    /// The enemy king's square and those next to it.
    king_zone: Bitboard,
    /// Where it may go without loss.
    mobility_area: Bitboard,
}

impl MobilityContext {
    /// A man and what it attacks; gives back how many squares are open to it.
    #[inline(always)]
    fn add_piece<T: FeatureSink, const KIND: usize>(
        &self,
        color: Color,
        square: Square,
        squares: Bitboard,
        attack_maps: &mut AttackMaps,
        sink: &mut T,
    ) -> usize {
        sink.add(color, MATERIAL + KIND, 1);
        sink.add(color, PIECE_SQUARE + KIND * 32 + piece_square_index(square, color), 1);
        attack_maps.attacked_twice |= attack_maps.all & squares;
        attack_maps.all |= squares;
        attack_maps.by_kind[KIND] |= squares;
        let hits = (squares & self.king_zone).len();
        attack_maps.king_attackers += u32::from(hits > 0);
        attack_maps.king_zone_attacks += hits * const { [0, 2, 2, 3, 4, 0][KIND] };
        (squares & self.mobility_area).len() as usize
    }
}

/// The index of a square among the 32 of one half, as `color` counts its ranks.
fn piece_square_index(square: Square, color: Color) -> usize {
    let file = square.file().min(7 - square.file());
    usize::from(square.rank_for(color) * 4 + file)
}

/// The file through a square.
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << square.file())
}

fn phase_and_scale(position: &Position) -> PhaseAndScale {
    let count = |kind| {
        Color::BOTH.into_iter().map(|color| position.by_color_and_kind(color, kind).len() as i32).sum::<i32>()
    };
    let minor = count(PieceKind::Knight) + count(PieceKind::Bishop);
    let weight = minor + 2 * count(PieceKind::Rook) + 4 * count(PieceKind::Queen);
    PhaseAndScale {
        phase: (weight * PhaseAndScale::FULL_PHASE / 24).min(PhaseAndScale::FULL_PHASE),
        scale: endgame_scale::endgame_scale(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        let position: Position = fen.parse().expect(fen);
        HandCrafted.evaluate(&position)
    }

    #[test]
    fn a_queen_ahead_is_worth_much_and_a_lone_knight_nothing() {
        assert!(value("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1") > 700);
        assert!(value("4k3/8/8/8/8/8/8/3NK3 w - - 0 1").abs() < 100);
    }

    #[test]
    fn the_trace_adds_up_to_the_score() {
        let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .expect("a position");
        let traced = crate::tune::score(&sample(&position, 0.5), &weights());
        assert!((traced - value(&position.to_string()) as f32).abs() < 2.0, "{traced}");
    }
}
