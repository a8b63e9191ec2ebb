//! Writes the bindings of a compiled library as an ES module with TypeScript types.
//!
//! `cargo xtask javascript` runs this program. It needs no network, as wasm-bindgen is used as a library.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use wasm_bindgen_cli_support::Bindgen;

/// Write the bindings of a library.
#[derive(Parser)]
struct Arguments {
    /// Compiled library
    #[arg(long)]
    wasm: PathBuf,
    /// Name of the module
    #[arg(long)]
    name: String,
    /// Directory of the package
    #[arg(long)]
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { wasm, name, out } = Arguments::parse();
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&wasm).typescript(true).out_name(&name);
    // With these checks an argument of the wrong type is an error. Without them it corrupts the memory of the library.
    bindgen.debug(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen
        .web(true)?
        .generate(&out)
        .with_context(|| format!("cannot generate the bindings of {}", wasm.display()))
}
