//! The completions of the command line, one file per shell.

use std::io;
use std::path::Path;

use clap::{Command, ValueEnum};
use clap_complete::{Shell, generate_to};

/// Writes the completions for every shell and returns the number of files.
pub(super) fn write(mut command: Command, directory: &Path) -> io::Result<usize> {
    let name = command.get_name().to_owned();
    let shells = Shell::value_variants();
    for &shell in shells {
        generate_to(shell, &mut command, &name, directory)?;
    }
    Ok(shells.len())
}
