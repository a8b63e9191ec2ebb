//! Random text as a position, setup or saved game. Accepted input must be playable and survive a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_liuzichong::{LiuzichongSetup, Position};
use yipan_testkit::laws;

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        laws::text_round_trips(&position);
        laws::unmake_restores_position(&position, |mv| position.captured_by(mv).any());
    }
    if let Ok(setup) = text.parse::<LiuzichongSetup>() {
        laws::text_round_trips(&setup);
    }
    if let Ok(saved) = text.parse::<SixzcFile>() {
        laws::text_round_trips(&saved);
    }
});
