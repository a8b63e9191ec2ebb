//! The rows about tournaments, as values.

use serde::{Deserialize, Serialize};

/// A tournament without its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentRow {
    /// The code, which its address contains.
    pub code: String,
    /// The id of the account that created it.
    pub creator: String,
    /// The description as JSON.
    pub config: String,
    /// The hash of the password that players need; `None` if anyone may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The time by which lists are sorted: that of the start, or of the creation if the start depends on the players.
    pub starts: u64,
    /// The stage.
    pub stage: StoredStage,
    /// The number of players who have joined.
    pub players: u32,
}

/// The stage of a tournament, in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoredStage {
    /// It waits for its start.
    Waiting,
    /// It is being played.
    Running,
    /// It was played to its end.
    Finished,
    /// It was canceled before its start.
    Cancelled,
}

impl StoredStage {
    /// All stages.
    pub const ALL: [StoredStage; 4] =
        [StoredStage::Waiting, StoredStage::Running, StoredStage::Finished, StoredStage::Cancelled];

    /// Returns the text in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            StoredStage::Waiting => "waiting",
            StoredStage::Running => "running",
            StoredStage::Finished => "finished",
            StoredStage::Cancelled => "cancelled",
        }
    }
}

/// The tournaments that a list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentFilter {
    /// The stage.
    pub stage: StoredStage,
    /// The time and the code of the last tournament of the page before.
    pub after: Option<(u64, String)>,
    /// The most tournaments.
    pub limit: u32,
}

/// Entries to append to the log of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentAppend {
    /// The code of the tournament.
    pub code: String,
    /// The description under which the entries happened. Nothing is appended if it has been changed since.
    pub config: String,
    /// The sequence number of the first entry.
    pub seq: u64,
    /// The entries as JSON.
    pub entries: Vec<String>,
    /// The stage after these entries.
    pub stage: StoredStage,
    /// The number of players after these entries.
    pub players: u32,
}
