//! Any text as a position, a setup or a saved game; what is accepted must be playable and read back as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_liuzichong::saved::SavedGame;
use yipan_liuzichong::{LiuzichongSetup, Position};
use yipan_testkit::laws;

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        laws::round_trip(&position);
        laws::rollback(&position, |mv| position.taken_by(mv).any());
    }
    if let Ok(setup) = text.parse::<LiuzichongSetup>() {
        laws::round_trip(&setup);
    }
    if let Ok(saved) = text.parse::<SavedGame>() {
        laws::round_trip(&saved);
    }
});
