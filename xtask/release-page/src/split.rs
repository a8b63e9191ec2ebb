//! Moves the code that only secondary pages need into a file of its own.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::Options;

/// The name that the library gives to the code behind `#[wasm_split(secondary_pages)]`.
const SPLIT_FILE: &str = "split_secondary_pages.wasm";

/// Writes `main.wasm`, `loader.js` and `pages-HASH.wasm` to a directory, which is deleted first.
///
/// The name of the last contains a hash of the whole program: a page that was loaded before an update must not
/// load code of another build.
pub(crate) fn split(wasm: &Path, out: &Path) -> Result<()> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let bytes = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let main = out.join("main.wasm");
    let mut options = Options::new(&bytes);
    (options.output_dir, options.main_out_path) = (out, &main);
    (options.main_module, options.link_name) = ("./web.js", "./loader.js");
    wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("cannot split {}: {error:#}", wasm.display()))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let name = format!("pages-{:016x}.wasm", hasher.finish());
    fs::rename(out.join(SPLIT_FILE), out.join(&name)).context("the page has no secondary pages")?;
    let loader = out.join("loader.js");
    fs::write(&loader, fs::read_to_string(&loader)?.replace(SPLIT_FILE, &name))?;
    Ok(())
}
