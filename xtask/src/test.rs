//! `cargo xtask test`: every check that a change must pass, fast ones first.
//!
//! A step or a test program that passed is not repeated before something that it reads has changed.

use std::cell::RefCell;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::digest::{Digest, digest_of, tracked_files};
use crate::head_start::HeadStart;
use crate::not_checked::NotChecked;
use crate::not_run::NotRunList;
use crate::page::{self, Tools};
use crate::passed::PassedChecks;
use crate::shell::CommandLine;
use crate::test_program::TestRunner;
use crate::workspace::Workspace;
use crate::{
    browser, dependency_policy, dist, fuzz, javascript, msrv, nats, package, postgres, python, requirements,
    toolchain, two_nodes,
};

/// The crates that are also compiled for the browser.
const BROWSER_CRATES: [&str; 16] = [
    "yipan-core",
    "yipan-pgn",
    "yipan-chess",
    "yipan-xiangqi",
    "yipan-liuzichong",
    "yipan-games",
    "yipan-clock",
    "yipan-record",
    "yipan-engine",
    "yipan-board-svg",
    "yipan-local-play",
    "yipan-wire",
    "yipan-client",
    "yipan-web",
    "yipan-worker",
    "yipan-javascript",
];

/// A check of `cargo xtask test`. The steps run in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// The parts of the toolchain are installed
    Toolchain,
    /// Dependencies and files are in order
    Tidy,
    /// The code is formatted
    Fmt,
    /// The licenses and sources of all dependencies are allowed, and none has a known weakness
    Deny,
    /// Clippy reports nothing for the browser's target
    Wasm,
    /// Clippy reports nothing
    Clippy,
    /// The published crates build from their packages alone, and without the standard library where they say so
    Package,
    /// The published crates compile with the oldest Rust that they support
    Msrv,
    /// The programs and the tests compile
    Build,
    /// The page is built and a browser is installed
    Page,
    /// The statically linked program runs where there is nothing else
    Static,
    /// The unit, integration and doc tests pass, many of the server also on PostgreSQL and on two nodes
    Test,
    /// The documentation builds without broken links
    Doc,
    /// The Python package builds and its tests pass
    Python,
    /// The JavaScript package builds and its tests pass in Node and Chromium
    Javascript,
}

/// The steps that are not repeated for the same working tree. Cargo itself does not repeat most of the work of the others,
/// and `test` decides for each test program.
const ONCE_PER_TREE: [Step; 5] = [Step::Package, Step::Msrv, Step::Static, Step::Python, Step::Javascript];

/// The selection of checks that `cargo xtask test` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Those that have not passed with the present inputs.
    Changed,
    /// All of them.
    All,
}

/// The result of a step that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    Now,
    /// Nothing has changed since.
    Before,
}

/// Runs all steps and stops at the first failure. A step that cannot be checked on this machine is no failure.
///
/// The page compiles beside the steps before it: it ends with minutes on one processor, in directories of its own.
pub(crate) fn all(repeat: Repeat) -> Result<()> {
    let passed_steps = match repeat {
        Repeat::Changed => Some(PassedSteps::open()?),
        Repeat::All => None,
    };
    let page = RefCell::new(None);
    steps(Step::value_variants(), |step| {
        match step {
            // The step before has compiled the macros that the page needs too.
            Step::Clippy => {
                *page.borrow_mut() = Some(HeadStart::new(page::compile_commands(page::Build::Small)));
            }
            Step::Page => page.take().into_iter().for_each(HeadStart::wait),
            _ => {}
        }
        let run = || step.run(Tools::Compiled, repeat);
        match &passed_steps {
            Some(passed_steps) if ONCE_PER_TREE.contains(&step) => passed_steps.run(step, run),
            _ => run().map(|()| Passed::Now),
        }
    })
}

/// Runs one step, which fails if it cannot be checked.
pub(crate) fn only(step: Step) -> Result<()> {
    steps(&[step], |step| step.run(Tools::ToCompile, Repeat::All).map(|()| Passed::Now))
}

/// The steps that have passed with a working tree and a compiler.
struct PassedSteps {
    checks: PassedChecks,
    tree: Digest,
}

impl PassedSteps {
    fn open() -> Result<PassedSteps> {
        let workspace = Workspace::read()?;
        let mut tree = Digest::default();
        tree.add_text(&CommandLine::new("rustc", ["-vV"]).output_in(Path::new("."))?);
        tree.add_text(&digest_of(&workspace.root, &tracked_files(&workspace.root)?)?);
        Ok(PassedSteps {
            checks: PassedChecks::in_directory(PassedChecks::directory(&workspace.target)),
            tree,
        })
    }

    fn run(&self, step: Step, run: impl FnOnce() -> Result<()>) -> Result<Passed> {
        let mut check = self.tree.clone();
        check.add_text(&step.name());
        if self.checks.contains(&check) {
            return Ok(Passed::Before);
        }
        run()?;
        self.checks.add(&check)?;
        Ok(Passed::Now)
    }
}

