use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use crate::rng::Rng;

/// The games that users play: the name and the modes. Fog is there twice, because it has the most secrets.
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

/// The clocks of rated games.
const RATED_CLOCKS: [&str; 3] = ["1+1", "3+2", "10+5"];

/// Returns the configuration of a room that a user opens. Only an account opens a rated one.
pub(crate) fn random_config(has_account: bool, rng: &mut Rng) -> RoomConfig {
    if has_account && rng.is_within_percent(30) {
        let game = *rng.choose(&["chess", "xiangqi"]).expect("there are games");
        let clock = (*rng.choose(&RATED_CLOCKS).expect("there are clocks")).to_owned();
        return RoomConfig { clock, rated: true, ..RoomConfig::default_for(game) };
    }
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
