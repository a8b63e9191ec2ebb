//! Assembles the page: the bindings of the compiled parts, the style sheet and the static files.
//!
//! `cargo xtask page` runs this program. It needs no network, as wasm-bindgen is used as a library.

mod bindings;
mod files;
mod service_worker;
mod stylesheet;
mod sync;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

/// Assemble the page.
#[derive(Parser)]
struct Arguments {
    /// Compiled page, or the rest of it after the split
    #[arg(long)]
    web: PathBuf,
    /// Compiled computer players with vector instructions
    #[arg(long)]
    simd_worker: PathBuf,
    /// Compiled computer players for browsers without them
    #[arg(long)]
    worker: Option<PathBuf>,
    /// Directory with the loader and the secondary pages, if they were split off
    #[arg(long)]
    split: Option<PathBuf>,
    /// Static files
    #[arg(long)]
    source: PathBuf,
    /// Directory of the bindings, which are generated again when their part has changed
    #[arg(long)]
    bindings: PathBuf,
    /// Directory for the assembled files; it is deleted first
    #[arg(long)]
    fresh: PathBuf,
    /// Directory that the program embeds
    #[arg(long)]
    site: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let Arguments { source, fresh, site, .. } = &arguments;
    if fresh.exists() {
        fs::remove_dir_all(fresh)?;
    }
    files::copy_directory(source, fresh)?;
    fs::remove_dir_all(fresh.join(stylesheet::PARTS))?;
    fs::write(fresh.join("style.css"), stylesheet::bundle(source)?)?;
    let split_files = arguments.split.as_deref().map(|split| copy_split_files(split, fresh)).transpose()?;
    let service_worker = fresh.join("service-worker.js");
    let text = fs::read_to_string(&service_worker)?;
    fs::write(&service_worker, service_worker::with_split_files(&text, split_files.as_deref())?)?;
    let parts = [
        ("web", Some(&arguments.web)),
        ("worker_simd", Some(&arguments.simd_worker)),
        ("worker", arguments.worker.as_ref()),
    ];
    for (part, wasm) in parts.into_iter().filter_map(|(part, wasm)| Some((part, wasm?))) {
        let directory = arguments.bindings.join(part);
        bindings::update(wasm, &directory, part)?;
        files::copy_directory(&directory, fresh)?;
    }
    let changed = sync::sync_site(fresh, site)?;
    eprintln!("the page is in {} ({changed} files changed)", site.display());
    Ok(())
}

/// Copies the loader and the secondary pages, and returns the name of the latter.
fn copy_split_files(split: &Path, fresh: &Path) -> Result<String> {
    let mut pages = None;
    for file in files::list(split)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "loader.js" || name.starts_with("pages-") {
            fs::copy(&file, fresh.join(&name))?;
        }
        if name.starts_with("pages-") {
            pages = Some(name);
        }
    }
    pages.with_context(|| format!("{} has no secondary pages", split.display()))
}
