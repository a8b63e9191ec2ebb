//! `cargo xtask page`: compiles and compresses the page into the directory that the program embeds.
//!
//! It needs no network, as wasm-bindgen is used as a library. Unchanged files are not written again, so that the program
//! is not recompiled.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use cargo_metadata::MetadataCommand;
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

use crate::shell::CommandLine;
use crate::{stylesheet, toolchain};

/// The extensions of files compressed with Brotli. Images and sounds are compressed already.
const COMPRESSED_EXTENSIONS: [&str; 8] = ["wasm", "js", "css", "html", "svg", "md", "webmanifest", "json"];

/// Splitting moves code between files, which needs the linker's list of addresses in it.
const KEEP_RELOCATIONS: &str =
    "target.wasm32-unknown-unknown.rustflags=[\"-C\", \"link-args=--emit-relocs\"]";

/// The file of the code behind `#[wasm_split(secondary_pages)]`.
const SPLIT_FILE: &str = "split_secondary_pages.wasm";

/// A crate compiled for the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The page itself.
    Web,
    /// The computer players, in a Web Worker.
    Worker,
}

impl Part {
    const ALL: [Part; 2] = [Part::Web, Part::Worker];

    const fn name(self) -> &'static str {
        match self {
            Part::Web => "web",
            Part::Worker => "worker",
        }
    }
}

/// The optimization of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// The page of a release.
    Small,
    /// A larger page that builds fast.
    Quick,
}

impl Build {
    /// Returns the profile of a part. The page is optimized for size, the move generators of the worker for speed.
    const fn profile(self, part: Part) -> &'static str {
        match (self, part) {
            (Build::Small, Part::Web) => "wasm",
            (Build::Small, Part::Worker) => "wasm-worker",
            (Build::Quick, _) => "wasm-quick",
        }
    }

    /// Returns the quality of the compression, up to 11.
    const fn brotli_quality(self) -> u32 {
        match self {
            Build::Small => 11,
            Build::Quick => 3,
        }
    }
}

/// Builds the page into `crates/assets/site`.
pub(crate) fn build(build: Build) -> Result<()> {
    toolchain::ensure_wasm_target()?;
    let metadata = MetadataCommand::new().no_deps().exec().context("cargo cannot read this workspace")?;
    let root = metadata.workspace_root.as_std_path();
    for part in Part::ALL {
        compile(build, part).run()?;
    }
    let wasm = metadata.target_directory.as_std_path().join(toolchain::WASM_TARGET);
    let fresh = metadata.target_directory.as_std_path().join("site");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    fs::create_dir_all(&fresh)?;
    let source = root.join("crates/web/site");
    copy_directory(&source, &fresh)?;
    fs::remove_dir_all(fresh.join(stylesheet::PARTS))?;
    fs::write(fresh.join("style.css"), stylesheet::bundle(&source)?)?;
    for part in Part::ALL {
        let directory = wasm.join(build.profile(part));
        let file = directory.join(format!("yipan_{}.wasm", part.name()));
        let file = if part == Part::Web { split(&file, &directory.join("main.wasm"), &fresh)? } else { file };
        bind(&file, &fresh, part.name())?;
    }
    let site = root.join("crates/assets/site");
    let changed = sync_site(&fresh, &site, build.brotli_quality())?;
    eprintln!("the page is in {} ({changed} files changed)", site.display());
    Ok(())
}

fn compile(build: Build, part: Part) -> CommandLine {
    let name = format!("yipan-{}", part.name());
    let target = ["build", "--locked", "--target", toolchain::WASM_TARGET];
    let profile = ["--profile", build.profile(part), "-p", name.as_str()];
    let relocations = ["--config", KEEP_RELOCATIONS];
    let config = if part == Part::Web { &relocations[..] } else { &[] };
    CommandLine::cargo(target.iter().chain(&profile).chain(config))
}

