use serde::{Deserialize, Serialize};
use yipan_core::Side;
use yipan_room::Audience;

/// The audience of a room, as messages between nodes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Viewer {
    First,
    Second,
    Spectator,
}

impl From<Audience> for Viewer {
    fn from(audience: Audience) -> Viewer {
        match audience {
            Audience::Player(Side::First) => Viewer::First,
            Audience::Player(Side::Second) => Viewer::Second,
            Audience::Spectator => Viewer::Spectator,
        }
    }
}
