use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use yipan_client::{ExportFormat, MAX_IMPORT_BYTES, TreeCounts, export, import};
use yipan_core::{Language, Localize};

use crate::arguments::{TreeFormat, TreeOptions};

pub(crate) fn run(options: &TreeOptions, language: Language) -> Result<ExitCode> {
    let bytes = read(&options.file)?;
    let imported = match import(&bytes, options.game) {
        Ok(imported) => imported,
        Err(error) => bail!(error.localize(language)),
    };
    let (tree, notes) = (&imported.tree, imported.notes());
    if !notes.is_empty() {
        eprintln!("{}", notes.localize(language));
    }
    let mut output = io::stdout().lock();
    match options.write {
        Some(format) => {
            let Some(exported) = export(tree, tree.root(), export_format(format), language) else {
                bail!(language.choose(
                    "this game has no such format; ytree and record fit every game",
                    "这局棋没有这种格式；ytree 和 record 适合所有棋种",
                    "這局棋沒有這種格式；ytree 和 record 適合所有棋種",
                ));
            };
            output.write_all(exported.bytes())?;
            if !exported.left_out.is_empty() {
                eprintln!("{}", exported.left_out.localize(language));
            }
        }
        None => {
            let TreeCounts { variations, comments, glyphs, .. } = tree.counts();
            let (kind, steps) = (tree.grid().kind(), tree.main_line().len());
            writeln!(
                output,
                "game {kind}, steps {steps}, variations {variations}, comments {comments}, glyphs {glyphs}"
            )?;
        }
    }
    output.flush()?;
    Ok(if imported.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Reads a file, or one byte more than a game may have.
fn read(path: &Path) -> Result<Vec<u8>> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot open {}", path.display()))?)
    };
    let mut bytes = Vec::new();
    input.take(MAX_IMPORT_BYTES as u64 + 1).read_to_end(&mut bytes).context("cannot read the whole file")?;
    Ok(bytes)
}

const fn export_format(format: TreeFormat) -> ExportFormat {
    match format {
        TreeFormat::Ytree => ExportFormat::Tree,
        TreeFormat::Pgn => ExportFormat::Pgn,
        TreeFormat::Record => ExportFormat::Record,
        TreeFormat::Dhtmlxq => ExportFormat::DhtmlXq,
        TreeFormat::Xqf => ExportFormat::Xqf,
    }
}
