//! Splits and compresses the page of a release. `cargo xtask page` runs this program.

mod compress;
mod split;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Split or compress the page.
#[derive(Parser)]
enum Task {
    /// Move the code of the secondary pages into a file of its own
    Split {
        /// Compiled page, linked with relocations
        wasm: PathBuf,
        /// Directory for the parts; its files are deleted first
        out: PathBuf,
    },
    /// Write a compressed file beside each file that has none
    Compress {
        /// Directory of the page
        site: PathBuf,
    },
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Split { wasm, out } => split::split(&wasm, &out),
        Task::Compress { site } => compress::compress_directory(&site),
    }
}
