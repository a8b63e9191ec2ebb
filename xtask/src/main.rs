//! The chores of the house, started with `cargo xtask`: run the program, test everything, keep the tree tidy.

mod browser;
mod page;
mod run;
mod shell;
mod stylesheet;
mod test;
mod tidy;
mod toolchain;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

/// The chores of the house.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
enum Task {
    /// Build the page and `yipan`, and open the hall, or run it with the arguments that follow
    Run {
        /// Build without the long release optimisation
        #[arg(long)]
        debug: bool,
        /// What to hand to `yipan`; put `--` in front if the first one starts with a dash
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Run every check that a change must pass, and stop at the first that fails
    Test {
        /// Run this step alone
        #[arg(long, value_name = "STEP")]
        only: Option<test::Step>,
    },
    /// Compile the page and lay it where `yipan` takes it from
    Page {
        /// Build without the long optimisation
        #[arg(long)]
        quick: bool,
    },
    /// Check the arrows between the crates and the form of the files
    Tidy,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Run { debug: false, args } => run::run(run::Build::Release, args),
        Task::Run { debug: true, args } => run::run(run::Build::Debug, args),
        Task::Test { only: None } => test::all().map(|()| ExitCode::SUCCESS),
        Task::Test { only: Some(step) } => test::only(step).map(|()| ExitCode::SUCCESS),
        Task::Page { quick: false } => page::build(page::Build::Small).map(|()| ExitCode::SUCCESS),
        Task::Page { quick: true } => page::build(page::Build::Quick).map(|()| ExitCode::SUCCESS),
        Task::Tidy => tidy::tidy().map(|()| ExitCode::SUCCESS),
    };
    // Printed by hand, for a backtrace after the sentence would push it out of sight.
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
