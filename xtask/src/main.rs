//! Development tasks, started with `cargo xtask`: run the program, run all checks, build the page and the archives.

mod browser;
mod debian_packages;
mod dependency_policy;
mod digest;
mod dist;
mod fuzz;
mod head_start;
mod javascript;
mod msrv;
mod nats;
mod not_checked;
mod not_run;
mod package;
mod page;
mod passed;
mod postgres;
mod published_crate;
mod python;
mod requirements;
mod run;
mod run_together;
mod semver;
mod shell;
mod simulate;
mod test;
mod test_program;
mod toolchain;
mod two_nodes;
mod unpacked_packages;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::test::Repeat;

/// Development tasks.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
enum Task {
    /// Build the page and `yipan`, and run it with the arguments that follow, or the server without any
    Run {
        /// Build as for a release: minutes longer, but a small page and a fast server
        #[arg(long)]
        release: bool,
        /// Arguments for `yipan`; put `--` before them if the first one starts with a dash
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Run every check that a change must pass; stop at the first failure
    ///
    /// A check that passed is not repeated while nothing that it reads has changed.
    Test {
        /// Run only this step, also if nothing has changed since it passed
        #[arg(long, value_name = "STEP")]
        only: Option<test::Step>,
        /// Run all checks, also those that passed before
        #[arg(long, conflicts_with = "only")]
        again: bool,
    },
    /// Run a test program, unless it passed and nothing that it reads has changed; `test` has cargo call this
    #[command(name = test_program::SUBCOMMAND, hide = true)]
    RunTestProgram {
        /// The program and its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        command: Vec<OsString>,
    },
    /// Compile the page into `crates/assets/site`, where `yipan` embeds it from
    Page {
        /// Build fast, without optimization for size
        #[arg(long)]
        quick: bool,
    },
    /// Build what people install: an archive with a static program, its documentation and all licenses
    Dist {
        /// Build for this target only [default: this machine's, and the other if a cross compiler is installed]
        #[arg(long, value_name = "TARGET")]
        target: Option<dist::Target>,
    },
    /// Give random bytes to every parser and law, guided by the code that they reach; exit code 1 after a fault
    Fuzz {
        /// The time for all targets together
        #[arg(long, value_name = "N", default_value_t = 10.0)]
        minutes: f64,
        /// Fuzz only this target; may be repeated
        #[arg(long = "target", value_name = "TARGET")]
        targets: Vec<String>,
        /// Run so many programs at the same time; several of a target if there are more jobs than targets
        #[arg(long, value_name = "N", default_value_t = 1)]
        jobs: usize,
        /// Run nothing, but put the programs, their corpus and `xtask-fuzz`, which runs them, into a directory
        #[arg(long, value_name = "DIR", conflicts_with_all = ["minutes", "targets", "jobs"])]
        pack: Option<PathBuf>,
    },
    /// Run a server and its users for simulated hours, with faults, from seeds; exit code 1 after a broken invariant
    Simulate {
        /// The seeds to run, the last one excluded, or one seed
        #[arg(long, value_name = "A..B", default_value = "1..11")]
        seeds: String,
        /// The nodes that share the store and the users; with 1 the server is alone
        #[arg(long, value_name = "N", default_value_t = 1)]
        nodes: usize,
        /// The simulated hours of each run
        #[arg(long, value_name = "H", default_value_t = 1.0)]
        hours: f64,
        /// Plant this fault into the server, to see that it is found
        #[arg(long, value_name = "NAME")]
        fault: Option<String>,
        /// Run so many seeds at the same time
        #[arg(long, value_name = "N", default_value_t = 1)]
        jobs: usize,
        /// Remove users and faults from a run that breaks an invariant, as long as the rest breaks it too
        #[arg(long)]
        shrink: bool,
        /// The users who play, if fewer than usual
        #[arg(long, value_name = "N")]
        users: Option<u8>,
        /// Leave out the faults with these numbers
        #[arg(long, value_name = "N,..")]
        without_faults: Option<String>,
    },
    /// Build the Python package as a wheel
    Python,
    /// Build the JavaScript package
    Javascript,
    /// Check the dependencies between crates and the form of files
    Tidy,
    /// Compare the public interfaces of the published crates with those of an older revision
    Semver {
        /// Revision to compare with: a tag, a branch or a commit
        #[arg(long, value_name = "REV")]
        baseline: String,
    },
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Run { release: false, args } => run::run(run::Build::Everyday, args),
        Task::Run { release: true, args } => run::run(run::Build::Release, args),
        Task::Test { only: None, again } => {
            test::all(if again { Repeat::All } else { Repeat::Changed }).map(|()| ExitCode::SUCCESS)
        }
        Task::Test { only: Some(step), .. } => test::only(step).map(|()| ExitCode::SUCCESS),
        Task::RunTestProgram { command } => test_program::run(&command),
        Task::Page { quick: false } => {
            page::build(page::Build::Small, page::Tools::ToCompile).map(|()| ExitCode::SUCCESS)
        }
        Task::Page { quick: true } => {
            page::build(page::Build::Quick, page::Tools::ToCompile).map(|()| ExitCode::SUCCESS)
        }
        Task::Dist { target } => dist::build(target).map(|()| ExitCode::SUCCESS),
        Task::Fuzz { pack: Some(directory), .. } => fuzz::pack(&directory),
        Task::Fuzz { pack: None, minutes, targets, jobs } => fuzz::run(minutes, &targets, jobs),
        Task::Simulate { seeds, nodes, hours, fault, jobs, shrink, users, without_faults } => {
            simulate::run(&simulate::Simulation {
                seeds,
                nodes,
                hours,
                fault,
                jobs,
                shrink,
                users,
                without_faults,
            })
        }
        Task::Python => python::build().map(|_| ExitCode::SUCCESS),
        Task::Javascript => javascript::build(page::Tools::ToCompile).map(|_| ExitCode::SUCCESS),
        Task::Tidy => test::tidy().run().map(|()| ExitCode::SUCCESS),
        Task::Semver { baseline } => semver::check(&baseline).map(|()| ExitCode::SUCCESS),
    };
    // Printed without anyhow's backtrace, which would push the message out of sight.
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
