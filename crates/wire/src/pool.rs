use serde::{Deserialize, Serialize};

use crate::RoomConfig;
use crate::room_config::is_false;

/// A pool of quick pairing: the users who wait for an opponent with the same game, modes, rules and clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Pool {
    /// The game, by name.
    pub game: String,
    /// The modes, by name, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<String>,
    /// The rules that differ from the default, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The clock, such as `3+2`.
    pub clock: String,
    /// Whether the games are rated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The number of users who wait.
    pub waiting: u32,
}

/// The pools that are listed even if they are empty.
const WELL_KNOWN: [(&str, &[&str]); 3] = [
    ("chess", &["1+0", "3+2", "5+3", "10+0", "15+10"]),
    ("xiangqi", &["1+0", "3+2", "5+3", "10+0", "15+10"]),
    ("liuzichong", &["1+0", "3+2", "5+3"]),
];

impl Pool {
    /// Returns the pools that are listed even if they are empty, without any waiting user.
    #[must_use]
    pub fn well_known() -> Vec<Pool> {
        let pools =
            WELL_KNOWN.iter().flat_map(|(game, clocks)| clocks.iter().map(move |clock| (game, clock)));
        pools
            .map(|(game, clock)| Pool {
                game: (*game).to_owned(),
                modes: Vec::new(),
                rules: Vec::new(),
                clock: (*clock).to_owned(),
                rated: false,
                waiting: 0,
            })
            .collect()
    }

    /// Returns the pool of a configuration, without any waiting user.
    #[must_use]
    pub fn of(config: &RoomConfig) -> Pool {
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort_unstable();
            names
        };
        Pool {
            game: config.game.clone(),
            modes: sorted(&config.modes),
            rules: sorted(&config.rules),
            clock: config.clock.clone(),
            rated: config.rated,
            waiting: 0,
        }
    }

    /// Returns the configuration of the rooms of the pool: public, with random sides, and started automatically.
    #[must_use]
    pub fn room_config(&self) -> RoomConfig {
        RoomConfig {
            modes: self.modes.clone(),
            rules: self.rules.clone(),
            clock: self.clock.clone(),
            rated: self.rated,
            public: true,
            auto_start: true,
            ..RoomConfig::default_for(&self.game)
        }
    }
}