fn steps(steps: &[Step], run: impl Fn(Step) -> Result<Passed>) -> Result<()> {
    let mut times = Vec::new();
    let mut not_checked = Vec::new();
    let mut result = Ok(());
    for &step in steps {
        eprintln!("== {} ({} of {})", step.name(), times.len() + 1, steps.len());
        let start = Instant::now();
        let note = match run(step).with_context(|| step.failure()) {
            Ok(Passed::Now) => "ok",
            Ok(Passed::Before) => "passed before, nothing has changed",
            Err(error) => match error.downcast_ref::<NotChecked>() {
                Some(reason) if steps.len() > 1 => {
                    not_checked.push(format!("{}: {reason}", step.name()));
                    "not checked"
                }
                _ => {
                    result = Err(error);
                    "failed"
                }
            },
        };
        times.push((step, start.elapsed(), note));
        if result.is_err() {
            break;
        }
    }
    eprint!("\n{}", table(&times));
    not_checked.iter().for_each(|reason| eprintln!("{reason}"));
    result
}

impl Step {
    fn run(self, tools: Tools, repeat: Repeat) -> Result<()> {
        match self {
            Self::Toolchain => {
                requirements::check(&Workspace::read()?.target)?;
                toolchain::ensure_installed()
            }
            Self::Tidy => tidy().run(),
            Self::Fmt => CommandLine::cargo(["fmt", "--all", "--check"]).run(),
            Self::Deny => dependency_policy::check(),
            Self::Clippy => {
                let line = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
                CommandLine::cargo(line).run()?;
                fuzz::clippy()
            }
            Self::Package => package::check(),
            Self::Msrv => msrv::check(),
            Self::Build => build_command().run(),
            Self::Page => {
                browser::ensure_installed()?;
                page::build(page::Build::Small, tools)
            }
            Self::Static => dist::check_in_empty_root(),
            Self::Test => run_tests(repeat),
            Self::Doc => CommandLine::cargo(["doc", "--workspace", "--no-deps", "--locked"])
                .env("RUSTDOCFLAGS", "-D warnings")
                .run(),
            Self::Wasm => wasm_clippy().run(),
            Self::Python => python::check(),
            Self::Javascript => javascript::check(tools),
        }
    }

    /// Returns the name for `--only`.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn failure(self) -> String {
        let name = self.name();
        format!("step `{name}` failed, repeat it with `cargo xtask test --only {name}`")
    }
}

/// Runs all tests, and many of the server again on PostgreSQL and on two nodes.
fn run_tests(repeat: Repeat) -> Result<()> {
    postgres::try_install();
    nats::try_install();
    let not_run = NotRunList::new();
    let runner = match repeat {
        Repeat::Changed => Some(TestRunner::new(&Workspace::read()?)?),
        Repeat::All => None,
    };
    let run = |tests: CommandLine| match &runner {
        Some(runner) => runner.apply(tests).run(),
        None => tests.run(),
    };
    run(test_programs().env(NotRunList::VARIABLE, not_run.path()))?;
    CommandLine::cargo(["test", "--workspace", "--doc", "--locked"]).run()?;
    let (has_postgres, has_nats) = (postgres::is_installed(), nats::is_installed());
    let missing = if has_postgres { "no NATS server" } else { "no PostgreSQL" };
    for (tests, can_run) in
        [(postgres::server_tests(), has_postgres), (two_nodes::server_tests(), has_postgres && has_nats)]
    {
        if can_run {
            run(tests)?;
        } else {
            not_run.add_tests(tests, missing)?;
        }
    }
    if let Some(summary) = not_run.summary() {
        eprintln!("{summary}");
    }
    Ok(())
}

/// Returns the call that runs the test programs, which are those that the step `build` compiles.
fn test_programs() -> CommandLine {
    CommandLine::cargo(["test", "--workspace", "--lib", "--bins", "--tests", "--locked"])
}

/// Returns the call of the program that checks what the compiler does not.
pub(crate) fn tidy() -> CommandLine {
    CommandLine::cargo(["run", "--locked", "--quiet", "-p", "xtask-tidy"])
}

/// Returns the call that compiles the programs and the tests. Together, because the features of dependencies, and so what is
/// compiled, depend on the selection.
fn build_command() -> CommandLine {
    CommandLine::cargo(["build", "--workspace", "--lib", "--bins", "--tests", "--locked"])
}

/// Returns the call of clippy for the browser, in the profile of the page, which then finds its macros compiled.
fn wasm_clippy() -> CommandLine {
    let crates = BROWSER_CRATES.iter().flat_map(|name| ["-p", name]);
    let target =
        ["clippy", "--locked", "--target", toolchain::WASM_TARGET, "--profile", page::RELEASE_PROFILE];
    CommandLine::cargo(target.into_iter().chain(crates).chain(["--", "-D", "warnings"]))
}

