//! Neural networks that evaluate positions (NNUE), trained on self-play by `network/train.py`.
//!
//! The architecture is `(inputs -> hidden) x 2 -> 1 x 8` with squared clipped ReLU. Each side sees the board from its
//! own perspective, with one input for each own or enemy piece, kind and cell. A move changes few of the inputs, so
//! the hidden layer (the accumulators) is updated incrementally along the search path.

mod accumulators;
mod evaluation;
mod lanes;
mod network_game;
mod params;

pub use evaluation::Network;
pub use network_game::NetworkGame;
pub use params::{NetworkFileError, NetworkParams};
