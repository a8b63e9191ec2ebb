use crate::Side;

/// Through whose eyes a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player sees what the seat may know.
    Player(Side),
    /// A guest sees what everybody may know.
    Spectator,
    /// The arbiter sees the truth.
    Arbiter,
}
