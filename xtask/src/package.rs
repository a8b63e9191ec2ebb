//! The packages of the published crates: what they contain, and that they build without the rest of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::published_crate::{self, PublishedCrate};
use crate::shell::CommandLine;
use crate::{toolchain, unpacked_packages};

/// The directory of build results. It is named on the command line, because the environment may name another.
const TARGET_DIRECTORY: &str = "target";

/// The files that every package contains.
const REQUIRED_FILES: [&str; 5] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"];

/// The directories that no package contains, because their files need the rest of the repository.
const EXCLUDED_DIRECTORIES: [&str; 3] = ["tests/", "benches/", "examples/"];

/// The maximum size of a package on crates.io.
const MAX_PACKAGE_BYTES: u64 = 10 << 20;

/// Packages the crates, compiles each from the packages alone, and compiles those without the standard library for a
/// target that has none.
pub(crate) fn check() -> Result<()> {
    let crates = published_crate::read()?;
    for published in &crates {
        let list =
            CommandLine::cargo(["package", "--list", "--locked", "--allow-dirty", "-p", &published.name]);
        let files = list.output_in(Path::new("."))?;
        let problem = file_problem(&files);
        ensure!(problem.is_none(), "the package of {} {}", published.name, problem.unwrap_or_default());
    }
    package_command(&crates).run()?;
    crates.iter().try_for_each(check_size)?;
    unpacked_packages::compile(&crates, path)?;
    toolchain::ensure_bare_target()?;
    no_std_command(&crates).run()
}

/// Returns what is wrong with the list of files of a package.
fn file_problem(files: &str) -> Option<String> {
    let missing = REQUIRED_FILES.iter().find(|required| !files.lines().any(|file| file == **required));
    if let Some(missing) = missing {
        return Some(format!("lacks `{missing}`; add it to `include` in the manifest"));
    }
    let is_excluded = |file: &&str| EXCLUDED_DIRECTORIES.iter().any(|directory| file.starts_with(directory));
    let extra = files.lines().find(is_excluded)?;
    Some(format!("contains `{extra}`, which needs other crates; remove it from `include` in the manifest"))
}

/// Returns where cargo writes the package of a crate.
fn path(published: &PublishedCrate) -> PathBuf {
    Path::new(TARGET_DIRECTORY).join("package").join(format!("{}.crate", published.directory()))
}

fn check_size(published: &PublishedCrate) -> Result<()> {
    let path = path(published);
    let shown = path.display();
    let size = fs::metadata(&path).with_context(|| format!("cargo has not written {shown}"))?.len();
    ensure!(size <= MAX_PACKAGE_BYTES, "{shown} has {size} bytes; crates.io accepts {MAX_PACKAGE_BYTES}");
    eprintln!("{shown}: {} KiB", size >> 10);
    Ok(())
}

/// Returns the command that packages all crates at once, so that each finds those that are not on crates.io yet.
fn package_command(crates: &[PublishedCrate]) -> CommandLine {
    // Cargo would look for newer versions of every dependency; the index that it has lists the locked ones.
    let line =
        ["package", "--quiet", "--no-verify", "--offline", "--locked", "--allow-dirty", "--target-dir"];
    CommandLine::cargo(line.into_iter().chain([TARGET_DIRECTORY]).chain(names(crates)))
}

/// Returns the command that compiles the crates without the standard library.
fn no_std_command(crates: &[PublishedCrate]) -> CommandLine {
    let line = ["check", "--locked", "--target", toolchain::BARE_TARGET];
    let no_std = crates.iter().filter(|published| published.is_no_std);
    CommandLine::cargo(line.into_iter().chain(names(no_std)))
}

/// Returns the arguments of cargo that select these crates.
pub(crate) fn names<'a>(
    crates: impl IntoIterator<Item = &'a PublishedCrate>,
) -> impl Iterator<Item = &'a str> {
    crates.into_iter().flat_map(|published| ["-p", &published.name])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: &str = "Cargo.lock\nCargo.toml\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/lib.rs\n";

    fn example(name: &str, is_no_std: bool) -> PublishedCrate {
        let text = |text: &str| text.to_owned();
        PublishedCrate {
            name: text(name),
            version: text("0.1.0"),
            rust_version: text("1.88.0"),
            features: Vec::new(),
            is_no_std,
        }
    }

    #[test]
    fn a_package_has_a_readme_and_both_licenses() {
        assert_eq!(file_problem(FILES), None);
        let problem = file_problem(&FILES.replace("LICENSE-MIT\n", "")).unwrap();
        assert!(problem.starts_with("lacks `LICENSE-MIT`"), "{problem}");
    }

    #[test]
    fn a_package_has_no_tests_that_need_the_repository() {
        let problem = file_problem(&format!("{FILES}tests/laws.rs\n")).unwrap();
        assert!(problem.starts_with("contains `tests/laws.rs`"), "{problem}");
    }

    #[test]
    fn all_crates_are_packaged_in_one_command() {
        let crates = [example("a", true), example("b", false)];
        assert_eq!(
            package_command(&crates).to_string(),
            "cargo package --quiet --no-verify --offline --locked --allow-dirty --target-dir target -p a -p b"
        );
        assert_eq!(no_std_command(&crates).to_string(), "cargo check --locked --target wasm32v1-none -p a");
    }
}
