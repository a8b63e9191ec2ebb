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

/// The profile of everything that a release compiles for the browser. One for all, so that macros and dependencies are
/// compiled once, also for clippy.
pub(crate) const RELEASE_PROFILE: &str = "wasm";

/// The profile of the page of an everyday build, which compiles beside the program.
const QUICK_PROFILE: &str = "quick-page";

/// The packages that decide how fast moves are computed.
const FAST_PACKAGES: [&str; 3] = ["yipan-engine", "yipan-chess", "yipan-xiangqi"];

/// Returns the arguments of cargo that optimize the move generators and the engine for speed, everything else for size.
pub(crate) fn fast_rules() -> impl Iterator<Item = String> {
    let opt_level = |package| format!("profile.{RELEASE_PROFILE}.package.{package}.opt-level=3");
    FAST_PACKAGES.into_iter().flat_map(move |package| ["--config".to_owned(), opt_level(package)])
}

/// The state of the programs that assemble the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tools {
    /// They are compiled first.
    ToCompile,
    /// They were compiled with the whole workspace. On their own, many of their dependencies would be compiled again, with
    /// fewer features.
    Compiled,
}

/// The optimization of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// The page of a release: small, compressed, and with the secondary pages in a file of their own.
    Small,
    /// A large page that builds fast.
    Quick,
}

impl Build {
    const fn profile(self) -> &'static str {
        match self {
            Build::Small => RELEASE_PROFILE,
            Build::Quick => QUICK_PROFILE,
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
pub(crate) fn build(build: Build, tools: Tools) -> Result<()> {
    let workspace = Workspace::read()?;
    if tools == Tools::ToCompile {
        compile_tools(build).run()?;
    }
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

/// Returns the calls of cargo. Parts with the same optimization are compiled together.
pub(crate) fn compile_commands(build: Build) -> Vec<CommandLine> {
    let target = ["build", "--locked", "--target", toolchain::WASM_TARGET, "--profile", build.profile()];
    let line = |rest: &[&str]| target.iter().chain(rest).map(ToString::to_string).collect::<Vec<_>>();
    match build {
        Build::Quick => vec![CommandLine::cargo(line(&["-p", "yipan-web", "-p", "yipan-worker"]))],
        Build::Small => vec![
            CommandLine::cargo(line(&["-p", "yipan-web", "--features", "yipan-web/split"])),
            CommandLine::cargo(line(&["-p", "yipan-worker"]).into_iter().chain(fast_rules())),
        ],
    }
}

/// Writes the compiled parts and the static files to `crates/assets/site`. The tools and the parts have been built.
pub(crate) fn assemble(build: Build, workspace: &Workspace) -> Result<()> {
    let Workspace { root, target } = workspace;
    let compiled = |part: Part| {
        let directory = target.join(toolchain::WASM_TARGET).join(build.profile());
        directory.join(format!("yipan_{}.wasm", part.name()))
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
                format!(
                    "{start} wasm -p yipan-worker --config profile.wasm.package.yipan-engine.opt-level=3 \
                     --config profile.wasm.package.yipan-chess.opt-level=3 \
                     --config profile.wasm.package.yipan-xiangqi.opt-level=3"
                )
            ]
        );
        assert_eq!(lines(Build::Quick), [format!("{start} quick-page -p yipan-web -p yipan-worker")]);
    }
}
