//! `cargo xtask page`: compiles the page into the directory that the program embeds.

use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::run_together::run_together;
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
    /// The same with vector instructions, which older browsers lack.
    SimdWorker,
}

impl Part {
    /// Returns the path of the compiled part in the directory of the target.
    fn path(self, build: Build) -> PathBuf {
        let (profile, name) = match (self, build) {
            (Part::Web, _) => (build.profile(), "yipan_web"),
            (Part::SimdWorker, Build::Small) => (SIMD_PROFILE, "yipan_worker"),
            (Part::Worker | Part::SimdWorker, _) => (build.profile(), "yipan_worker"),
        };
        Path::new(profile).join(name).with_extension("wasm")
    }
}

/// The profile of everything that a release compiles for the browser. One for all, so that macros and dependencies are
/// compiled once, also for clippy.
pub(crate) const RELEASE_PROFILE: &str = "wasm";

/// The profile of the computer players with vector instructions. A profile has a directory of its own, where they do not
/// replace those without.
const SIMD_PROFILE: &str = "wasm-simd";

/// The profile of the page of an everyday build, which compiles beside the program.
const QUICK_PROFILE: &str = "quick-page";

/// The packages that decide how fast moves are computed.
const FAST_PACKAGES: [&str; 5] =
    ["yipan-core", "yipan-chess", "yipan-xiangqi", "yipan-engine", "yipan-worker"];

/// Returns the arguments of cargo that optimize the move generators and the engine for speed, everything else for size.
pub(crate) fn fast_rules(profile: &str) -> impl Iterator<Item = String> {
    let opt_level = move |package| format!("profile.{profile}.package.{package}.opt-level=3");
    FAST_PACKAGES.into_iter().flat_map(move |package| ["--config".to_owned(), opt_level(package)])
}

/// Returns the arguments of cargo that allow vector instructions. Cargo adds them to the flags of `.cargo/config.toml`.
fn simd() -> [String; 2] {
    let flags = ["-C", "target-feature=+simd128"];
    ["--config".to_owned(), format!("target.{}.rustflags={flags:?}", toolchain::WASM_TARGET)]
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

/// Compiles the parts of the page. The page itself ends with minutes on one processor, so the others compile beside it.
pub(crate) fn compile(build: Build) -> Result<()> {
    toolchain::ensure_wasm_target()?;
    match compile_commands(build).as_slice() {
        [] => Ok(()),
        [page, others @ ..] => run_together(page, others),
    }
}

/// Returns the calls of cargo, that for the page first.
///
/// An everyday build is for current browsers, so all of it has vector instructions and is compiled together.
pub(crate) fn compile_commands(build: Build) -> Vec<CommandLine> {
    let line = |profile: &str, rest: &[&str]| {
        let target = ["build", "--locked", "--target", toolchain::WASM_TARGET, "--profile", profile];
        target.iter().chain(rest).map(ToString::to_string).collect::<Vec<_>>()
    };
    let profile = build.profile();
    match build {
        Build::Quick => {
            let parts = line(profile, &["-p", "yipan-web", "-p", "yipan-worker"]);
            vec![CommandLine::cargo(parts.into_iter().chain(simd()))]
        }
        Build::Small => {
            let page = line(profile, &["-p", "yipan-web", "--features", "yipan-web/split"]);
            let worker =
                |profile| line(profile, &["-p", "yipan-worker"]).into_iter().chain(fast_rules(profile));
            vec![
                CommandLine::cargo(page),
                CommandLine::cargo(worker(SIMD_PROFILE).chain(simd())),
                CommandLine::cargo(worker(profile)),
            ]
        }
    }
}

/// Writes the compiled parts and the static files to `crates/assets/site`. The tools and the parts have been built.
pub(crate) fn assemble(build: Build, workspace: &Workspace) -> Result<()> {
    let Workspace { root, target } = workspace;
    let compiled = |part: Part| target.join(toolchain::WASM_TARGET).join(part.path(build));
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
    add("--simd-worker", &compiled(Part::SimdWorker));
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
            add("--worker", &compiled(Part::Worker));
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
    fn the_page_is_small_and_its_workers_are_fast() {
        let lines = |build| compile_commands(build).iter().map(ToString::to_string).collect::<Vec<_>>();
        let start = "cargo build --locked --target wasm32-unknown-unknown --profile";
        let simd = r#"--config 'target.wasm32-unknown-unknown.rustflags=["-C", "target-feature=+simd128"]'"#;
        let worker = |profile| {
            let packages =
                FAST_PACKAGES.map(|name| format!(" --config profile.{profile}.package.{name}.opt-level=3"));
            format!("{start} {profile} -p yipan-worker{}", packages.concat())
        };
        assert_eq!(
            lines(Build::Small),
            [
                format!("{start} wasm -p yipan-web --features yipan-web/split"),
                format!("{} {simd}", worker("wasm-simd")),
                worker("wasm"),
            ]
        );
        assert_eq!(lines(Build::Quick), [format!("{start} quick-page -p yipan-web -p yipan-worker {simd}")]);
    }

    #[test]
    fn no_part_replaces_another() {
        for build in [Build::Small, Build::Quick] {
            assert_ne!(Part::Web.path(build), Part::SimdWorker.path(build));
        }
        assert_ne!(Part::Worker.path(Build::Small), Part::SimdWorker.path(Build::Small));
    }
}
