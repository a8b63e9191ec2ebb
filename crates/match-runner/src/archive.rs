use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use yipan_core::{Language, Localize, Side};
use yipan_games::{AnyGame, AnyGameError};

use crate::game::MatchGame;
use crate::game_log::{GameHeader, GameLog};
use crate::runner::MatchRunner;

/// The files that the games of a match are written to.
#[derive(Debug)]
pub struct GameArchive {
    pgn: Option<(PathBuf, File)>,
    records: Option<PathBuf>,
}

/// A game that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The game has no PGN.
    #[error("this game has no PGN; use --records DIRECTORY, `yipan replay` shows those files")]
    NoPgn,
    /// A file or directory cannot be created or written.
    #[error("cannot write the games to {}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the file system.
        source: std::io::Error,
    },
    /// The game cannot be written as a record.
    #[error(transparent)]
    Game(#[from] AnyGameError),
}

impl GameArchive {
    /// Creates the PGN file and the directory of records. Neither may exist yet.
    ///
    /// # Errors
    /// Returns [`ArchiveError`] if the game has no PGN, or if a path exists or cannot be created.
    pub fn create(
        game: &AnyGame,
        pgn: Option<&Path>,
        records: Option<&Path>,
    ) -> Result<GameArchive, ArchiveError> {
        if pgn.is_some() && !GameLog::has_pgn(game) {
            return Err(ArchiveError::NoPgn);
        }
        let create = |path: &Path| {
            let file = File::create_new(path).map_err(|source| io_error(path, source))?;
            Ok::<_, ArchiveError>((path.to_owned(), file))
        };
        let pgn = pgn.map(create).transpose()?;
        if let Some(directory) = records {
            std::fs::create_dir(directory).map_err(|source| io_error(directory, source))?;
        }
        Ok(GameArchive { pgn, records: records.map(Path::to_owned) })
    }

    /// Writes a finished game. `index` counts the games of the match from 0.
    ///
    /// # Errors
    /// Returns [`ArchiveError`] if a file cannot be written.
    pub fn store(
        &mut self,
        runner: &MatchRunner,
        index: usize,
        match_game: &MatchGame,
    ) -> Result<(), ArchiveError> {
        let names = Side::BOTH.map(|side| runner.player_spec(index, side).to_string());
        let header = GameHeader { number: index + 1, players: [&names[0], &names[1]] };
        if let Some((path, file)) = &mut self.pgn {
            let text = match_game.log.pgn(&header, &match_game.outcome).unwrap_or_default();
            let gap = if index == 0 { "" } else { "\n" };
            write!(file, "{gap}{text}").map_err(|source| io_error(path, source))?;
        }
        if let Some(directory) = &self.records {
            let path = directory.join(format!("{:04}.yipan", index + 1));
            let record = match_game.log.record(&runner.options, &header, &match_game.outcome)?;
            std::fs::write(&path, record).map_err(|source| io_error(&path, source))?;
        }
        Ok(())
    }
}

fn io_error(path: &Path, source: std::io::Error) -> ArchiveError {
    ArchiveError::Io { path: path.to_owned(), source }
}

impl Localize for ArchiveError {
    fn localize(&self, language: Language) -> String {
        match (self, language) {
            (ArchiveError::NoPgn, Language::English) => self.to_string(),
            (ArchiveError::NoPgn, Language::Simplified) => {
                "这种棋没有 PGN；请用 --records 目录，`yipan replay` 可以重放其中的棋谱".to_owned()
            }
            (ArchiveError::NoPgn, Language::Traditional) => {
                "這種棋沒有 PGN；請用 --records 目錄，`yipan replay` 可以重播其中的棋譜".to_owned()
            }
            (ArchiveError::Io { source, .. }, Language::English) => format!("{self}: {source}"),
            (ArchiveError::Io { path, source }, Language::Simplified) => {
                format!("棋谱无法写到 {}：{source}", path.display())
            }
            (ArchiveError::Io { path, source }, Language::Traditional) => {
                format!("棋譜無法寫到 {}：{source}", path.display())
            }
            (ArchiveError::Game(error), _) => error.localize(language),
        }
    }
}
