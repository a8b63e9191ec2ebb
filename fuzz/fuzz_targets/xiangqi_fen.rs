//! Random text as a FEN or setup. Accepted input must be playable and survive a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_testkit::laws;
use yipan_xiangqi::{Position, XiangqiSetup};

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        laws::text_round_trips(&position);
        laws::unmake_restores_position(&position, |mv| position.by_color(position.side_to_move().other()).contains(mv.to()));
    }
    if let Ok(setup) = text.parse::<XiangqiSetup>() {
        laws::text_round_trips(&setup);
    }
});
