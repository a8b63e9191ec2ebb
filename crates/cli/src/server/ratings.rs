//! `yipan ratings`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use yipan_core::Language;

use super::localized_error::localize_error;
use super::runtime::runtime;
use super::store_location::location;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan ratings rebuild --data yipan-data\n\
    Example: yipan ratings rebuild --store postgres://yipan@localhost/yipan\n\
    Stop the server first. Ratings follow from the logs of the games, so nothing is lost.")]
pub(crate) struct RatingsOptions {
    #[command(subcommand)]
    command: RatingsCommand,
}

#[derive(Debug, Subcommand)]
enum RatingsCommand {
    /// Compute all ratings again from the logs of the games
    Rebuild(RebuildOptions),
}

#[derive(Debug, Args)]
struct RebuildOptions {
    /// Data directory of the server
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// PostgreSQL database of the server, instead of a data directory
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
}

/// Runs the command.
pub(crate) fn run(options: &RatingsOptions, language: Language) -> Result<ExitCode> {
    let RatingsCommand::Rebuild(options) = &options.command;
    let location = location(&options.data, options.store.as_deref(), language)?;
    let rebuilt = runtime()?.block_on(yipan_server::rebuild_ratings(&location));
    let rebuilt = rebuilt.map_err(|error| localize_error(error, language));
    let count = rebuilt.with_context(|| format!("cannot rebuild the ratings of {location}"))?;
    let unit = language.choose("rated games", "局等级分对局", "局等級分對局");
    writeln!(std::io::stdout(), "{count} {unit}")?;
    Ok(ExitCode::SUCCESS)
}
