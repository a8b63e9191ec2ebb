//! The smallest run that breaks the same invariant.

use crate::report::SimulationReport;
use crate::run::{SimulationConfig, USERS, simulate};

/// The fewest users: a game needs two.
const MIN_USERS: u8 = 2;

/// Removes users and faults from a run that breaks an invariant, as long as the rest breaks the same one.
///
/// The run gets shorter too: it ends with the violation. Returns what is left, with its report; a run that breaks nothing is
/// returned as it is.
#[must_use]
pub fn shrink(config: &SimulationConfig) -> (SimulationConfig, SimulationReport) {
    shrink_with(config, simulate)
}

fn shrink_with(
    config: &SimulationConfig,
    simulate: impl Fn(&SimulationConfig) -> SimulationReport,
) -> (SimulationConfig, SimulationReport) {
    let mut best = (config.clone(), simulate(config));
    let Some(invariant) = best.1.violation.as_ref().map(|violation| violation.invariant) else { return best };
    let breaks = |smaller: SimulationConfig| {
        let report = simulate(&smaller);
        let is_same = report.violation.as_ref().is_some_and(|violation| violation.invariant == invariant);
        is_same.then_some((smaller, report))
    };
    let fewer_users = (MIN_USERS..config.users.min(USERS)).find_map(|users| {
        let smaller = SimulationConfig { users, ..config.clone() };
        breaks(smaller)
    });
    best = fewer_users.unwrap_or(best);
    // Halves first, then quarters, down to single faults: most faults have nothing to do with the violation.
    let mut size = best.1.due_faults;
    while size > 0 {
        let mut first = 1;
        while first <= best.1.due_faults {
            let mut smaller = best.0.clone();
            smaller.without_faults.extend(first..first + size);
            if smaller.without_faults != best.0.without_faults {
                best = breaks(smaller).unwrap_or(best);
            }
            first += size;
        }
        size /= 2;
    }
    // A fault after the violation is none.
    best.0.without_faults.retain(|number| *number <= best.1.due_faults);
    best
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::violation::Violation;

    fn config() -> SimulationConfig {
        SimulationConfig {
            seed: 1,
            nodes: 1,
            length: Duration::from_secs(60),
            fault: None,
            users: USERS,
            without_faults: [].into(),
            has_whole_trace: false,
        }
    }

    /// Returns the report of a run of 20 faults that breaks an invariant with enough users and with the faults 5 and 12.
    fn report(config: &SimulationConfig) -> SimulationReport {
        let is_broken =
            config.users >= 3 && [5, 12].iter().all(|fault| !config.without_faults.contains(fault));
        let invariant = if config.users == 2 { "another" } else { "one" };
        let violation = Violation { invariant, room: None, detail: String::new() };
        SimulationReport {
            seed: config.seed,
            trace_hash: String::new(),
            violation: (is_broken || config.users == 2).then_some(violation),
            trace: Vec::new(),
            rooms: 0,
            entries: 0,
            acknowledged: 0,
            faults: 0,
            due_faults: 20,
        }
    }

    #[test]
    fn only_what_breaks_the_invariant_is_left() {
        let (smallest, report) = shrink_with(&config(), report);
        assert_eq!(smallest.users, 3);
        let left: Vec<_> = (1..=20).filter(|fault| !smallest.without_faults.contains(fault)).collect();
        assert_eq!(left, [5, 12]);
        assert!(report.violation.is_some_and(|violation| violation.invariant == "one"));
    }

    #[test]
    fn a_run_without_a_violation_stays_as_it_is() {
        let without_faults = [5].into();
        let (smallest, report) = shrink_with(&SimulationConfig { without_faults, ..config() }, report);
        assert!(report.violation.is_none() && smallest.users == USERS && smallest.without_faults.len() == 1);
    }
}
