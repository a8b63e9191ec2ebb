use super::fault::FaultKind;
use super::report::FaultReport;

/// The longest time until rooms go on elsewhere, at the 99th percentile, in milliseconds.
const MAX_TAKEOVER_MS: f64 = 5_000.0;

/// The longest wait for an acknowledgment while rooms are handed over, at the 99th percentile, in milliseconds.
const MAX_HANDOVER_MS: f64 = 250.0;

/// The longest time until the opponent of an undisturbed move gets it, at the 99th percentile, in milliseconds.
const MAX_FRAME_MS: f64 = 50.0;

/// Returns what a test has shown to be broken of the promises of a service with several nodes.
pub(super) fn broken_promises(report: &FaultReport) -> Vec<String> {
    let (load, audit) = (&report.load, &report.load.audit);
    let mut broken: Vec<String> = Vec::new();
    let counts = [
        (audit.lost, "acknowledged moves are lost"),
        (audit.duplicated, "moves are in the log twice"),
        (audit.gaps, "numbers are missing in logs"),
        (audit.unreadable_logs, "logs cannot be replayed"),
        (audit.wrong_states, "players saw another room than the log shows"),
        (load.measurements.error_count, "errors of clients"),
    ];
    broken
        .extend(counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
    broken.extend(load.measurements.errors.iter().cloned());
    let (clients, resumed) = (load.client_count(), load.measurements.clients_at_end);
    if resumed != clients {
        broken.push(format!("{resumed} of {clients} clients resumed"));
    }
    if !load.are_clocks_right() {
        broken.push("a clock differs from the log, or a player lost time".to_owned());
        broken.extend(report.worst_loss.iter().map(ToString::to_string));
    }
    broken.extend(report.problems.iter().cloned());
    let limits = match report.fault.map(|fault| fault.kind) {
        None => Some(("frames", load.measurements.delivery_latency.quantile_ms(990), MAX_FRAME_MS)),
        Some(FaultKind::Roll) => {
            Some(("hand-over", report.recovery.longest_wait.quantile_ms(990), MAX_HANDOVER_MS))
        }
        // No node takes over while a service is away for all nodes.
        Some(FaultKind::Bus | FaultKind::Store) => None,
        Some(_) => Some(("takeover", report.recovery.takeover.quantile_ms(990), MAX_TAKEOVER_MS)),
    };
    if let Some((name, measured, limit)) = limits.filter(|(_, measured, limit)| measured >= limit) {
        broken.push(format!("{name} p99 {measured:.0} ms is not below {limit:.0} ms"));
    }
    if broken.is_empty() && !report.is_success() {
        broken.push("no move was made, or a command was rejected without storage during a roll".to_owned());
    }
    broken
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::faults::fault::Fault;
    use crate::faults::recovery::Recovery;
    use crate::load::LoadReport;
    use crate::load::audit::AuditResult;
    use crate::load::measurements::Measurements;

    /// Returns the report of a test in which nothing was broken.
    fn report(kind: Option<FaultKind>) -> FaultReport {
        let measurements = Measurements { moves: 10, clients_at_end: 4, ..Measurements::default() };
        let load = LoadReport {
            rooms: 2,
            spectators: 0,
            seconds: 1.0,
            rate: 1.0,
            peak_memory_mib: 1.0,
            kills: 1,
            measurements,
            audit: AuditResult::default(),
        };
        let fault = kind.map(Fault::with_default_length);
        let (recovery, worst_loss, problems) = (Recovery::default(), None, Vec::new());
        FaultReport { nodes: 3, fault, recovery, worst_loss, problems, load }
    }

    #[test]
    fn every_broken_promise_is_named() {
        let check = |kind: Option<FaultKind>, expected: &[&str], plant: fn(&mut FaultReport)| {
            let mut report = report(kind);
            assert_eq!(broken_promises(&report), [""; 0]);
            plant(&mut report);
            assert_eq!(broken_promises(&report), expected);
        };
        let kill = Some(FaultKind::Kill);
        check(kill, &["1 acknowledged moves are lost"], |report| report.load.audit.lost = 1);
        check(kill, &["2 moves are in the log twice"], |report| report.load.audit.duplicated = 2);
        check(kill, &["3 numbers are missing in logs"], |report| report.load.audit.gaps = 3);
        check(kill, &["3 of 4 clients resumed"], |report| report.load.measurements.clients_at_end = 3);
        check(kill, &["n1 ended"], |report| report.problems.push("n1 ended".to_owned()));
        let clock = "a clock differs from the log, or a player lost time";
        check(kill, &[clock], |report| report.load.audit.max_lost_time_ms = 51);
        check(kill, &[clock], |report| report.load.audit.max_clock_error_ms = 51);
        check(kill, &["takeover p99 5000 ms is not below 5000 ms"], |report| {
            report.recovery.takeover.add(Duration::from_secs(5));
        });
        check(Some(FaultKind::Store), &[], |report| report.recovery.takeover.add(Duration::from_secs(9)));
        check(Some(FaultKind::Roll), &["hand-over p99 250 ms is not below 250 ms"], |report| {
            report.recovery.longest_wait.add(Duration::from_millis(250));
        });
        check(None, &["frames p99 50 ms is not below 50 ms"], |report| {
            report.load.measurements.delivery_latency.add(Duration::from_millis(50));
        });
        let nothing = "no move was made, or a command was rejected without storage during a roll";
        check(None, &[nothing], |report| report.load.measurements.moves = 0);
    }
}
