//! What a position of chess is worth, by a network that learnt it from games of the engine against itself.
//!
//! Each side sees the men from its own end of the board. What it sees is summed up in 128 numbers, and a move changes
//! few of the terms, so the sums are carried along the line that is searched. `network/train.py` made the numbers.

use std::sync::LazyLock;

use yipan_chess::{Bitboard, Color, Kind, Position};

use super::endings;
use crate::searchable::Evaluation;

const HIDDEN: usize = 128;
/// Whose man, which kind, which square.
const INPUTS: usize = 2 * 6 * 64;
/// The output depends on how many men there are, by fours.
const BUCKETS: usize = 8;
/// One in the sums, one in the weights of the output, and what an output of one is worth in hundredths of a pawn.
const ONE: i32 = 255;
const ONE_OUT: i32 = 64;
const WORTH: i32 = 400;

type Numbers = [i16; HIDDEN];

/// The numbers that were learnt.
struct Learnt {
    inputs: Vec<Numbers>,
    start: Numbers,
    /// For the side to move and for the other.
    outputs: Vec<[Numbers; 2]>,
    biases: Vec<i32>,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| read(include_bytes!("../../network/chess.net")));

fn read(bytes: &[u8]) -> Learnt {
    let (numbers, biases) = bytes.split_at(bytes.len() - 4 * BUCKETS);
    let mut numbers = numbers.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
    let shape = [numbers.next(), numbers.next()];
    assert_eq!(shape, [Some(HIDDEN as i16), Some(BUCKETS as i16)], "the network has another shape");
    let mut layer = || -> Numbers { std::array::from_fn(|_| numbers.next().expect("the network is whole")) };
    let learnt = Learnt {
        inputs: (0..INPUTS).map(|_| layer()).collect(),
        start: layer(),
        outputs: (0..BUCKETS).map(|_| [layer(), layer()]).collect(),
        biases: biases
            .chunks_exact(4)
            .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect(),
    };
    assert_eq!(numbers.next(), None, "the network has more numbers than places for them");
    learnt
}

/// The trained evaluation of chess, with the sums of the line that is being searched.
pub struct Network {
    line: Vec<Sums>,
    ply: usize,
}

/// The sums of both sides for a certain set of men. They are true whatever became of the position since.
#[derive(Clone)]
struct Sums {
    men: Men,
    seen: [Numbers; 2],
    /// False if the position here has not been evaluated.
    is_known: bool,
}

/// Where the men stand, by colour and kind.
type Men = [[Bitboard; 6]; 2];

impl Default for Network {
    fn default() -> Network {
        let empty = Sums { men: [[Bitboard::EMPTY; 6]; 2], seen: [LEARNT.start; 2], is_known: true };
        Network { line: vec![empty], ply: 0 }
    }
}

impl Evaluation<Position> for Network {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let sums = self.sums(position);
        let (us, them) = (position.side(), position.side().other());
        let bucket = ((position.occupied().len() as usize).saturating_sub(2) / 4).min(BUCKETS - 1);
        let learnt = &*LEARNT;
        let [first, second] = &learnt.outputs[bucket];
        let output = output(&sums.seen[us.index()], first) + output(&sums.seen[them.index()], second);
        let value = (output / ONE + learnt.biases[bucket]) * WORTH / (ONE * ONE_OUT);
        value * endings::usable(position) / endings::WHOLE
    }

    fn enter(&mut self) {
        self.ply += 1;
        match self.line.get_mut(self.ply) {
            Some(sums) => sums.is_known = false,
            None => {
                let next = Sums { is_known: false, ..self.line[self.ply - 1].clone() };
                self.line.push(next);
            }
        }
    }

    fn leave(&mut self) {
        self.ply -= 1;
    }
}

impl Network {
    /// The sums of a position, from those of the nearest one before it.
    fn sums(&mut self, position: &Position) -> &Sums {
        let (before, rest) = self.line.split_at_mut(self.ply);
        let here = &mut rest[0];
        if !here.is_known
            && let Some(nearest) = before.iter().rfind(|sums| sums.is_known)
        {
            here.men = nearest.men;
            here.seen = nearest.seen;
        }
        here.is_known = true;
        let learnt = &*LEARNT;
        for color in Color::BOTH {
            for kind in Kind::ALL {
                let old = &mut here.men[color.index()][kind as usize];
                let new = position.of(color, kind);
                for (squares, change) in [(old.without(new), Change::Gone), (new.without(*old), Change::Come)]
                {
                    for square in squares {
                        for eye in Color::BOTH {
                            let terms = &learnt.inputs[input(eye, color, kind, square.index())];
                            change.apply(&mut here.seen[eye.index()], terms);
                        }
                    }
                }
                *old = new;
            }
        }
        here
    }
}

#[derive(Clone, Copy)]
enum Change {
    Gone,
    Come,
}

impl Change {
    #[inline(always)]
    fn apply(self, sums: &mut Numbers, terms: &Numbers) {
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum = match self {
                Change::Gone => sum.wrapping_sub(*term),
                Change::Come => sum.wrapping_add(*term),
            };
        }
    }
}

/// The input of a man as one side sees it: its own men first, ranks counted from its own end.
#[inline]
fn input(eye: Color, color: Color, kind: Kind, square: usize) -> usize {
    let square = if eye.index() == 0 { square } else { square ^ 56 };
    usize::from(eye != color) * 384 + kind as usize * 64 + square
}

/// What the sums of one side add to the output: clipped, squared, weighed.
#[inline]
fn output(sums: &Numbers, weights: &Numbers) -> i32 {
    let term = |(&sum, &weight): (&i16, &i16)| {
        let clipped = sum.clamp(0, ONE as i16);
        // Weights are below 128, so this fits.
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    };
    sums.iter().zip(weights).map(term).sum()
}

#[cfg(test)]
mod tests {
    use yipan_rules::{Kernel, split_mix};

    use super::*;

    fn value(fen: &str) -> i32 {
        Network::default().evaluate(&fen.parse().expect(fen))
    }

    /// The values were worked out from the file by another program, man by man.
    #[test]
    fn the_network_is_read_and_added_up_as_it_was_written() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 46),
            ("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9", 46),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -49),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", -51),
            ("2r2r2/1p4k1/p4p1q/3Bp3/4P3/2P2R1P/1Pn2QPK/8 b - - 3 29", 325),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 1635),
        ] {
            assert_eq!(value(fen), expected, "{fen}");
        }
    }

    #[test]
    fn sums_that_are_carried_along_are_those_of_the_position() {
        let mut carried = Network::default();
        let mut state = 1;
        let mut random = |below: usize| {
            let number;
            (state, number) = split_mix(state);
            number as usize % below
        };
        for _ in 0..20 {
            let mut line = vec![Position::start()];
            for _ in 0..300 {
                let here = *line.last().expect("a position");
                let legal = here.legal_moves();
                // Forth and back, and not every position is asked about.
                if legal.is_empty() || (line.len() > 1 && random(3) == 0) {
                    line.pop();
                    carried.leave();
                } else {
                    let mut next = here;
                    next.make(legal[random(legal.len())]);
                    line.push(next);
                    carried.enter();
                }
                if random(2) == 0 {
                    let here = line.last().expect("a position");
                    assert_eq!(carried.evaluate(here), Network::default().evaluate(here), "{here}");
                }
            }
            line.drain(1..).for_each(|_| carried.leave());
        }
    }
}
