//! Chess and its modes against the test vectors, the laws of every game, and hostile text.

mod dice_a;
mod dice_b;
mod fog;
mod gravity;
mod hostile;
mod laws;
mod mines;
mod mixes;
mod mode_laws;
mod modes;
mod pgn;
mod pgn_input;
mod pgn_round_trip;
mod portals;
mod readme;
mod search_laws;
mod secrets;
mod vectors;
