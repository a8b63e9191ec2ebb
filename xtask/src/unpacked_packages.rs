//! The unpacked packages of the published crates: a workspace in which they have only each other.
//!
//! `cargo package` can compile packages too. It keeps what it unpacked of a crate that another one needs for as long as
//! the version stays the same (seen with cargo 1.95), and so compiles old sources after a change.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::published_crate::PublishedCrate;
use crate::shell::CommandLine;

/// The directory of the workspace. The build results in it are kept.
const DIRECTORY: &str = "target/package/unpacked";

/// Unpacks the packages and compiles each of them with what it needs, then all with every feature.
pub(crate) fn compile(crates: &[PublishedCrate], package: impl Fn(&PublishedCrate) -> PathBuf) -> Result<()> {
    let directory = Path::new(DIRECTORY);
    fs::create_dir_all(directory).with_context(|| format!("cannot create {DIRECTORY}"))?;
    for published in crates {
        remove(&directory.join(published.directory()))?;
        unpack_command(&package(published)).run()?;
    }
    fs::write(directory.join("Cargo.toml"), manifest(crates))
        .context("cannot write the manifest of the packages")?;
    // The packages are compiled with the versions that are tested.
    fs::copy("Cargo.lock", directory.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    // One by one: together they would share the features of their dependencies.
    crates.iter().try_for_each(|published| check_command(["-p", &published.name]).run())?;
    check_command(["--workspace", "--all-features"]).run()
}

fn remove(directory: &Path) -> Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", directory.display()))
        }
        _ => Ok(()),
    }
}

/// Returns the command that unpacks a package. The files become new, because in a package all have the same old date,
/// by which cargo cannot see that they changed.
fn unpack_command(package: &Path) -> CommandLine {
    let package = package.to_string_lossy();
    CommandLine::new("tar", ["-xzmf", &package, "-C", DIRECTORY])
}

fn check_command(selection: [&str; 2]) -> CommandLine {
    let manifest = format!("{DIRECTORY}/Cargo.toml");
    CommandLine::cargo(["check", "--quiet", "--manifest-path", &manifest].into_iter().chain(selection))
}

/// Returns a manifest in which the packages take the place of the crates of the same name on crates.io.
fn manifest(crates: &[PublishedCrate]) -> String {
    let mut members = String::new();
    let mut patches = String::new();
    for published in crates {
        let directory = published.directory();
        // Writing to a string cannot fail.
        let _ = writeln!(members, "    \"{directory}\",");
        let _ = writeln!(patches, "{} = {{ path = \"{directory}\" }}", published.name);
    }
    format!("[workspace]\nresolver = \"3\"\nmembers = [\n{members}]\n\n[patch.crates-io]\n{patches}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(name: &str) -> PublishedCrate {
        PublishedCrate {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            rust_version: "1.88.0".to_owned(),
            features: Vec::new(),
            is_no_std: false,
        }
    }

    #[test]
    fn the_packages_are_a_workspace_of_their_own() {
        assert_eq!(
            manifest(&[example("a"), example("b")]),
            "[workspace]\nresolver = \"3\"\nmembers = [\n    \"a-0.1.0\",\n    \"b-0.1.0\",\n]\n\n\
             [patch.crates-io]\na = { path = \"a-0.1.0\" }\nb = { path = \"b-0.1.0\" }\n"
        );
    }

    #[test]
    fn each_package_is_unpacked_and_compiled_in_that_workspace() {
        assert_eq!(
            unpack_command(Path::new("target/package/a-0.1.0.crate")).to_string(),
            "tar -xzmf target/package/a-0.1.0.crate -C target/package/unpacked"
        );
        assert_eq!(
            check_command(["-p", "a"]).to_string(),
            "cargo check --quiet --manifest-path target/package/unpacked/Cargo.toml -p a"
        );
    }

    #[test]
    fn what_does_not_exist_need_not_be_removed() {
        assert!(remove(Path::new("target/no-such-directory")).is_ok());
    }
}
