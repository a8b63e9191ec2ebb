//! `cargo xtask test`: every check that a change must pass, fast ones first.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::shell::CommandLine;
use crate::{browser, page, tidy, toolchain};

/// The crates that are also compiled for the browser.
const BROWSER_CRATES: [&str; 14] = [
    "yipan-core",
    "yipan-pgn",
    "yipan-chess",
    "yipan-xiangqi",
    "yipan-liuzichong",
    "yipan-games",
    "yipan-clock",
    "yipan-record",
    "yipan-engine",
    "yipan-local-play",
    "yipan-wire",
    "yipan-client",
    "yipan-web",
    "yipan-worker",
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
    /// Clippy reports nothing
    Clippy,
    /// Clippy reports nothing for the browser's target
    Wasm,
    /// The page is built and a browser is installed
    Page,
    /// The unit, integration and doc tests pass
    Test,
    /// The documentation builds without broken links
    Doc,
}

/// Runs all steps and stops at the first failure.
pub(crate) fn all() -> Result<()> {
    steps(Step::value_variants(), Step::run)
}

/// Runs one step.
pub(crate) fn only(step: Step) -> Result<()> {
    steps(&[step], Step::run)
}

fn steps(steps: &[Step], run: impl Fn(Step) -> Result<()>) -> Result<()> {
    let mut times = Vec::new();
    let mut result = Ok(());
    for &step in steps {
        eprintln!("== {} ({} of {})", step.name(), times.len() + 1, steps.len());
        let start = Instant::now();
        result = run(step).with_context(|| step.failure());
        times.push((step, start.elapsed()));
        if result.is_err() {
            break;
        }
    }
    let failed = times.last().filter(|_| result.is_err()).map(|(step, _)| *step);
    eprint!("\n{}", table(&times, failed));
    result
}

impl Step {
    fn run(self) -> Result<()> {
        match self {
            Self::Toolchain => toolchain::ensure_installed(),
            Self::Tidy => tidy::tidy(),
            Self::Fmt => CommandLine::cargo(["fmt", "--all", "--check"]).run(),
            Self::Clippy => {
                let line = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
                CommandLine::cargo(line).run()
            }
            Self::Page => {
                browser::ensure_installed()?;
                page::build(page::Build::Small)
            }
            Self::Test => CommandLine::cargo(["test", "--workspace", "--locked"]).run(),
            Self::Doc => CommandLine::cargo(["doc", "--workspace", "--no-deps", "--locked"])
                .env("RUSTDOCFLAGS", "-D warnings")
                .run(),
            Self::Wasm => wasm_clippy().run(),
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

fn wasm_clippy() -> CommandLine {
    let crates = BROWSER_CRATES.iter().flat_map(|name| ["-p", name]);
    let line = ["clippy", "--locked", "--target", toolchain::WASM_TARGET].into_iter().chain(crates);
    CommandLine::cargo(line.chain(["--", "-D", "warnings"]))
}

/// Formats the duration of each step.
fn table(times: &[(Step, Duration)], failed: Option<Step>) -> String {
    let mut text = String::new();
    let mut row = |name: &str, time: Duration, note: &str| {
        let line = format!("{name:<10}{:>8.1} s  {note}", time.as_secs_f64());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    };
    for (step, time) in times {
        row(&step.name(), *time, if failed == Some(*step) { "failed" } else { "ok" });
    }
    row("total", times.iter().map(|(_, time)| *time).sum(), "");
    text
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use anyhow::bail;

    use super::*;

    #[test]
    fn the_cheap_steps_come_before_the_long_ones() {
        let names: Vec<_> = Step::value_variants().iter().map(|step| step.name()).collect();
        assert_eq!(names, ["toolchain", "tidy", "fmt", "clippy", "wasm", "page", "test", "doc"]);
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
        assert_eq!(ran.into_inner(), 8);
    }

    #[test]
    fn the_table_shows_times_and_the_failed_step() {
        let times = [(Step::Tidy, Duration::from_millis(250)), (Step::Test, Duration::from_secs(61))];
        let good = "tidy           0.2 s  ok\ntest          61.0 s  ok\ntotal         61.2 s\n";
        assert_eq!(table(&times, None), good);
        assert_eq!(table(&times, Some(Step::Test)), good.replace("61.0 s  ok", "61.0 s  failed"));
    }

    #[test]
    fn every_browser_crate_is_checked_in_one_command() {
        assert_eq!(
            wasm_clippy().to_string(),
            "cargo clippy --locked --target wasm32-unknown-unknown \
             -p yipan-core -p yipan-pgn -p yipan-chess -p yipan-xiangqi -p yipan-liuzichong -p yipan-games \
             -p yipan-clock -p yipan-record -p yipan-engine -p yipan-local-play -p yipan-wire -p yipan-client \
             -p yipan-web -p yipan-worker -- -D warnings"
        );
    }
}
