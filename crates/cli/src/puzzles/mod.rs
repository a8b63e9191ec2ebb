//! `yipan puzzles`: puzzles are made and checked.

mod check;
mod make;
mod options;
mod puzzle_path;

use std::process::ExitCode;

use anyhow::Result;
use yipan_core::Language;

pub(crate) use self::options::PuzzlesOptions;

use self::options::PuzzlesCommand;

/// Runs the command.
pub(crate) fn run(options: &PuzzlesOptions, language: Language) -> Result<ExitCode> {
    match &options.command {
        PuzzlesCommand::Make(options) => make::run(options, language),
        PuzzlesCommand::Check(options) => check::run(options, language),
    }
}
