use super::report::FaultReport;

/// Returns what a test has shown to be broken of the promises of a service with several nodes, except for
/// limits of quantiles.
pub(super) fn broken_counts(report: &FaultReport) -> Vec<String> {
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
    if broken.is_empty() && !report.is_success() {
        broken.push("no move was made, or a command was rejected without storage during a roll".to_owned());
    }
    broken
}
