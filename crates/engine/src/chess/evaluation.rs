//! What a position of chess is worth, by hand.

use yipan_chess::{Bitboard, Color, Kind, Position, Square, WHITE, attacks};

use super::endings::{self, DARK};
use super::features::{
    BAD_BISHOP, BISHOP_MOBILITY, BISHOP_PAIR, COUNT, GROUPS, KNIGHT_MOBILITY, MATERIAL, OUTPOST, PLACE,
    QUEEN_MOBILITY, ROOK_MOBILITY, ROOK_OPEN, ROOK_SEVENTH, TEMPO,
};
use super::{king, pawns, threats};
use crate::ByHand;
use crate::searchable::Evaluation;
use crate::tune::{Sample, Trace, Weights};
use crate::weights::{self, Shape, Sum, Tally};

static WEIGHTS: [i32; COUNT] = weights::read(include_str!("../../weights/chess.txt"));

impl Evaluation<Position> for ByHand {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let mut sum = Sum::new(&WEIGHTS);
        let shape = look(position, &mut sum);
        let score = shape.score(&sum);
        if position.side() == WHITE { score } else { -score }
    }
}

/// The position as the tuner sees it; `result` is what White got.
#[must_use]
pub fn sample(position: &Position, result: f32) -> Sample {
    let mut trace = Trace::default();
    let shape = look(position, &mut trace);
    trace.sample(shape, result)
}

/// The weights in use, for the tuner to begin with.
#[must_use]
pub fn weights() -> Weights {
    WEIGHTS.iter().map(|&pair| (weights::middle(pair) as f32, weights::end(pair) as f32)).collect()
}

/// Weights as the table of this crate has them.
#[must_use]
pub fn write_weights(weights: &Weights) -> String {
    let rounded: Vec<(i32, i32)> =
        weights.iter().map(|&(middle, end)| (middle.round() as i32, end.round() as i32)).collect();
    weights::write(GROUPS, &rounded)
}

/// What one side attacks, gathered while its men are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    pub(super) all: Bitboard,
    pub(super) twice: Bitboard,
    pub(super) by: [Bitboard; 6],
    /// Squares around the enemy king that are attacked, counted for each attacker.
    pub(super) king_hits: u32,
    pub(super) king_attackers: u32,
}

impl Reach {
    fn add(&mut self, kind: Kind, squares: Bitboard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[kind as usize] |= squares;
    }
}

/// Looks at everything there is to see.
fn look<T: Tally>(position: &Position, tally: &mut T) -> Shape {
    let mut reach = [Reach::default(); 2];
    for color in Color::BOTH {
        let reach = &mut reach[color.index()];
        reach.add(Kind::King, attacks::king(position.king(color)));
        let pawns = position.of(color, Kind::Pawn);
        reach.add(Kind::Pawn, pawns::left(color, pawns));
        reach.add(Kind::Pawn, pawns::right(color, pawns));
    }
    for color in Color::BOTH {
        men(position, color, &mut reach, tally);
    }
    for color in Color::BOTH {
        pawns::look(position, color, &reach, tally);
        king::look(position, color, &reach, tally);
        threats::look(position, color, &reach, tally);
    }
    tally.add(position.side(), TEMPO, 1);
    shape(position)
}

