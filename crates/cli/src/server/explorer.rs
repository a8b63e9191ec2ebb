//! `yipan explorer`.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use yipan_core::{Language, Localize};
use yipan_games::GameKind;
use yipan_pgn::{PgnPosition, Reader};
use yipan_server::{ExplorerImport, GameToImport, ImportCounts};

use super::explorer_games::game_to_import;
use super::localized_error::localize_error;
use super::runtime::runtime;
use super::store_location::location;

/// The file is read in chunks, so that its size does not matter.
const CHUNK_BYTES: usize = 1 << 16;

/// The games of one transaction.
const BATCH_SIZE: usize = 200;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan explorer import games.pgn --data yipan-data\n\
    Example: yipan explorer import xiangqi.pgn --game xiangqi\n\
    Example: yipan explorer rebuild --store postgres://yipan@localhost/yipan\n\
    Stop the server first. It counts the games that end by itself.")]
pub(crate) struct ExplorerOptions {
    #[command(subcommand)]
    command: ExplorerCommand,
}

#[derive(Debug, Subcommand)]
enum ExplorerCommand {
    /// Add the finished games of PGN files to the opening explorer
    Import(ExplorerImportOptions),
    /// Count all games of the server again from their logs; imported games stay
    Rebuild(ExplorerRebuildOptions),
}

#[derive(Debug, Args)]
#[command(
    after_help = "A game is added once, however often it is imported. Games that are not finished, begin in another\n\
    position or have fewer than four plies are left out. An error in a game is printed with its line and column, and the\n\
    others are added; the exit code is then 1."
)]
struct ExplorerImportOptions {
    /// PGN files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Game: chess or xiangqi
    #[arg(long, default_value = "chess")]
    game: GameKind,

    /// Data directory of the server
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// PostgreSQL database of the server, instead of a data directory
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
}

#[derive(Debug, Args)]
struct ExplorerRebuildOptions {
    /// Data directory of the server
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// PostgreSQL database of the server, instead of a data directory
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
}

/// Runs the command.
pub(crate) fn run(options: &ExplorerOptions, language: Language) -> Result<ExitCode> {
    match &options.command {
        ExplorerCommand::Import(options) => import(options, language),
        ExplorerCommand::Rebuild(options) => rebuild(options, language),
    }
}

fn rebuild(options: &ExplorerRebuildOptions, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let rebuilt = runtime()?.block_on(yipan_server::rebuild_explorer(&location));
    let rebuilt = rebuilt.map_err(|error| localize_error(error, language));
    let rebuilt = rebuilt.with_context(|| format!("cannot rebuild the explorer of {location}"))?;
    writeln!(io::stdout(), "{} {}", rebuilt.games, language.choose("games", "局", "局"))?;
    for room in &rebuilt.unreadable_rooms {
        eprintln!("{room}: {}", language.choose("its log cannot be read", "日志无法读取", "日誌無法讀取"));
    }
    Ok(if rebuilt.unreadable_rooms.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn import(options: &ExplorerImportOptions, language: Language) -> Result<ExitCode> {
    if options.game == GameKind::Liuzichong {
        bail!(language.choose("liuzichong has no PGN", "六子冲没有 PGN", "六子衝沒有 PGN"));
    }
    let location = location(&options.data, options.store.as_deref(), language)?;
    let runtime = runtime()?;
    let opened = runtime.block_on(ExplorerImport::open(&location, options.game));
    let opened = opened.map_err(|error| localize_error(error, language));
    let import = opened.with_context(|| format!("cannot import into {location}"))?;
    let mut progress = ImportProgress {
        language,
        batch: Vec::new(),
        counts: ImportCounts::default(),
        left_out: 0,
        errors: 0,
    };
    let add = |batch: &[GameToImport]| runtime.block_on(import.add(batch));
    for path in &options.files {
        match options.game {
            GameKind::Xiangqi => {
                let action = |_: &yipan_xiangqi::Position, mv: yipan_xiangqi::Move| Some(mv.to_string());
                progress.read(path, action, &add)?;
            }
            GameKind::Chess | GameKind::Liuzichong => {
                let action = |before: &yipan_chess::Position, mv: Option<yipan_chess::Move>| {
                    Some(before.uci(mv?).to_string())
                };
                progress.read(path, action, &add)?;
            }
        }
    }
    progress.flush(&add)?;
    runtime.block_on(import.close())?;
    progress.finish()
}

/// The games that were read, and what became of them.
struct ImportProgress {
    language: Language,
    batch: Vec<GameToImport>,
    counts: ImportCounts,
    /// The games that are not finished or begin in another position.
    left_out: u64,
    errors: u64,
}

impl ImportProgress {
    /// Reads the games of a file. `to_action` writes a move in coordinates.
    fn read<S: PgnPosition>(
        &mut self,
        path: &Path,
        to_action: impl Fn(&S, S::Ply) -> Option<String>,
        add: &impl Fn(&[GameToImport]) -> io::Result<ImportCounts>,
    ) -> Result<()> {
        let mut file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut reader = Reader::<S>::new();
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            let length = match file.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.with_context(|| format!("cannot read {}", path.display()))?,
            };
            if length == 0 {
                break;
            }
            for game in reader.feed(&chunk[..length]) {
                self.take(game.map(|game| game_to_import(&game, &to_action)), path, add)?;
            }
        }
        let mut rest = reader.finish();
        rest.try_for_each(|game| self.take(game.map(|game| game_to_import(&game, &to_action)), path, add))
    }

    /// Adds a game that was read. An error is printed, and the next games are read all the same.
    fn take(
        &mut self,
        game: Result<Option<GameToImport>, impl Localize>,
        path: &Path,
        add: &impl Fn(&[GameToImport]) -> io::Result<ImportCounts>,
    ) -> Result<()> {
        match game {
            Ok(Some(game)) => self.batch.push(game),
            Ok(None) => self.left_out += 1,
            Err(error) => {
                self.errors += 1;
                eprintln!("{}: {}", path.display(), error.localize(self.language));
            }
        }
        if self.batch.len() >= BATCH_SIZE { self.flush(add) } else { Ok(()) }
    }

    fn flush(&mut self, add: &impl Fn(&[GameToImport]) -> io::Result<ImportCounts>) -> Result<()> {
        let counts = add(&self.batch).context("the games could not be added")?;
        self.batch.clear();
        self.counts.added += counts.added;
        self.counts.known += counts.known;
        self.counts.too_short += counts.too_short;
        if io::stderr().is_terminal() {
            eprint!("\r{}", self.counts.added + self.counts.known);
        }
        Ok(())
    }

    fn finish(self) -> Result<ExitCode> {
        if io::stderr().is_terminal() {
            eprintln!();
        }
        let ImportCounts { added, known, too_short } = self.counts;
        let left_out = self.left_out + too_short;
        let errors = self.errors;
        writeln!(io::stdout(), "added {added}, known {known}, left out {left_out}, errors {errors}")?;
        Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
