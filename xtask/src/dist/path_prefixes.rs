//! The directories of this machine, and the names that stand for them in the program.
//!
//! The compilers write the paths of source files into messages. With the same names everywhere, a program reveals
//! nothing about the machine that built it, and another machine builds the same bytes.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cargo_metadata::Metadata;

use crate::shell::CommandLine;

/// Directories with the names that replace them. Of those that contain a file, the last counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathPrefixes(Vec<(PathBuf, String)>);

impl PathPrefixes {
    /// Finds the directories of the workspace, of cargo and of the compiler.
    pub(super) fn read(metadata: &Metadata) -> Result<Self> {
        let here = Path::new(".");
        let sysroot = CommandLine::new("rustc", ["--print", "sysroot"]).output_in(here)?;
        let version = CommandLine::new("rustc", ["--version", "--verbose"]).output_in(here)?;
        let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo_home = cargo_home.or_else(|| Some(env::home_dir()?.join(".cargo")));
        let cargo_home = cargo_home.context("there is no home directory; set CARGO_HOME")?;
        let prefixes = Self::new(
            metadata.workspace_root.as_std_path(),
            metadata.target_directory.as_std_path(),
            &cargo_home,
            Path::new(sysroot.trim()),
            commit(&version),
        );
        for (directory, _) in &prefixes.0 {
            let shown = directory.display().to_string();
            ensure!(
                !shown.contains([' ', '=']),
                "`{shown}` has a space or `=` in its name, which the flags of C compilers cannot contain; \
                 move it, or set CARGO_HOME and CARGO_TARGET_DIR"
            );
        }
        Ok(prefixes)
    }

    fn new(workspace: &Path, target: &Path, cargo_home: &Path, sysroot: &Path, commit: &str) -> Self {
        Self(vec![
            (cargo_home.to_owned(), "/cargo".to_owned()),
            (sysroot.to_owned(), "/rust".to_owned()),
            // The name that the standard library has where its sources are not installed.
            (sysroot.join("lib/rustlib/src/rust"), format!("/rustc/{commit}")),
            (workspace.to_owned(), "/yipan".to_owned()),
            (target.to_owned(), "/yipan/target".to_owned()),
        ])
    }

    /// Returns the flags of the Rust compiler.
    pub(super) fn rust_flags(&self) -> Vec<String> {
        self.flags("--remap-path-prefix").collect()
    }

    /// Returns the flags of a C compiler.
    pub(super) fn c_flags(&self) -> Vec<String> {
        self.flags("-ffile-prefix-map").collect()
    }

    fn flags(&self, flag: &str) -> impl Iterator<Item = String> {
        self.0.iter().map(move |(directory, name)| format!("{flag}={}={name}", directory.display()))
    }

    /// Returns the directories that the program must not contain: these, and the home directory.
    pub(super) fn directories(&self) -> Vec<PathBuf> {
        let home = env::home_dir().into_iter().chain(env::var_os("RUSTUP_HOME").map(PathBuf::from));
        self.0.iter().map(|(directory, _)| directory.clone()).chain(home).collect()
    }
}

/// Returns the commit of the compiler, or its release if it was built without.
fn commit(version: &str) -> &str {
    let value = |key: &str| version.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let commit = value("commit-hash:").filter(|commit| *commit != "unknown");
    commit.or_else(|| value("release:")).unwrap_or("unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> PathPrefixes {
        let [workspace, target, cargo] = ["/w", "/w/target", "/c"].map(Path::new);
        PathPrefixes::new(workspace, target, cargo, Path::new("/s"), "abc")
    }

    #[test]
    fn the_names_are_the_same_on_every_machine() {
        assert_eq!(
            example().rust_flags(),
            [
                "--remap-path-prefix=/c=/cargo",
                "--remap-path-prefix=/s=/rust",
                "--remap-path-prefix=/s/lib/rustlib/src/rust=/rustc/abc",
                "--remap-path-prefix=/w=/yipan",
                "--remap-path-prefix=/w/target=/yipan/target",
            ]
        );
        assert_eq!(example().c_flags()[0], "-ffile-prefix-map=/c=/cargo");
    }

    #[test]
    fn the_last_prefix_that_fits_is_the_longest() {
        let prefixes = example().0;
        for (i, (directory, _)) in prefixes.iter().enumerate() {
            let is_inside_later = prefixes[i + 1..].iter().any(|(later, _)| directory.starts_with(later));
            assert!(!is_inside_later, "{}", directory.display());
        }
    }

    #[test]
    fn the_standard_library_is_named_by_its_commit() {
        assert_eq!(commit("rustc 1.2.3\ncommit-hash: abc\nrelease: 1.2.3\n"), "abc");
        assert_eq!(commit("rustc 1.2.3\ncommit-hash: unknown\nrelease: 1.2.3\n"), "1.2.3");
    }
}
