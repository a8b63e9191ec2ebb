use yipan_core::Side;

/// The input that a local game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// A move of a person at the screen.
    Human(Side),
    /// A change of players at the screen, because the position holds information hidden from the player who just moved.
    ScreenHandover(Side),
    /// A move of the computer, at a level.
    Computer(Side, u8),
    /// None: the game is over.
    Nothing,
}
