//! `yipan export` and `yipan import`.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use yipan_core::Language;
use yipan_server::private_file;

use super::localized_error::localize_error;
use super::runtime::runtime;
use super::store_location::location;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan export --data yipan-data yipan.jsonl\n\
    Example: yipan export --store postgres://yipan@localhost/yipan yipan.jsonl\n\
    One JSON object per line: users, rooms and all log entries. The server may run. The file contains the key that signs\n\
    cookies; protect it like the data directory.")]
pub(crate) struct ExportOptions {
    /// Data directory of the server
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// PostgreSQL database of the server, instead of a data directory
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,

    /// File to write; it must not exist
    file: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan import --data new-data yipan.jsonl\n\
    Example: yipan import --store postgres://yipan@localhost/yipan yipan.jsonl\n\
    The data directory must not contain a database, and a PostgreSQL database must be empty. An invalid line is reported\n\
    with its number.")]
pub(crate) struct ImportOptions {
    /// Data directory to import into
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// PostgreSQL database to import into, instead of a data directory
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,

    /// File written by `yipan export`
    file: PathBuf,
}

pub(crate) fn export(options: &ExportOptions, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let path = options.file.display();
    let file = private_file()
        .create_new(true)
        .open(&options.file)
        .with_context(|| format!("cannot write {path}"))?;
    let mut out = BufWriter::new(file);
    let exported = runtime()?.block_on(yipan_server::export(&location, |row| {
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")
    }));
    let finished = exported.and_then(|count| {
        out.flush()?;
        out.get_ref().sync_all()?;
        Ok(count)
    });
    let count = match finished {
        Ok(count) => count,
        Err(error) => {
            // A partial export must not be mistaken for a complete one.
            let _ = std::fs::remove_file(&options.file);
            let error = localize_error(error, language);
            return Err(error).with_context(|| format!("cannot export {location}"));
        }
    };
    print_line_count(count, language)
}

pub(crate) fn import(options: &ImportOptions, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let path = options.file.display();
    let file = File::open(&options.file).with_context(|| format!("cannot read {path}"))?;
    let lines = BufReader::new(file).lines();
    let imported = runtime()?.block_on(yipan_server::import(&location, lines));
    let imported = imported.map_err(|error| localize_error(error, language));
    print_line_count(imported.with_context(|| format!("cannot import {path} into {location}"))?, language)
}

fn print_line_count(count: u64, language: Language) -> Result<ExitCode> {
    let unit = language.choose("lines", "行", "行");
    writeln!(std::io::stdout(), "{count} {unit}")?;
    Ok(ExitCode::SUCCESS)
}
