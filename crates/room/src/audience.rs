use yipan_core::{Side, Viewer};

/// The users who see a room in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The player of a side.
    Player(Side),
    /// All other users.
    Spectator,
}

impl Audience {
    /// Returns the viewer in terms of the rules, while the game is played.
    pub(crate) const fn viewer(self) -> Viewer {
        match self {
            Audience::Player(side) => Viewer::Player(side),
            Audience::Spectator => Viewer::Spectator,
        }
    }
}
