//! The JavaScript package: an ES module for Node and browsers, and its tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::browser;
use crate::debian_packages;
use crate::not_checked::NotChecked;
use crate::page::{self, Tools};
use crate::shell::CommandLine;
use crate::toolchain;
use crate::workspace::Workspace;

/// The crate that is compiled.
const CRATE: &str = "yipan-javascript";

/// The directory of the crate.
const DIRECTORY: &str = "bindings/javascript";

/// The Debian package of Node.
const PACKAGE: &str = "nodejs";

/// Builds the package and returns its directory.
pub(crate) fn build(tools: Tools) -> Result<PathBuf> {
    let workspace = Workspace::read()?;
    toolchain::ensure_wasm_target()?;
    if tools == Tools::ToCompile {
        CommandLine::cargo(["build", "--locked", "-p", "xtask-page"]).run()?;
    }
    compile_command().run()?;
    let package = workspace.target.join("javascript");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    let source = workspace.root.join(DIRECTORY);
    copy_files(&source.join("package"), &package)?;
    copy_files(&source.join("examples"), &package.join("examples"))?;
    fs::copy(source.join("README.md"), package.join("README.md"))?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(workspace.root.join(license), package.join(license))?;
    }
    bindgen_command(&workspace, &package).run()?;
    eprintln!("the package is in {}", package.display());
    Ok(package)
}

/// Builds the package and runs its tests in Node and Chromium.
pub(crate) fn check(tools: Tools) -> Result<()> {
    if !is_node_installed() {
        debian_packages::install(&[PACKAGE]);
    }
    if !is_node_installed() {
        return Err(missing_node());
    }
    browser::ensure_installed()?;
    let package = build(tools)?;
    let tests = ["rules", "board"].map(|name| format!("{DIRECTORY}/tests/{name}.test.mjs"));
    CommandLine::new("node", ["--test".to_owned()].into_iter().chain(tests))
        .env("YIPAN_PACKAGE", package.display().to_string())
        .run()
}

/// Returns the call that compiles the package: small, except for the move generators and the engine.
fn compile_command() -> CommandLine {
    let profile = page::RELEASE_PROFILE;
    let line = ["build", "--locked", "--target", toolchain::WASM_TARGET, "--profile", profile, "-p", CRATE];
    CommandLine::cargo(line.map(str::to_owned).into_iter().chain(page::fast_rules(profile)))
}

fn bindgen_command(workspace: &Workspace, package: &Path) -> CommandLine {
    let wasm = workspace
        .target
        .join(toolchain::WASM_TARGET)
        .join(page::RELEASE_PROFILE)
        .join("yipan_javascript.wasm");
    let paths = [wasm.display().to_string(), package.display().to_string()];
    let [wasm, package] = &paths;
    let arguments = ["--wasm", wasm, "--name", "rules", "--out", package];
    CommandLine::new(workspace.program("debug", "xtask-bindgen"), arguments)
}

/// Copies the files of a directory, which has no directories of its own.
fn copy_files(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

fn is_node_installed() -> bool {
    CommandLine::new("node", ["--version"]).succeeds()
}

fn missing_node() -> anyhow::Error {
    let (missing, install) = ("Node".to_owned(), format!("sudo apt-get install {PACKAGE}"));
    NotChecked { missing, unknown: "whether the JavaScript package works", install }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_compiled_for_speed() {
        assert_eq!(
            compile_command().to_string(),
            "cargo build --locked --target wasm32-unknown-unknown --profile wasm -p yipan-javascript \
             --config profile.wasm.package.yipan-core.opt-level=3 \
             --config profile.wasm.package.yipan-chess.opt-level=3 \
             --config profile.wasm.package.yipan-xiangqi.opt-level=3 \
             --config profile.wasm.package.yipan-engine.opt-level=3 \
             --config profile.wasm.package.yipan-worker.opt-level=3"
        );
    }
}
