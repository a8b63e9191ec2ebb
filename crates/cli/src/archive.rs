//! `yipan export` and `yipan import`: a hall moves.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use yipan_core::Language;
use yipan_server::private_file;

use crate::serve::localize_error;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan export --data yipan-data hall.jsonl\n\
    A JSON object a line: people, tables, every entry of every log. The hall may be open. The file holds what signs\n\
    cookies; guard it like the folder.")]
pub(crate) struct ExportOptions {
    /// The folder of the hall
    #[arg(long, env = "YIPAN_DATA", value_name = "FOLDER", default_value = "yipan-data")]
    data: PathBuf,

    /// The file to write; it must not exist
    file: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan import --data new-data hall.jsonl\n\
    The folder must hold no hall. A line that cannot be read is named.")]
pub(crate) struct ImportOptions {
    /// The folder of the new hall
    #[arg(long, env = "YIPAN_DATA", value_name = "FOLDER", default_value = "yipan-data")]
    data: PathBuf,

    /// The file that `yipan export` wrote
    file: PathBuf,
}

pub(crate) fn export(options: &ExportOptions, language: Language) -> Result<ExitCode> {
    let path = options.file.display();
    let file = private_file()
        .create_new(true)
        .open(&options.file)
        .with_context(|| format!("{path} cannot be written"))?;
    let mut out = BufWriter::new(file);
    let exported = runtime()?.block_on(yipan_server::export(&options.data, |row| {
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
            // Half a hall is none.
            let _ = std::fs::remove_file(&options.file);
            return Err(error)
                .with_context(|| format!("the hall in {} cannot be exported", options.data.display()));
        }
    };
    print_line_count(count, language)
}

pub(crate) fn import(options: &ImportOptions, language: Language) -> Result<ExitCode> {
    let path = options.file.display();
    let file = File::open(&options.file).with_context(|| format!("{path} cannot be read"))?;
    let lines = BufReader::new(file).lines();
    let imported = runtime()?.block_on(yipan_server::import(&options.data, lines));
    let read = imported.map_err(|error| localize_error(error, language));
    print_line_count(
        read.with_context(|| format!("{path} cannot be imported into {}", options.data.display()))?,
        language,
    )
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new().context("no threads to work with")
}

fn print_line_count(count: u64, language: Language) -> Result<ExitCode> {
    let words = language.choose("lines", "行", "行");
    writeln!(std::io::stdout(), "{count} {words}")?;
    Ok(ExitCode::SUCCESS)
}