/// Material, places and mobility.
fn men<T: Tally>(position: &Position, color: Color, reach: &mut [Reach; 2], tally: &mut T) {
    let enemy = color.other();
    let (pawns, enemy_pawns) = (position.of(color, Kind::Pawn), position.of(enemy, Kind::Pawn));
    let enemy_king = position.king(enemy);
    let around = Around {
        ring: attacks::king(enemy_king) | enemy_king.bit(),
        // A square is open to a man if no pawn guards it and neither king nor pawn of its own stands there.
        open: !(reach[enemy.index()].by[Kind::Pawn as usize] | position.of(color, Kind::King) | pawns),
    };
    let occupied = position.occupied();
    let [knights, bishops, rooks, queens] =
        [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen].map(|kind| position.of(color, kind));
    let reach = &mut reach[color.index()];
    tally.add(color, MATERIAL, pawns.len() as i32);
    for square in pawns {
        tally.add(color, PLACE + place(square, color), 1);
    }
    tally.add(color, PLACE + Kind::King as usize * 32 + place(position.king(color), color), 1);
    let outpost = |square: Square, reach: &Reach| {
        (3..=5).contains(&square.rank_for(color))
            && reach.by[Kind::Pawn as usize].has(square)
            && (pawns::front_sides(color, square) & enemy_pawns).is_empty()
    };
    for square in knights {
        let moves =
            around.man::<T, { Kind::Knight as usize }>(color, square, attacks::knight(square), reach, tally);
        tally.add(color, KNIGHT_MOBILITY + moves, 1);
        tally.add(color, OUTPOST, i32::from(outpost(square, reach)));
    }
    for square in bishops {
        // Through the own queen: the two stand behind each other on purpose.
        let squares = attacks::bishop(square, occupied.without(queens));
        let moves = around.man::<T, { Kind::Bishop as usize }>(color, square, squares, reach, tally);
        tally.add(color, BISHOP_MOBILITY + moves, 1);
        tally.add(color, OUTPOST + 1, i32::from(outpost(square, reach)));
        let same = if DARK.has(square) { DARK } else { !DARK };
        tally.add(color, BAD_BISHOP, (pawns & same).len() as i32);
    }
    for square in rooks {
        let squares = attacks::rook(square, occupied.without(queens | rooks));
        let moves = around.man::<T, { Kind::Rook as usize }>(color, square, squares, reach, tally);
        tally.add(color, ROOK_MOBILITY + moves, 1);
        let file = file(square);
        if (pawns & file).is_empty() {
            tally.add(color, ROOK_OPEN + usize::from((enemy_pawns & file).any()), 1);
        }
        if square.rank_for(color) == 6 && enemy_king.rank_for(color) == 7 {
            tally.add(color, ROOK_SEVENTH, 1);
        }
    }
    for square in queens {
        let squares = attacks::queen(square, occupied);
        let moves = around.man::<T, { Kind::Queen as usize }>(color, square, squares, reach, tally);
        tally.add(color, QUEEN_MOBILITY + moves, 1);
    }
    if (bishops & DARK).any() && (bishops & !DARK).any() {
        tally.add(color, BISHOP_PAIR, 1);
    }
}

/// What a man is looked at against.
struct Around {
    /// The enemy king's square and those next to it.
    ring: Bitboard,
    /// Where it may go without loss.
    open: Bitboard,
}

impl Around {
    /// A man and what it attacks; gives back how many squares are open to it.
    #[inline(always)]
    fn man<T: Tally, const KIND: usize>(
        &self,
        color: Color,
        square: Square,
        squares: Bitboard,
        reach: &mut Reach,
        tally: &mut T,
    ) -> usize {
        tally.add(color, MATERIAL + KIND, 1);
        tally.add(color, PLACE + KIND * 32 + place(square, color), 1);
        reach.twice |= reach.all & squares;
        reach.all |= squares;
        reach.by[KIND] |= squares;
        let hits = (squares & self.ring).len();
        reach.king_attackers += u32::from(hits > 0);
        reach.king_hits += hits * const { [0, 2, 2, 3, 4, 0][KIND] };
        (squares & self.open).len() as usize
    }
}

/// The index of a square among the 32 of one half, as `color` counts its ranks.
fn place(square: Square, color: Color) -> usize {
    let file = square.file().min(7 - square.file());
    usize::from(square.rank_for(color) * 4 + file)
}

/// The file through a square.
pub(super) fn file(square: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << square.file())
}

fn shape(position: &Position) -> Shape {
    let count =
        |kind| Color::BOTH.into_iter().map(|color| position.of(color, kind).len() as i32).sum::<i32>();
    let minor = count(Kind::Knight) + count(Kind::Bishop);
    let weight = minor + 2 * count(Kind::Rook) + 4 * count(Kind::Queen);
    Shape { phase: (weight * Shape::OPENING / 24).min(Shape::OPENING), scale: endings::usable(position) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        let position: Position = fen.parse().expect(fen);
        ByHand.evaluate(&position)
    }

    #[test]
    fn a_queen_ahead_is_much_and_a_knight_alone_is_nothing() {
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
