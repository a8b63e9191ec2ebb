//! Parses any text as a FEN or a setup. An accepted position must be playable and round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::{ChessSetup, Position};
use yipan_testkit::laws;

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        laws::text_round_trips(&position);
        laws::unmake_restores_position(&position, |mv| {
            mv.is_en_passant() || position.by_color(position.side_to_move().other()).contains(mv.to())
        });
    }
    if let Ok(setup) = text.parse::<ChessSetup>() {
        laws::text_round_trips(&setup);
    }
});