/// Moves the code that only secondary pages need into a file of its own, and returns the rest.
///
/// The file's name contains a hash of the whole program: a page that was loaded before an update must not load code of
/// another build.
fn split(wasm: &Path, main: &Path, out: &Path) -> Result<PathBuf> {
    let bytes = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let mut options = Options::new(&bytes);
    (options.output_dir, options.main_out_path) = (out, main);
    (options.main_module, options.link_name) = ("./web.js", "./loader.js");
    wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("cannot split {}: {error:#}", wasm.display()))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let name = format!("pages-{:016x}.wasm", hasher.finish());
    fs::rename(out.join(SPLIT_FILE), out.join(&name)).context("the page has no secondary pages")?;
    for script in ["loader.js", "service-worker.js"] {
        let script = out.join(script);
        fs::write(&script, fs::read_to_string(&script)?.replace(SPLIT_FILE, &name))?;
    }
    Ok(main.to_owned())
}

/// Writes `part.js` and `part_bg.wasm`.
fn bind(wasm: &Path, out: &Path, part: &str) -> Result<()> {
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

/// Copies a directory recursively.
fn copy_directory(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let target = to.join(file.strip_prefix(from)?);
        if let Some(directory) = target.parent() {
            fs::create_dir_all(directory)?;
        }
        fs::copy(&file, target)?;
    }
    Ok(())
}

/// Returns every file below a directory, sorted.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

/// Makes `site` a copy of `fresh` with compressed files added, and returns the number of changed files.
fn sync_site(fresh: &Path, site: &Path, quality: u32) -> Result<usize> {
    fs::create_dir_all(site)?;
    let mut changed = 0;
    let mut wanted = Vec::new();
    for file in files(fresh)? {
        let target = site.join(file.strip_prefix(fresh)?);
        let compressed = compressed_path(&target);
        let bytes = fs::read(&file)?;
        let is_current = fs::read(&target).is_ok_and(|old| old == bytes)
            && compressed.as_ref().is_none_or(|path| path.exists());
        if !is_current {
            changed += 1;
            if let Some(directory) = target.parent() {
                fs::create_dir_all(directory)?;
            }
            fs::write(&target, &bytes)?;
            if let Some(path) = &compressed {
                fs::write(path, compress(&bytes, quality)?)?;
            }
        }
        wanted.push(target);
        wanted.extend(compressed);
    }
    for file in files(site)? {
        if !wanted.contains(&file) {
            fs::remove_file(file)?;
            changed += 1;
        }
    }
    Ok(changed)
}

fn compressed_path(file: &Path) -> Option<PathBuf> {
    let extension = file.extension()?.to_str()?;
    COMPRESSED_EXTENSIONS.contains(&extension).then(|| file.with_extension(format!("{extension}.br")))
}

fn compress(bytes: &[u8], quality: u32) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut compressed, 1 << 16, quality, 22);
    writer.write_all(bytes)?;
    drop(writer);
    if compressed.is_empty() {
        bail!("the compressor returned no data");
    }
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn only_changed_files_are_written_and_removed_ones_are_deleted() {
        let directory = env::temp_dir().join(format!("xtask-page-{}", process::id()));
        let (fresh, site) = (directory.join("fresh"), directory.join("site"));
        fs::create_dir_all(fresh.join("deep")).unwrap();
        fs::write(fresh.join("a.js"), "let a = 1;").unwrap();
        fs::write(fresh.join("deep/b.png"), "picture").unwrap();
        assert_eq!(sync_site(&fresh, &site, 1).unwrap(), 2);
        assert!(site.join("a.js.br").exists() && !site.join("deep/b.png.br").exists());
        assert_eq!(sync_site(&fresh, &site, 1).unwrap(), 0);
        fs::remove_file(fresh.join("a.js")).unwrap();
        assert_eq!(sync_site(&fresh, &site, 1).unwrap(), 2);
        assert!(!site.join("a.js").exists());
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn the_page_is_small_and_its_worker_fast() {
        let line = |build, part| compile(build, part).to_string();
        let start = "cargo build --locked --target wasm32-unknown-unknown --profile";
        assert_eq!(
            line(Build::Small, Part::Web),
            format!("{start} wasm -p yipan-web --config '{KEEP_RELOCATIONS}'")
        );
        assert_eq!(line(Build::Small, Part::Worker), format!("{start} wasm-worker -p yipan-worker"));
        assert_eq!(line(Build::Quick, Part::Worker), format!("{start} wasm-quick -p yipan-worker"));
    }
}
