//! The rows about the opening explorer, as values.

use yipan_core::Side;

/// The key of a position: two independent hashes, so that no two positions share both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey {
    /// The hash that is looked up first.
    pub hash: u64,
    /// The hash that tells positions with the same first one apart.
    pub check: u64,
}

/// A finished game as the explorer counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplorerGame {
    /// The positions of the opening with the moves that were played there, each pair once.
    pub moves: Vec<(PositionKey, String)>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The average rating of both players, if both have one.
    pub rating: Option<u32>,
}

/// A game of another source, with a digest of what distinguishes it from all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedExplorerGame {
    /// The digest.
    pub digest: String,
    /// The game.
    pub game: ExplorerGame,
}

/// The results of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorerMoveRow {
    /// The move.
    pub action: String,
    /// The games that the first side won.
    pub first_wins: u64,
    /// The games drawn.
    pub draws: u64,
    /// The games that the second side won.
    pub second_wins: u64,
    /// The sum of the average ratings of the rated games.
    pub rating_sum: u64,
    /// The games whose players both have a rating.
    pub rated_games: u64,
    /// The codes of the latest rooms that everyone may see.
    pub recent_rooms: Vec<String>,
}

impl ExplorerMoveRow {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }
}
