//! Games of other sources in the opening explorer.

use std::collections::BTreeSet;
use std::io;

use sha2::{Digest, Sha256};
use yipan_core::{Side, result_text};
use yipan_games::{AnyGame, GameKind, GameOptions};

use super::game_moves::{MIN_PLIES, game_moves};
use crate::storage::explorer_rows::{ExplorerGame, ImportedExplorerGame};
use crate::storage::idle_store::IdleStore;
use crate::storage::location::StoreLocation;

/// A finished game of a file, from the standard position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameToImport {
    /// The moves, in any notation of the game.
    pub actions: Vec<String>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The average rating of both players, if both have one.
    pub rating: Option<u32>,
    /// The facts that distinguish it from other games with the same moves, such as its players and date.
    pub occasion: String,
}

/// The numbers of games that an import has added and left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// The games that were added.
    pub added: u64,
    /// The games that had been imported before.
    pub known: u64,
    /// The games with too few moves to count.
    pub too_short: u64,
}

/// An import of games of one kind into the opening explorer, while no server uses the database.
#[derive(Debug)]
pub struct ExplorerImport {
    idle: IdleStore,
    start: AnyGame,
}

impl ExplorerImport {
    /// Opens a database that exists.
    ///
    /// # Errors
    /// Returns an error if there is no database, if a server uses it, or if it cannot be read or written.
    pub async fn open(location: &StoreLocation, kind: GameKind) -> io::Result<ExplorerImport> {
        let start = AnyGame::start(kind, &GameOptions::default()).map_err(io::Error::other)?;
        Ok(ExplorerImport { idle: IdleStore::open(location).await?, start })
    }

    /// Adds games in one transaction, each of them once however often it is imported.
    ///
    /// # Errors
    /// Returns an error if a move is illegal, or if the database cannot be read or written.
    pub async fn add(&self, games: &[GameToImport]) -> io::Result<ImportCounts> {
        let mut counts = ImportCounts::default();
        let mut rows = Vec::new();
        for game in games {
            if game.actions.len() < MIN_PLIES {
                counts.too_short += 1;
                continue;
            }
            let actions = game.actions.iter().map(String::as_str);
            let moves = game_moves(&self.start, actions)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
            let counted = ExplorerGame { moves, winner: game.winner, rating: game.rating };
            rows.push(ImportedExplorerGame { digest: self.digest(game), game: counted });
        }
        let digests = rows.iter().map(|row| row.digest.clone()).collect();
        let known = self.idle.store.imported_digests(digests).await.map_err(io::Error::other)?;
        let mut known: BTreeSet<String> = known.into_iter().collect();
        let candidates = rows.len() as u64;
        // A file may contain a game twice.
        rows.retain(|row| known.insert(row.digest.clone()));
        counts.added = rows.len() as u64;
        counts.known = candidates - counts.added;
        if !rows.is_empty() {
            self.idle.store.import_explorer_games(rows).await.map_err(io::Error::other)?;
        }
        Ok(counts)
    }

    /// Closes the database.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn close(self) -> io::Result<()> {
        self.idle.store.close().await.map_err(io::Error::other)
    }

    fn digest(&self, game: &GameToImport) -> String {
        let mut digest = Sha256::new();
        let actions = game.actions.join(" ");
        for part in [self.start.kind().name(), &game.occasion, &actions, result_text(game.winner)] {
            digest.update(part);
            digest.update("\n");
        }
        digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}