/// Formats the duration and the result of each step.
fn table(times: &[(Step, Duration, &str)]) -> String {
    let mut text = String::new();
    let mut row = |name: &str, time: Duration, note: &str| {
        let line = format!("{name:<10}{:>8.1} s  {note}", time.as_secs_f64());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    };
    for (step, time, result) in times {
        row(&step.name(), *time, result);
    }
    row("total", times.iter().map(|(_, time, _)| *time).sum(), "");
    text
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn the_cheap_steps_come_before_the_long_ones() {
        let names: Vec<_> = Step::value_variants().iter().map(|step| step.name()).collect();
        assert_eq!(
            names,
            [
                "toolchain",
                "tidy",
                "fmt",
                "deny",
                "wasm",
                "clippy",
                "package",
                "msrv",
                "build",
                "page",
                "static",
                "test",
                "doc",
                "python",
                "javascript"
            ]
        );
    }

    #[test]
    fn the_first_failure_ends_it_and_says_how_to_repeat_it() {
        let ran = RefCell::new(Vec::new());
        let result = steps(Step::value_variants(), |step| {
            ran.borrow_mut().push(step);
            if step == Step::Fmt { bail!("`cargo fmt` failed") } else { Ok(Passed::Now) }
        });
        assert_eq!(ran.into_inner(), [Step::Toolchain, Step::Tidy, Step::Fmt]);
        assert_eq!(
            format!("{:#}", result.unwrap_err()),
            "step `fmt` failed, repeat it with `cargo xtask test --only fmt`: `cargo fmt` failed"
        );
    }

    #[test]
    fn all_steps_run_if_none_fails() {
        let ran = RefCell::new(0);
        let result = steps(Step::value_variants(), |_| {
            *ran.borrow_mut() += 1;
            Ok(Passed::Now)
        });
        assert!(result.is_ok());
        assert_eq!(ran.into_inner(), Step::value_variants().len());
    }

    #[test]
    fn what_cannot_be_checked_is_passed_over_unless_it_was_asked_for() {
        let ran = RefCell::new(Vec::new());
        let run = |step| {
            ran.borrow_mut().push(step);
            let missing =
                NotChecked { missing: "Rust".into(), unknown: "anything", install: "rustup".into() };
            if step == Step::Msrv { Err(missing.into()) } else { Ok(Passed::Now) }
        };
        assert!(steps(Step::value_variants(), run).is_ok());
        assert_eq!(ran.borrow().last(), Step::value_variants().last());
        let error = steps(&[Step::Msrv], run).unwrap_err();
        assert!(format!("{error:#}").contains("Rust is missing"), "{error:#}");
    }

    #[test]
    fn a_step_is_run_once_for_a_working_tree() {
        let directory = std::env::temp_dir().join(format!("yipan-passed-steps-{}", std::process::id()));
        let steps = |tree: &str| {
            let mut digest = Digest::default();
            digest.add_text(tree);
            PassedSteps { checks: PassedChecks::in_directory(&directory), tree: digest }
        };
        let ran = RefCell::new(0);
        let pass = || {
            *ran.borrow_mut() += 1;
            Ok(())
        };
        assert!(steps("one").run(Step::Msrv, || bail!("it failed")).is_err());
        assert_eq!(steps("one").run(Step::Msrv, pass).unwrap(), Passed::Now);
        assert_eq!(steps("one").run(Step::Msrv, pass).unwrap(), Passed::Before);
        assert_eq!(steps("one").run(Step::Static, pass).unwrap(), Passed::Now);
        assert_eq!(steps("two").run(Step::Msrv, pass).unwrap(), Passed::Now);
        assert_eq!(ran.into_inner(), 3);
        std::fs::remove_dir_all(&directory).expect("the directory is removed");
    }

    #[test]
    fn the_table_shows_times_and_the_failed_step() {
        let times = [
            (Step::Tidy, Duration::from_millis(250), "ok"),
            (Step::Msrv, Duration::from_secs(2), "not checked"),
            (Step::Test, Duration::from_secs(61), "failed"),
        ];
        let expected = "tidy           0.2 s  ok\n\
                        msrv           2.0 s  not checked\n\
                        test          61.0 s  failed\n\
                        total         63.2 s\n";
        assert_eq!(table(&times), expected);
    }

    #[test]
    fn every_browser_crate_is_checked_in_one_command() {
        assert_eq!(
            wasm_clippy().to_string(),
            "cargo clippy --locked --target wasm32-unknown-unknown --profile wasm \
             -p yipan-core -p yipan-pgn -p yipan-chess -p yipan-xiangqi -p yipan-liuzichong -p yipan-games \
             -p yipan-clock -p yipan-record -p yipan-engine -p yipan-board-svg -p yipan-local-play -p yipan-wire \
             -p yipan-client -p yipan-web -p yipan-worker -p yipan-javascript -- -D warnings"
        );
    }
}
