//! `cargo xtask run`: builds the page and the program, and runs it.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use crate::run_together::run_together;
use crate::shell::CommandLine;
use crate::workspace::Workspace;
use crate::{page, requirements, toolchain};

/// The optimization of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Fast to build; rules and search are fast at run time too.
    Everyday,
    /// Small, and fast at run time.
    Release,
}

impl Build {
    const fn page(self) -> page::Build {
        match self {
            Build::Everyday => page::Build::Quick,
            Build::Release => page::Build::Small,
        }
    }

    /// Returns the steps in their order. A release embeds the page; an everyday build reads it from disk, so the page and
    /// the program are compiled at the same time.
    const fn steps(self) -> &'static [Step] {
        match self {
            Build::Everyday => &[Step::ProgramAndPage, Step::Site],
            Build::Release => &[Step::Page, Step::Site, Step::Program],
        }
    }
}

/// A step of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Program,
    Page,
    ProgramAndPage,
    Site,
}

impl Step {
    const fn name(self) -> &'static str {
        match self {
            Step::Program => "compiling the program",
            Step::Page => "compiling the page",
            Step::ProgramAndPage => "compiling the program and the page",
            Step::Site => "writing the files of the page",
        }
    }

    fn run(self, build: Build, workspace: &Workspace) -> Result<()> {
        match self {
            Step::Program => compile_program(build).run(),
            Step::Page => page::compile(build.page()),
            Step::ProgramAndPage => {
                toolchain::ensure_wasm_target()?;
                run_together(&compile_program(build), &page::compile_commands(build.page()))
            }
            Step::Site => page::assemble(build.page(), workspace),
        }
    }
}

/// Builds the page and `yipan` and replaces this process with it. Without arguments it runs the server.
pub(crate) fn run(build: Build, args: Vec<OsString>) -> Result<ExitCode> {
    let workspace = Workspace::read()?;
    requirements::check(&workspace.target)?;
    let args = if args.is_empty() { vec!["serve".into()] } else { args };
    let program = CommandLine::new(workspace.program(directory(build), "yipan"), args);
    let steps = build.steps();
    eprintln!("building in {} steps, the first time for minutes; then `{program}` starts", steps.len());
    for (number, step) in (1..).zip(steps) {
        eprintln!("== {} ({number} of {})", step.name(), steps.len());
        step.run(build, &workspace)?;
    }
    program.exec()
}

const fn directory(build: Build) -> &'static str {
    match build {
        Build::Everyday => "debug",
        Build::Release => "release",
    }
}

fn compile_program(build: Build) -> CommandLine {
    let line = ["build", "--locked", "-p", "yipan-cli"];
    match build {
        // One call, so that features are resolved once.
        Build::Everyday => CommandLine::cargo(line.into_iter().chain(["-p", "xtask-page"])),
        Build::Release => CommandLine::cargo(line.into_iter().chain(["--release"])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_everyday_build_compiles_the_tools_of_the_page_with_the_program() {
        assert_eq!(
            compile_program(Build::Everyday).to_string(),
            "cargo build --locked -p yipan-cli -p xtask-page"
        );
        assert_eq!(Build::Everyday.page().tools(), ["xtask-page"]);
    }

    #[test]
    fn a_release_embeds_the_page_so_the_program_is_last() {
        assert_eq!(Build::Release.steps().last(), Some(&Step::Program));
        assert_eq!(
            compile_program(Build::Release).to_string(),
            "cargo build --locked -p yipan-cli --release"
        );
    }
}
