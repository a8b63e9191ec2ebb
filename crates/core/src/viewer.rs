use crate::Side;

/// The viewer on whose behalf a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who sees what their side may know.
    Player(Side),
    /// A spectator, who sees what is public.
    Spectator,
    /// The arbiter, who sees everything.
    Arbiter,
}
