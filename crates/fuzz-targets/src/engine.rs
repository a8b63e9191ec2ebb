//! The files of networks that a user may give to the engine.

use std::fmt::Display;
use std::sync::{Arc, LazyLock};

use yipan_core::{MoveKind, MoveList};
use yipan_engine::{Evaluation, Network, NetworkGame, NetworkParams, PathEntry};

use crate::input;

/// The evaluations that no search takes for a mate are below this.
const DECISIVE: i32 = 30_000;

/// The size of a group in the hidden layer, and the number of output buckets.
const LANES: usize = 64;
const BUCKETS: usize = 8;

static CHESS: LazyLock<Vec<yipan_chess::Position>> = LazyLock::new(|| {
    let ends = ["8/8/8/3k4/8/3K4/3N4/8 w - - 0 1", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 b - - 0 1"];
    let ends = ends.map(|fen| fen.parse().expect(fen));
    [vec![yipan_chess::Position::start()], ends.to_vec()].concat()
});

static XIANGQI: LazyLock<Vec<yipan_xiangqi::Position>> = LazyLock::new(|| {
    let end = "4k4/9/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1";
    vec![yipan_xiangqi::Position::start(), end.parse().expect(end)]
});

/// Parses any bytes as a network file, and makes one from them that has the right length. Every network that is accepted must
/// evaluate positions without overflow, and equally after a move and from nothing.
pub fn network_file(bytes: &[u8]) {
    let (choice, rest) = input::split_byte(bytes);
    // The smallest network has no inputs; larger ones do not fit into an input of the fuzzer.
    let _ = NetworkParams::parse(bytes, 0);
    let is_wide = choice >= 250;
    let hidden = LANES * if is_wide { 16 } else { [1, 2, 5][usize::from(choice / 2) % 3] };
    if choice.is_multiple_of(2) {
        evaluate(&CHESS, hidden, rest);
    } else {
        evaluate(&XIANGQI, hidden, rest);
    }
}

fn evaluate<P: NetworkGame + Display>(positions: &[P], hidden: usize, bytes: &[u8]) {
    let Ok(params) = NetworkParams::parse(&file(P::INPUTS, hidden, bytes), P::INPUTS) else { return };
    let params = Arc::new(params);
    let mut network = Network::<P>::new(Arc::clone(&params));
    for position in positions {
        let value = network.evaluate(position);
        assert!(-DECISIVE < value && value < DECISIVE, "{value} for {position}");
        let entry = |position: P| PathEntry {
            position,
            key: position.key(),
            mv: None,
            in_check: position.in_check(),
        };
        let mut moves = MoveList::new();
        position.generate_moves(MoveKind::All, &mut moves);
        let Some(mv) = moves.iter().next() else { continue };
        let mut next = *position;
        next.make(*mv);
        let incremental = network.evaluate_path(&[entry(*position), entry(next)]);
        assert_eq!(incremental, Network::<P>::new(Arc::clone(&params)).evaluate(&next), "{next}");
    }
}

/// Returns a file of the right length: the bytes are repeated as weights, and their beginning as output weights and biases.
fn file(inputs: usize, hidden: usize, bytes: &[u8]) -> Vec<u8> {
    let pattern = [bytes, &[0]].concat();
    let fill = |count: usize| pattern.iter().copied().cycle().take(count);
    let shape = [hidden, BUCKETS].map(|number| u16::try_from(number).expect("a small number").to_le_bytes());
    let mut file = shape.concat();
    let end = file.len() + 2 * (inputs + 1) * hidden;
    while file.len() < end {
        file.extend_from_slice(&pattern[..pattern.len().min(end - file.len())]);
    }
    for weight in fill(2 * BUCKETS * hidden) {
        file.extend_from_slice(&i16::from(weight.cast_signed()).to_le_bytes());
    }
    file.extend(fill(4 * BUCKETS));
    file
}
