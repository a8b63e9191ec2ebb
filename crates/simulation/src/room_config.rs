use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use crate::rng::Rng;

/// The games that users play: the name, the modes and the share.
const GAMES: [(&str, &[&str]); 7] = [
    ("chess", &[]),
    ("chess", &["fog"]),
    ("chess", &["fog"]),
    ("chess", &["dice-a"]),
    ("chess", &["mines", "portals"]),
    ("xiangqi", &[]),
    ("liuzichong", &[]),
];

/// The clocks, short enough that flags fall.
const CLOCKS: [&str; 5] = ["1+1", "2+0", "3+2", "10+5", "inf"];

/// Returns the configuration of a room that a user opens.
pub(crate) fn random_config(rng: &mut Rng) -> RoomConfig {
    let (game, modes) = *rng.choose(&GAMES).expect("there are games");
    let side = *rng
        .choose(&[SidePreference::First, SidePreference::Second, SidePreference::Random])
        .expect("there are sides");
    RoomConfig {
        modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
        clock: (*rng.choose(&CLOCKS).expect("there are clocks")).to_owned(),
        host_side: side,
        public: rng.is_within_percent(50),
        spectators: if rng.is_within_percent(80) { SpectatorPolicy::Yes } else { SpectatorPolicy::No },
        auto_start: rng.is_within_percent(30),
        ..RoomConfig::default_for(game)
    }
}
