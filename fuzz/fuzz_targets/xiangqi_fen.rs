//! Any text as a FEN or a setup; what is accepted must be playable and read back as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_testkit::laws;
use yipan_xiangqi::{Position, XiangqiSetup};

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        laws::round_trip(&position);
        laws::rollback(&position, |mv| position.men(position.side().other()).has(mv.to()));
    }
    if let Ok(setup) = text.parse::<XiangqiSetup>() {
        laws::round_trip(&setup);
    }
});
