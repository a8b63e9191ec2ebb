//! Tournaments, as the HTTP API describes them.

use serde::{Deserialize, Serialize};

use crate::room_config::is_false;
use crate::{FoundUser, RoomConfig};

/// A tournament as its creator describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// The name.
    pub name: String,
    /// The rooms of its games, which are public. The pairing decides the sides, so `host_side` is `random` here.
    pub room: RoomConfig,
    /// The way in which players are paired.
    pub format: TournamentFormat,
    /// The time of the start, in the server's milliseconds; without it the tournament starts with its last needed player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<u64>,
    /// The number of players that it needs, two by default. With fewer at the start it is canceled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_players: Option<u32>,
    /// Whether accounts that are marked as bots may play. Its games are unrated then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub allows_bots: bool,
}

/// The way in which the players of a tournament are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "type", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Players with equal points meet, no two of them twice.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// Every two players meet.
    RoundRobin {
        /// Whether every two players meet twice, with both colors.
        #[serde(default, skip_serializing_if = "is_false")]
        is_double: bool,
    },
    /// Free players are paired at once, until the time is over.
    Arena {
        /// The duration.
        seconds: u32,
        /// Whether a player may give up half of their time, and the increment, for a bonus.
        #[serde(default, skip_serializing_if = "is_false")]
        berserk: bool,
    },
}

/// A request to create or change a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// The tournament.
    pub config: TournamentConfig,
    /// The password that players need; `None` if anyone may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Whether a change leaves the password as it is; `password` is then ignored.
    #[serde(default, skip_serializing_if = "is_false")]
    pub keep_password: bool,
}

/// A request to join a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinTournament {
    /// The password, if the tournament has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// The stage of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentStage {
    /// It waits for its start.
    Upcoming,
    /// It is being played.
    Running,
    /// It was played to its end.
    Finished,
    /// It did not start: it had too few players, or its creator canceled it.
    Cancelled,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentSummary {
    /// The code, which its address contains.
    pub code: String,
    /// The description.
    pub config: TournamentConfig,
    /// The account that created it.
    pub creator: FoundUser,
    /// The stage.
    pub stage: TournamentStage,
    /// The number of players who have joined.
    pub players: u32,
    /// Whether joining needs a password.
    #[serde(default, skip_serializing_if = "is_false")]
    pub has_password: bool,
}

/// A part of a list of tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentPage {
    /// The tournaments. Upcoming ones begin with the next, the others with the latest.
    pub tournaments: Vec<TournamentSummary>,
    /// The value of `after` that asks for the next part; `None` after the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A tournament with its players and games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentState {
    /// The description.
    pub summary: TournamentSummary,
    /// The number of events so far. A client that sends it as `seen` is answered when there are more.
    pub version: u64,
    /// The time of this answer, in the server's milliseconds.
    pub now: u64,
    /// The time when it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<u64>,
    /// The time when an arena ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<u64>,
    /// The rounds that were paired. In an arena every wave of pairings is one.
    pub round: u32,
    /// The number of rounds; `None` in an arena, and in a round robin before its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The players, the leader first.
    pub standings: Vec<TournamentStanding>,
    /// The games by round. Of an arena those that are played and the latest that are over.
    pub games: Vec<TournamentGame>,
    /// The numbers of the players with a bye, by round; empty in an arena.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<Vec<u32>>,
    /// The room of the game that matters most: of the running ones that of the best player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leading_room: Option<String>,
    /// The user who asks, if they play or have played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<OwnTournamentPlayer>,
}

/// The results of one player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentStanding {
    /// The number of the player in this tournament, from 0.
    pub player: u32,
    /// The account.
    pub user: FoundUser,
    /// The rating when they joined.
    pub rating: u32,
    /// The points, counted in halves.
    pub half_points: u32,
    /// The first tie-break, the sum of the opponents' points (Buchholz), counted in halves. An arena has none.
    pub buchholz: u32,
    /// The games won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
    /// The wins in a row. In an arena two or more double the points.
    pub streak: u32,
    /// Whether they are paired: false after a withdrawal, and after a game to which they did not come.
    pub is_active: bool,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentGame {
    /// The room's code.
    pub room: String,
    /// The round, from 0.
    pub round: u32,
    /// The numbers of the players of the first and the second side.
    pub players: [u32; 2],
    /// The result; `None` while it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<TournamentResult>,
}

/// The result of a game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentResult {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// Neither side won.
    Draw,
    /// The game does not count.
    Void,
}

/// The user who asks, as a player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnTournamentPlayer {
    /// Their number.
    pub player: u32,
    /// Whether they are paired.
    pub is_active: bool,
    /// The room of the game that they play now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}
