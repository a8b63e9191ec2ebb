//! The Python module: a wheel, and its tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::debian_packages;
use crate::not_checked::NotChecked;
use crate::shell::CommandLine;
use crate::workspace::Workspace;

/// The manifest of the module, which is a workspace of its own.
const MANIFEST: &str = "bindings/python/Cargo.toml";

/// The packages that the build and the tests need, with their versions.
const REQUIREMENTS: &str = "bindings/python/requirements-dev.txt";

/// The Debian packages of a Python that can make virtual environments.
const PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// The statement that fails before Python 3.11, which the pinned packages need. The wheel itself needs 3.9.
const VERSION_CHECK: &str = "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)";

/// Builds the wheel and returns its directory.
pub(crate) fn build() -> Result<PathBuf> {
    let workspace = Workspace::read()?;
    let environment = PythonEnvironment::ensure(&workspace)?;
    let wheels = environment.build_wheel(&workspace, WheelBuild::Release)?;
    eprintln!("the wheel is in {}", wheels.display());
    Ok(wheels)
}

/// Checks the code of the module, builds it, installs it into its environment and runs its tests.
pub(crate) fn check() -> Result<()> {
    let workspace = Workspace::read()?;
    let environment = PythonEnvironment::ensure(&workspace)?;
    CommandLine::cargo(["fmt", "--manifest-path", MANIFEST, "--check"]).run()?;
    let clippy = ["clippy", "--manifest-path", MANIFEST, "--locked", "--", "-D", "warnings"];
    CommandLine::cargo(clippy)
        .env("CARGO_TARGET_DIR", target_text(&workspace))
        .env("PYO3_PYTHON", environment.program("python").display().to_string())
        .run()?;
    let wheels = environment.build_wheel(&workspace, WheelBuild::Quick)?;
    let wheel = newest_wheel(&wheels)?;
    environment
        .call("python", ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"], &[&wheel])
        .run()?;
    environment
        .call("python", ["-m", "pytest", "--quiet"], &[&workspace.root.join("bindings/python/tests")])
        .run()
}

/// The optimization of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WheelBuild {
    /// Fast at run time.
    Release,
    /// Fast to build.
    Quick,
}

impl WheelBuild {
    /// Returns the profile in the manifest of the module.
    const fn profile(self) -> &'static str {
        match self {
            WheelBuild::Release => "release",
            WheelBuild::Quick => "quick",
        }
    }

    /// Returns the directory of the wheel in the target directory, so that a test leaves the wheels for people alone.
    const fn directory(self) -> &'static str {
        match self {
            WheelBuild::Release => "wheels",
            WheelBuild::Quick => "quick-wheels",
        }
    }
}

/// A virtual environment with the pinned packages.
struct PythonEnvironment(PathBuf);

impl PythonEnvironment {
    /// Makes the environment, or returns the one that was made from the same requirements.
    fn ensure(workspace: &Workspace) -> Result<PythonEnvironment> {
        let environment = PythonEnvironment(workspace.target.join("python-environment"));
        let requirements = workspace.root.join(REQUIREMENTS);
        let pinned =
            fs::read_to_string(&requirements).with_context(|| format!("cannot read {REQUIREMENTS}"))?;
        let stamp = environment.0.join("requirements.txt");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pinned) {
            return Ok(environment);
        }
        let Some(python) = find_python() else {
            return Err(missing("Python 3.11 or later with venv", &install_text()));
        };
        CommandLine::new(
            python,
            ["-m", "venv", "--clear"]
                .map(str::to_owned)
                .into_iter()
                .chain([environment.0.display().to_string()]),
        )
        .run()?;
        let install = environment.call("python", ["-m", "pip", "install", "--quiet", "-r"], &[&requirements]);
        if install.run().is_err() {
            return Err(missing("a package of the Python tests", &install.to_string()));
        }
        fs::write(&stamp, pinned).context("cannot write to the virtual environment")?;
        Ok(environment)
    }

    fn program(&self, name: &str) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    fn call<const N: usize>(&self, program: &str, args: [&str; N], paths: &[&Path]) -> CommandLine {
        let paths = paths.iter().map(|path| path.display().to_string());
        CommandLine::new(self.program(program), args.map(str::to_owned).into_iter().chain(paths))
    }

    /// Builds the wheel with maturin and returns its directory.
    fn build_wheel(&self, workspace: &Workspace, build: WheelBuild) -> Result<PathBuf> {
        let wheels = workspace.target.join(build.directory());
        let manifest = workspace.root.join(MANIFEST);
        self.call(
            "maturin",
            ["build", "--profile", build.profile(), "--locked", "--manifest-path"],
            &[&manifest, Path::new("--out"), &wheels],
        )
        .env("CARGO_TARGET_DIR", target_text(workspace))
        .env("PYO3_PYTHON", self.program("python").display().to_string())
        .run()?;
        Ok(wheels)
    }
}

/// Returns the directory of compiled files, apart from those of the workspace: its profiles differ.
fn target_text(workspace: &Workspace) -> String {
    workspace.target.join("python").display().to_string()
}

/// Returns a Python that can make the environment, after trying to install one.
fn find_python() -> Option<&'static str> {
    let found = || ["python3", "python"].into_iter().find(|python| is_suitable(python));
    found().or_else(|| {
        debian_packages::install(&PACKAGES);
        found()
    })
}

fn is_suitable(python: &str) -> bool {
    CommandLine::new(python, ["-c", VERSION_CHECK]).succeeds()
}

fn install_text() -> String {
    format!("sudo apt-get install {}", PACKAGES.join(" "))
}

/// Returns the error of something that is missing.
fn missing(missing: &str, install: &str) -> anyhow::Error {
    let (missing, install) = (missing.to_owned(), install.to_owned());
    NotChecked { missing, unknown: "whether the Python package works", install }.into()
}

fn newest_wheel(directory: &Path) -> Result<PathBuf> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot list {}", directory.display()))?;
    let wheels = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|ext| ext == "whl"));
    let newest = wheels.max_by_key(|entry| entry.metadata().and_then(|metadata| metadata.modified()).ok());
    match newest {
        Some(wheel) => Ok(wheel.path()),
        None => bail!("maturin built no wheel in {}", directory.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_is_pinned() {
        let path = Workspace::read().unwrap().root.join(REQUIREMENTS);
        let text = fs::read_to_string(path).unwrap();
        let packages: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(packages.len() > 3 && packages.iter().all(|line| line.contains("==")), "{packages:?}");
    }
}
