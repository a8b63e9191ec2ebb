use serde::{Deserialize, Serialize};

/// The most bytes of a game that an account stores.
pub const MAX_SAVED_GAME_BYTES: usize = 12_000;

/// The most games that an account stores. The ones that were played last stay.
pub const MAX_SAVED_GAMES: usize = 200;

/// A game on the devices of an account: against the computer, or between two players at one screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedGameEntry {
    /// The identifier, 1 to 32 letters and digits.
    pub id: String,
    /// The time of the last change, in milliseconds since 1970. An older change is ignored.
    pub played_at: u64,
    /// The game as the page wrote it, at most 12000 bytes; `None` if it was deleted.
    pub game: Option<String>,
}
