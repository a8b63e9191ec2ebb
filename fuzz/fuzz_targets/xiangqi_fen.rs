//! Any text as a FEN or a setup; what is accepted must be playable and read back as itself.
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
