use yipan_tournament::{Event, EventError, Game, GameId, GameState, PlayerId, Stage, Tournament};
use yipan_wire::{TournamentConfig, TournamentFormat, TournamentStage};

use super::config::pairing_format;
use super::entry::TournamentEntry;
use crate::storage::store::StoreError;
use crate::storage::tournament_rows::{StoredStage, TournamentRow};

/// A tournament of this server: the fold of its log.
#[derive(Clone, Debug)]
pub(crate) struct HostedTournament {
    pub(crate) row: TournamentRow,
    pub(crate) config: TournamentConfig,
    pub(crate) tournament: Tournament,
    /// The number of entries.
    pub(crate) length: u64,
    pub(crate) started_at: Option<u64>,
    /// The rooms of the games, by [`GameId`].
    rooms: Vec<String>,
    /// The time since when each player is free, by [`PlayerId`]: they joined, or their last game ended.
    free_since: Vec<u64>,
}

impl HostedTournament {
    /// Folds a log.
    ///
    /// # Errors
    /// Returns [`StoreError::Failed`] if the description or an entry cannot be read or is impossible.
    pub(crate) fn from_log(row: TournamentRow, lines: &[String]) -> Result<HostedTournament, StoreError> {
        let config: TournamentConfig = serde_json::from_str(&row.config)
            .map_err(|error| StoreError::Failed(format!("tournament {}: {error}", row.code)))?;
        let mut hosted = HostedTournament {
            row,
            tournament: Tournament::new(pairing_format(config.format)),
            config,
            length: 0,
            started_at: None,
            rooms: Vec::new(),
            free_since: Vec::new(),
        };
        hosted.apply_lines(lines)?;
        Ok(hosted)
    }

    /// Applies entries of the log.
    ///
    /// # Errors
    /// Returns [`StoreError::Failed`] for the first entry that cannot be read or is impossible.
    pub(crate) fn apply_lines(&mut self, lines: &[String]) -> Result<(), StoreError> {
        for line in lines {
            let entry: Result<TournamentEntry, String> =
                serde_json::from_str(line).map_err(|error| error.to_string());
            let applied = entry.and_then(|entry| self.apply(&entry).map_err(|error| error.to_string()));
            applied.map_err(|error| {
                StoreError::Failed(format!("tournament {}, entry {}: {error}", self.row.code, self.length))
            })?;
        }
        Ok(())
    }

    /// Applies an entry.
    ///
    /// # Errors
    /// Says why it cannot have happened; the tournament is unchanged.
    pub(crate) fn apply(&mut self, entry: &TournamentEntry) -> Result<(), EventError> {
        let is_playing = |GameId(game): &GameId| {
            self.tournament.games().get(*game as usize).is_some_and(|game| game.state == GameState::Playing)
        };
        // A game that is voided after its end has freed its players before.
        let frees_players = match &entry.event {
            Event::Ended { game, .. } | Event::Voided { game } => is_playing(game),
            Event::Joined { .. }
            | Event::Withdrew { .. }
            | Event::Started
            | Event::Paired { .. }
            | Event::Finished => false,
        };
        self.tournament.apply(&entry.event)?;
        self.length += 1;
        match &entry.event {
            Event::Joined { user, .. } => {
                if let Some(PlayerId(player)) = self.tournament.player_of(user) {
                    self.free_since.resize(self.tournament.players().len(), entry.at);
                    self.free_since[player as usize] = entry.at;
                }
            }
            Event::Started => self.started_at = Some(entry.at),
            Event::Paired { .. } => self.rooms.extend(entry.rooms.iter().cloned()),
            Event::Ended { game, .. } | Event::Voided { game } if frees_players => {
                let Game { pairing, .. } = self.tournament.games()[game.0 as usize];
                for PlayerId(player) in [pairing.first, pairing.second] {
                    self.free_since[player as usize] = entry.at;
                }
            }
            Event::Ended { .. } | Event::Voided { .. } | Event::Withdrew { .. } | Event::Finished => {}
        }
        Ok(())
    }

    /// Returns the code of the room of a game; empty if its entry has none.
    pub(crate) fn room_of(&self, GameId(game): GameId) -> &str {
        self.rooms.get(game as usize).map_or("", String::as_str)
    }

    /// Returns the game that is played in a room.
    pub(crate) fn game_in(&self, room: &str) -> Option<GameId> {
        let index = self.rooms.iter().position(|code| code == room)?;
        Some(GameId(index as u32))
    }

    /// Returns the games that are being played, with the codes of their rooms.
    pub(crate) fn running_games(&self) -> impl Iterator<Item = (GameId, &Game, &str)> {
        let games = (0..).map(GameId).zip(self.tournament.games());
        games
            .filter(|(_, game)| game.state == GameState::Playing)
            .map(|(id, game)| (id, game, self.room_of(id)))
    }

    /// Returns the time since when a player is free.
    pub(crate) fn free_since(&self, PlayerId(player): PlayerId) -> u64 {
        self.free_since.get(player as usize).copied().unwrap_or(0)
    }

    /// Returns the time when an arena ends, once it has started.
    pub(crate) fn ends_at(&self) -> Option<u64> {
        match self.config.format {
            TournamentFormat::Arena { seconds, .. } => Some(self.started_at? + u64::from(seconds) * 1_000),
            TournamentFormat::Swiss { .. } | TournamentFormat::RoundRobin { .. } => None,
        }
    }

    /// Whether players may give up half of their time.
    pub(crate) const fn allows_berserk(&self) -> bool {
        matches!(self.config.format, TournamentFormat::Arena { berserk: true, .. })
    }

    pub(crate) fn stage(&self) -> TournamentStage {
        match (self.tournament.stage(), self.started_at) {
            (Stage::Waiting, _) => TournamentStage::Upcoming,
            (Stage::Running, _) => TournamentStage::Running,
            (Stage::Finished, Some(_)) => TournamentStage::Finished,
            (Stage::Finished, None) => TournamentStage::Cancelled,
        }
    }

    pub(crate) fn stored_stage(&self) -> StoredStage {
        stored_stage(self.stage())
    }

    /// Returns the number of players who can be paired.
    pub(crate) fn count_active(&self) -> usize {
        self.tournament.players().iter().filter(|player| player.is_active).count()
    }
}

/// Returns the stage in the database.
pub(crate) const fn stored_stage(stage: TournamentStage) -> StoredStage {
    match stage {
        TournamentStage::Upcoming => StoredStage::Waiting,
        TournamentStage::Running => StoredStage::Running,
        TournamentStage::Finished => StoredStage::Finished,
        TournamentStage::Cancelled => StoredStage::Cancelled,
    }
}

/// Returns the stage that clients see.
pub(crate) const fn wire_stage(stage: StoredStage) -> TournamentStage {
    match stage {
        StoredStage::Waiting => TournamentStage::Upcoming,
        StoredStage::Running => TournamentStage::Running,
        StoredStage::Finished => TournamentStage::Finished,
        StoredStage::Cancelled => TournamentStage::Cancelled,
    }
}
