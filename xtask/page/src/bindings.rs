//! The bindings of the compiled parts: the script that loads a part, and the part as browsers take it.

use std::path::Path;
use std::time::SystemTime;
use std::{env, fs};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

/// Generates the bindings of a part if it has changed since, which takes seconds.
pub(crate) fn update(wasm: &Path, directory: &Path, part: &str) -> Result<()> {
    let generated = directory.join(format!("{part}_bg.wasm"));
    if is_current(&generated, &[wasm, &env::current_exe()?]) {
        return Ok(());
    }
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    generate(wasm, directory, part)
}

/// Returns whether a file is newer than those it depends on.
fn is_current(file: &Path, sources: &[&Path]) -> bool {
    let modified = |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
    modified(file).is_some_and(|time| {
        sources.iter().all(|source| modified(source).is_some_and(|changed| changed < time))
    })
}

/// Writes `part.js` and `part_bg.wasm`.
fn generate(wasm: &Path, out: &Path, part: &str) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true).out_name(part);
    // The secondary pages import the function table, which is one of them.
    bindgen.keep_lld_exports(true);
    bindgen
        .web(true)?
        .generate(out)
        .with_context(|| format!("cannot generate the bindings of {}", wasm.display()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn bindings_are_current_while_their_sources_are_older() {
        let directory = env::temp_dir().join(format!("xtask-bindings-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let (source, generated) = (directory.join("a.wasm"), directory.join("a_bg.wasm"));
        fs::write(&source, "source").unwrap();
        assert!(!is_current(&generated, &[&source]));
        let later = SystemTime::now() + Duration::from_secs(10);
        fs::File::create(&generated).unwrap().set_modified(later).unwrap();
        assert!(is_current(&generated, &[&source]));
        fs::File::create(&source).unwrap().set_modified(later + Duration::from_secs(1)).unwrap();
        assert!(!is_current(&generated, &[&source]));
        fs::remove_dir_all(directory).unwrap();
    }
}
