//! `cargo xtask simulate`: simulated hours of a server, its disk, its network and its users.

use std::process::ExitCode;

use anyhow::Result;

use crate::shell::CommandLine;

/// The options of the simulator.
#[derive(Debug)]
pub(crate) struct Simulation {
    pub(crate) seeds: String,
    pub(crate) nodes: usize,
    pub(crate) hours: f64,
    /// The name of a planted fault.
    pub(crate) fault: Option<String>,
    pub(crate) jobs: usize,
    pub(crate) shrink: bool,
    pub(crate) users: Option<u8>,
    /// The numbers of the faults that are left out, with commas.
    pub(crate) without_faults: Option<String>,
}

/// Compiles the simulator and runs it. A broken invariant is exit code 1.
///
/// The profile is that of a release, because a run is as long as the server is slow.
pub(crate) fn run(simulation: &Simulation) -> Result<ExitCode> {
    command(simulation).run().map(|()| ExitCode::SUCCESS)
}

fn command(simulation: &Simulation) -> CommandLine {
    let Simulation { seeds, nodes, hours, fault, jobs, shrink, users, without_faults } = simulation;
    let (nodes, hours, jobs) = (nodes.to_string(), hours.to_string(), jobs.to_string());
    let users = users.map(|users| users.to_string());
    let program = ["run", "--locked", "--release", "--quiet", "-p", "yipan-simulation", "--"];
    let run = ["--seeds", seeds, "--nodes", &nodes, "--hours", &hours, "--jobs", &jobs];
    let planted = fault.as_deref().into_iter().flat_map(|fault| ["--fault", fault]);
    let fewer = users.as_deref().into_iter().flat_map(|users| ["--users", users]);
    let left_out = without_faults.as_deref().into_iter().flat_map(|numbers| ["--without-faults", numbers]);
    let shrunk = shrink.then_some("--shrink");
    let options = planted.chain(fewer).chain(left_out).chain(shrunk);
    CommandLine::cargo(program.into_iter().chain(run).chain(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulator_gets_all_options() {
        let seeds = "1..1000".to_owned();
        let simulation = Simulation {
            seeds,
            nodes: 3,
            hours: 10.0,
            fault: Some("lost-event".to_owned()),
            jobs: 2,
            shrink: true,
            users: Some(3),
            without_faults: Some("1,4".to_owned()),
        };
        assert_eq!(
            command(&simulation).to_string(),
            "cargo run --locked --release --quiet -p yipan-simulation -- --seeds 1..1000 --nodes 3 --hours 10 --jobs 2 \
             --fault lost-event --users 3 --without-faults 1,4 --shrink"
        );
        let plain =
            Simulation { fault: None, shrink: false, users: None, without_faults: None, ..simulation };
        assert!(command(&plain).to_string().ends_with("--jobs 2"), "{}", command(&plain));
    }
}
