//! `cargo xtask test`: every check that a change must pass, fast ones first.

use std::cell::RefCell;
use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::head_start::HeadStart;
use crate::not_checked::NotChecked;
use crate::not_run::NotRunList;
use crate::page::{self, Tools};
use crate::shell::CommandLine;
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

/// Runs all steps and stops at the first failure. A step that cannot be checked on this machine is no failure.
///
/// The page compiles beside the steps before it: it ends with minutes on one processor, in directories of its own.
pub(crate) fn all() -> Result<()> {
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
        step.run(Tools::Compiled)
    })
}

/// Runs one step, which fails if it cannot be checked.
pub(crate) fn only(step: Step) -> Result<()> {
    steps(&[step], |step| step.run(Tools::ToCompile))
}

fn steps(steps: &[Step], run: impl Fn(Step) -> Result<()>) -> Result<()> {
    let mut times = Vec::new();
    let mut not_checked = Vec::new();
    let mut result = Ok(());
    for &step in steps {
        eprintln!("== {} ({} of {})", step.name(), times.len() + 1, steps.len());
        let start = Instant::now();
        result = run(step).with_context(|| step.failure());
        if steps.len() > 1
            && let Err(error) = &result
            && let Some(reason) = error.downcast_ref::<NotChecked>()
        {
            not_checked.push(format!("{}: {reason}", step.name()));
            times.push((step, start.elapsed(), "not checked"));
            result = Ok(());
            continue;
        }
        times.push((step, start.elapsed(), if result.is_ok() { "ok" } else { "failed" }));
        if result.is_err() {
            break;
        }
    }
    eprint!("\n{}", table(&times));
    not_checked.iter().for_each(|reason| eprintln!("{reason}"));
    result
}

impl Step {
    fn run(self, tools: Tools) -> Result<()> {
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
            Self::Test => run_tests(),
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
fn run_tests() -> Result<()> {
    postgres::try_install();
    nats::try_install();
    let not_run = NotRunList::new();
    let tests = CommandLine::cargo(["test", "--workspace", "--locked"]);
    tests.env(NotRunList::VARIABLE, not_run.path()).run()?;
    let (has_postgres, has_nats) = (postgres::is_installed(), nats::is_installed());
    let missing = if has_postgres { "no NATS server" } else { "no PostgreSQL" };
    for (tests, can_run) in
        [(postgres::server_tests(), has_postgres), (two_nodes::server_tests(), has_postgres && has_nats)]
    {
        if can_run {
            tests.run()?;
        } else {
            not_run.add_tests(tests, missing)?;
        }
    }
    if let Some(summary) = not_run.summary() {
        eprintln!("{summary}");
    }
    Ok(())
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
            if step == Step::Fmt { bail!("`cargo fmt` failed") } else { Ok(()) }
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
            Ok(())
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
            if step == Step::Msrv { Err(missing.into()) } else { Ok(()) }
        };
        assert!(steps(Step::value_variants(), run).is_ok());
        assert_eq!(ran.borrow().last(), Step::value_variants().last());
        let error = steps(&[Step::Msrv], run).unwrap_err();
        assert!(format!("{error:#}").contains("Rust is missing"), "{error:#}");
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
