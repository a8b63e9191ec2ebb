//! `cargo xtask page`: the page, compiled for the browser, packed, and laid where the program takes it from.
//!
//! Nothing is downloaded: bindgen is a library here. What has not changed is not written again, so that the program is
//! not compiled again either.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::MetadataCommand;
use wasm_bindgen_cli_support::Bindgen;

use crate::shell::CommandLine;
use crate::{stylesheet, toolchain};

/// What is packed with brotli; pictures and sounds are packed already.
const COMPRESSED_EXTENSIONS: [&str; 8] = ["wasm", "js", "css", "html", "svg", "md", "webmanifest", "json"];

/// The crates that become files of the page.
const CRATES: [&str; 2] = ["web", "worker"];

/// How long to let the compiler think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// What people get.
    Small,
    /// What one waits less for.
    Quick,
}

impl Build {
    const fn profile(self) -> &'static str {
        match self {
            Build::Small => "wasm",
            Build::Quick => "wasm-quick",
        }
    }

    /// How hard the packer works, up to 11.
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
    let metadata = MetadataCommand::new().no_deps().exec().context("cargo does not know this workspace")?;
    let root = metadata.workspace_root.as_std_path();
    compile(build).run()?;
    let wasm = metadata.target_directory.as_std_path().join(toolchain::WASM_TARGET).join(build.profile());
    let fresh = metadata.target_directory.as_std_path().join("site");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    fs::create_dir_all(&fresh)?;
    let source = root.join("crates/web/site");
    copy_directory(&source, &fresh)?;
    fs::remove_dir_all(fresh.join(stylesheet::PARTS))?;
    fs::write(fresh.join("style.css"), stylesheet::bundle(&source)?)?;
    for part in CRATES {
        bind(&wasm.join(format!("yipan_{part}.wasm")), &fresh, part)?;
    }
    let site = root.join("crates/assets/site");
    let changed = sync_site(&fresh, &site, build.brotli_quality())?;
    eprintln!("the page is in {} ({changed} files changed)", site.display());
    Ok(())
}

fn compile(build: Build) -> CommandLine {
    let parts = CRATES.map(|part| format!("yipan-{part}"));
    let crates = parts.iter().flat_map(|name| ["-p", name.as_str()]);
    let line = ["build", "--locked", "--target", toolchain::WASM_TARGET, "--profile", build.profile()];
    CommandLine::cargo(line.into_iter().chain(crates))
}

/// Writes `part.js` and `part_bg.wasm`.
fn bind(wasm: &Path, out: &Path, part: &str) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true).out_name(part);
    bindgen.web(true)?.generate(out).with_context(|| format!("{} cannot be bound", wasm.display()))
}

/// Copies a folder with all that is in it.
fn copy_directory(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let target = to.join(file.strip_prefix(from)?);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&file, target)?;
    }
    Ok(())
}

/// Every file below a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

/// Makes `site` hold what `fresh` does, each packed beside it, and says how many files differed.
fn sync_site(fresh: &Path, site: &Path, effort: u32) -> Result<usize> {
    fs::create_dir_all(site)?;
    let mut changed = 0;
    let mut wanted = Vec::new();
    for file in files(fresh)? {
        let target = site.join(file.strip_prefix(fresh)?);
        let packed = compressed_path(&target);
        let bytes = fs::read(&file)?;
        let stands = fs::read(&target).is_ok_and(|old| old == bytes)
            && packed.as_ref().is_none_or(|packed| packed.exists());
        if !stands {
            changed += 1;
            if let Some(folder) = target.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&target, &bytes)?;
            if let Some(packed) = &packed {
                fs::write(packed, compress(&bytes, effort)?)?;
            }
        }
        wanted.push(target);
        wanted.extend(packed);
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

fn compress(bytes: &[u8], effort: u32) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 1 << 16, effort, 22);
    writer.write_all(bytes)?;
    drop(writer);
    if packed.is_empty() {
        bail!("nothing came out of the packer");
    }
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn only_changed_files_are_written_and_removed_ones_are_deleted() {
        let folder = env::temp_dir().join(format!("xtask-page-{}", process::id()));
        let (fresh, site) = (folder.join("fresh"), folder.join("site"));
        fs::create_dir_all(fresh.join("deep")).unwrap();
        fs::write(fresh.join("a.js"), "let a = 1;").unwrap();
        fs::write(fresh.join("deep/b.png"), "picture").unwrap();
        assert_eq!(sync_site(&fresh, &site, 1).unwrap(), 2);
        assert!(site.join("a.js.br").exists() && !site.join("deep/b.png.br").exists());
        assert_eq!(sync_site(&fresh, &site, 1).unwrap(), 0);
        fs::remove_file(fresh.join("a.js")).unwrap();
        assert_eq!(sync_site(&fresh, &site, 1).unwrap(), 2);
        assert!(!site.join("a.js").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_page_is_compiled_for_the_browser_in_one_command() {
        assert_eq!(
            compile(Build::Small).to_string(),
            "cargo build --locked --target wasm32-unknown-unknown --profile wasm -p yipan-web -p yipan-worker"
        );
    }
}
