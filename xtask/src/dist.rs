//! `cargo xtask dist`: the program as people install it, in an archive with its documentation and all licenses.

mod archive;
mod c_compiler;
mod contents;
mod documents;
mod empty_root;
mod licenses;
mod machine_paths;
mod path_prefixes;
mod program;
mod sbom;
mod shipped_packages;
mod static_check;
mod target;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, MetadataCommand};
use clap::ValueEnum;

use self::c_compiler::{CCompiler, NATIVE_PACKAGE};
use self::path_prefixes::PathPrefixes;
pub(crate) use self::static_check::check as check_in_empty_root;
pub(crate) use self::target::Target;
use crate::shell::CommandLine;
use crate::{debian_packages, toolchain};

/// The directory of the archives in the target directory. Cargo itself uses `dist`, the name of the profile.
const DIRECTORY: &str = "archives";

/// The variable with the flags for the page, which cargo adds to those of `.cargo/config.toml`.
const PAGE_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Builds the archives: for one target, or for this machine and, if a compiler is installed, for the other.
pub(crate) fn build(target: Option<Target>) -> Result<()> {
    // What is missing is reported before the long builds.
    let targets = match target {
        Some(target) => vec![(target, prepare(target)?)],
        None => prepare_all()?,
    };
    let metadata = MetadataCommand::new().no_deps().exec().context("cargo cannot read this workspace")?;
    let prefixes = PathPrefixes::read(&metadata)?;
    let target_directory = metadata.target_directory.as_std_path();
    CommandLine::cargo(["xtask", "page"]).env(PAGE_FLAGS, prefixes.rust_flags().join(" ")).run()?;
    let mut programs = Vec::new();
    for (target, compiler) in targets {
        let program = program::build(target, &compiler, &prefixes, target_directory)?;
        machine_paths::check(&program, &prefixes.directories())?;
        programs.push((target, program));
    }
    let directory = target_directory.join(DIRECTORY);
    let share = directory.join("share");
    remove(&share)?;
    documents::write(&native_program(&programs, target_directory)?, &share)?;
    for (target, program) in &programs {
        let archive = pack(&metadata, *target, program, &share, &directory)?;
        let size = fs::metadata(directory.join(&archive))?.len();
        eprintln!("{}: {} KiB", directory.join(archive).display(), size >> 10);
    }
    remove(&share)?;
    eprint!("{}", archive::write_checksums(&directory)?);
    Ok(())
}

/// Returns the targets that can be built here, with their C compilers. That of this machine must be among them.
fn prepare_all() -> Result<Vec<(Target, CCompiler)>> {
    let native = Target::native().context("name a target: there is none for this machine")?;
    let mut targets = vec![(native, prepare(native)?)];
    for &other in Target::value_variants().iter().filter(|target| **target != native) {
        match prepare(other) {
            Ok(compiler) => targets.push((other, compiler)),
            Err(error) => eprintln!("{} is left out: {error:#}", other.name()),
        }
    }
    Ok(targets)
}

/// Installs what a target needs, as far as possible, and returns its C compiler.
fn prepare(target: Target) -> Result<CCompiler> {
    if Target::native() == Some(target) && c_compiler::find(target).is_err() {
        debian_packages::install(&[NATIVE_PACKAGE]);
    }
    let compiler = c_compiler::find(target)?;
    toolchain::ensure_target(target.name())?;
    Ok(compiler)
}

/// Returns a program that runs on this machine: one of these, or else one that is built for it.
fn native_program(programs: &[(Target, PathBuf)], target_directory: &Path) -> Result<PathBuf> {
    let native = Target::native().context("the man pages are written by the program, which needs Linux")?;
    if let Some((_, program)) = programs.iter().find(|(target, _)| *target == native) {
        return Ok(program.clone());
    }
    program::build_quick(native, &prepare(native)?, target_directory)
}

/// Packs the archive of a target and returns its name.
fn pack(
    metadata: &Metadata,
    target: Target,
    program: &Path,
    share: &Path,
    directory: &Path,
) -> Result<String> {
    let root = metadata.workspace_root.as_std_path();
    let name = format!("yipan-{}-{}", version(metadata)?, target.name());
    let contents = directory.join(&name);
    remove(&contents)?;
    contents::copy(root, &contents)?;
    contents::copy_file(program, &contents.join("bin/yipan"))?;
    for file in contents::files_below(share)? {
        contents::copy_file(&file, &contents.join("share").join(file.strip_prefix(share)?))?;
    }
    let sysroot = CommandLine::new("rustc", ["--print", "sysroot"]).output_in(root)?;
    let page = toolchain::WASM_TARGET;
    let packages = [("yipan-cli", target.name()), ("yipan-web", page), ("yipan-worker", page)];
    let count = licenses::write(root, &packages, Path::new(sysroot.trim()), &contents.join("licenses"))?;
    eprintln!("{name} contains the licenses of {count} packages");
    sbom::write(root, &packages, &contents.join(sbom::FILE))?;
    archive::pack(directory, &name)
}

/// Returns the version of the program.
fn version(metadata: &Metadata) -> Result<String> {
    let members = metadata.workspace_packages();
    let program = members.into_iter().find(|package| package.name.as_str() == "yipan-cli");
    Ok(program.context("there is no package yipan-cli")?.version.to_string())
}

fn remove(directory: &Path) -> Result<()> {
    if directory.exists() {
        fs::remove_dir_all(directory).with_context(|| format!("cannot remove {}", directory.display()))?;
    }
    Ok(())
}
