//! `cargo xtask simulate`: simulated hours of a server, its disk, its network and its users.

use std::process::ExitCode;

use anyhow::Result;

use crate::shell::CommandLine;

/// Compiles the simulator and runs it. A broken invariant is exit code 1.
///
/// The profile is that of a release, because a run is as long as the server is slow.
pub(crate) fn run(seeds: &str, hours: f64, fault: Option<&str>, jobs: usize) -> Result<ExitCode> {
    command(seeds, hours, fault, jobs).run().map(|()| ExitCode::SUCCESS)
}

fn command(seeds: &str, hours: f64, fault: Option<&str>, jobs: usize) -> CommandLine {
    let (hours, jobs) = (hours.to_string(), jobs.to_string());
    let program = ["run", "--locked", "--release", "--quiet", "-p", "yipan-simulation", "--"];
    let run = ["--seeds", seeds, "--hours", &hours, "--jobs", &jobs];
    let planted = fault.into_iter().flat_map(|fault| ["--fault", fault]);
    CommandLine::cargo(program.into_iter().chain(run).chain(planted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulator_gets_all_options() {
        assert_eq!(
            command("1..1000", 10.0, Some("lost-event"), 2).to_string(),
            "cargo run --locked --release --quiet -p yipan-simulation -- --seeds 1..1000 --hours 10 --jobs 2 \
             --fault lost-event"
        );
        assert!(!command("7", 0.5, None, 1).to_string().contains("--fault"));
    }
}
