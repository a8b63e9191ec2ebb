//! `cargo xtask page`: compiles the page into the directory that the program embeds.

use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::Path;

use anyhow::Result;

use crate::shell::CommandLine;
use crate::toolchain;
use crate::workspace::Workspace;

/// A crate compiled for the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The page itself.
    Web,
    /// The computer players, in a Web Worker.
    Worker,
}

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Part::Web => "web",
            Part::Worker => "worker",
        }
    }
}

/// The optimization of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// The page of a release: small, compressed, and with the secondary pages in a file of their own.
    Small,
    /// A large page that builds fast, from the artifacts of other development builds.
    Quick,
}

impl Build {
    /// Returns the profile of a part. The page is optimized for size, the move generators of the worker for speed.
    const fn profile(self, part: Part) -> &'static str {
        match (self, part) {
            (Build::Small, Part::Web) => "wasm",
            (Build::Small, Part::Worker) => "wasm-worker",
            (Build::Quick, _) => "dev",
        }
    }

    /// Returns the packages of the programs that assemble the page.
    pub(crate) const fn tools(self) -> &'static [&'static str] {
        match self {
            Build::Small => &["xtask-page", "xtask-release-page"],
            Build::Quick => &["xtask-page"],
        }
    }
}

/// Builds the page into `crates/assets/site`.
pub(crate) fn build(build: Build) -> Result<()> {
    let workspace = Workspace::read()?;
    compile_tools(build).run()?;
    compile(build)?;
    assemble(build, &workspace)
}

fn compile_tools(build: Build) -> CommandLine {
    let packages = build.tools().iter().flat_map(|package| ["-p", package]);
    CommandLine::cargo(["build", "--locked"].into_iter().chain(packages))
}

/// Compiles the parts of the page.
pub(crate) fn compile(build: Build) -> Result<()> {
    toolchain::ensure_wasm_target()?;
    compile_commands(build).iter().try_for_each(CommandLine::run)
}

/// Returns the calls of cargo. Parts with the same profile are compiled together.
fn compile_commands(build: Build) -> Vec<CommandLine> {
    let target = ["build", "--locked", "--target", toolchain::WASM_TARGET, "--profile"];
    let line = |rest: &[&str]| CommandLine::cargo(target.iter().chain(rest));
    let (web, worker) = (build.profile(Part::Web), build.profile(Part::Worker));
    match build {
        Build::Quick => vec![line(&[web, "-p", "yipan-web", "-p", "yipan-worker"])],
        Build::Small => vec![
            line(&[web, "-p", "yipan-web", "--features", "yipan-web/split"]),
            line(&[worker, "-p", "yipan-worker"]),
        ],
    }
}

/// Writes the compiled parts and the static files to `crates/assets/site`. The tools and the parts have been built.
pub(crate) fn assemble(build: Build, workspace: &Workspace) -> Result<()> {
    let Workspace { root, target } = workspace;
    let compiled = |part: Part| {
        let profile = build.profile(part);
        let directory = if profile == "dev" { "debug" } else { profile };
        target.join(toolchain::WASM_TARGET).join(directory).join(format!("yipan_{}.wasm", part.name()))
    };
    let (site, split) = (root.join("crates/assets/site"), target.join("split"));
    let release_page = |task: &str, paths: &[&Path]| {
        let paths = paths.iter().map(|path| path.as_os_str());
        CommandLine::new(
            workspace.program("debug", "xtask-release-page"),
            iter::once(OsStr::new(task)).chain(paths),
        )
    };
    let mut arguments = Vec::<OsString>::new();
    let mut add = |option: &str, path: &Path| arguments.extend([option.into(), path.into()]);
    add("--worker", &compiled(Part::Worker));
    add("--source", &root.join("crates/web/site"));
    add(
        "--bindings",
        &target.join(match build {
            Build::Small => "bindings",
            Build::Quick => "quick-bindings",
        }),
    );
    add("--fresh", &target.join("site"));
    add("--site", &site);
    match build {
        Build::Quick => add("--web", &compiled(Part::Web)),
        Build::Small => {
            release_page("split", &[&compiled(Part::Web), &split]).run()?;
            add("--web", &split.join("main.wasm"));
            add("--split", &split);
        }
    }
    CommandLine::new(workspace.program("debug", "xtask-page"), arguments).run()?;
    if build == Build::Small { release_page("compress", &[&site]).run() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_its_worker_fast() {
        let lines = |build| compile_commands(build).iter().map(ToString::to_string).collect::<Vec<_>>();
        let start = "cargo build --locked --target wasm32-unknown-unknown --profile";
        assert_eq!(
            lines(Build::Small),
            [
                format!("{start} wasm -p yipan-web --features yipan-web/split"),
                format!("{start} wasm-worker -p yipan-worker")
            ]
        );
        assert_eq!(lines(Build::Quick), [format!("{start} dev -p yipan-web -p yipan-worker")]);
    }
}
