use std::io::Write;

use super::audit::AuditResult;
use super::measurements::Measurements;
use super::memory_trend::MemoryGrowth;
use crate::latency::LatencySamples;

/// The results of a load test.
#[derive(Debug)]
pub struct LoadReport {
    pub(crate) rooms: usize,
    pub(crate) spectators: usize,
    pub(crate) seconds: f64,
    /// The requested moves per second.
    pub(crate) rate: f64,
    pub(crate) peak_memory_mib: f64,
    /// The growth of the memory, if it is bounded in this run.
    pub(crate) memory: Option<MemoryGrowth>,
    pub(crate) kills: u64,
    pub(crate) measurements: Measurements,
    pub(crate) audit: AuditResult,
}

/// The tolerated difference between a clock and the log, in milliseconds.
const MAX_CLOCK_ERROR_MS: u64 = 50;

/// The slowest moves that are listed, with the time when they were made: one cause slows many at a time.
const SLOWEST_MOVES: usize = 12;

impl LoadReport {
    pub(crate) const fn client_count(&self) -> usize {
        2 * self.rooms + self.spectators
    }

    /// Returns whether no move was lost or duplicated, every client came back, memory stopped growing and no error
    /// occurred.
    #[must_use]
    pub fn is_success(&self) -> bool {
        let AuditResult { lost, duplicated, gaps, unreadable_logs, wrong_states, .. } = self.audit;
        [lost, duplicated, gaps, unreadable_logs, wrong_states, self.measurements.error_count] == [0; 6]
            && self.are_clocks_right()
            && self.measurements.clients_at_end == self.client_count()
            && self.measurements.moves > 0
            && self.memory.is_none_or(|memory| memory.is_bounded())
    }

    /// Returns whether the clocks agree with the log, and no player lost time.
    pub(crate) const fn are_clocks_right(&self) -> bool {
        self.audit.max_clock_error_ms <= MAX_CLOCK_ERROR_MS
            && self.audit.max_lost_time_ms <= self.allowed_lost_time_ms()
    }

    /// Returns the time that a fault may take from a player, beyond which it counts as lost, in milliseconds.
    pub(crate) const fn allowed_lost_time_ms(&self) -> u64 {
        MAX_CLOCK_ERROR_MS + self.audit.ordinary_delay_ms
    }

    /// Writes the report as text.
    ///
    /// # Errors
    /// Returns an I/O error if `out` cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let LoadReport { rooms, spectators, seconds, measurements, .. } = self;
        let games = measurements.games;
        writeln!(out, "rooms {rooms}, spectators {spectators}, games {games}, seconds {seconds:.1}")?;
        if measurements.rated_games > 0 {
            writeln!(out, "rated games {}", measurements.rated_games)?;
        }
        let moves_per_second = measurements.moves as f64 / seconds;
        writeln!(
            out,
            "moves {}, {moves_per_second:.1} per second of {:.1} requested, events {}",
            measurements.moves, self.rate, measurements.events
        )?;
        let mut print_latency = |name: &str, samples: &LatencySamples| {
            let [p50, p99, p999, p9999] = [5_000, 9_900, 9_990, 9_999].map(|rank| samples.quantile_ms(rank));
            writeln!(out, "{name} p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms, p99.99 {p9999:.1} ms")
        };
        print_latency("move to acknowledgment:", &measurements.ack_latency)?;
        print_latency("move to opponent's event:", &measurements.delivery_latency)?;
        print_latency("start of a game:", &measurements.start_latency)?;
        let slowest = measurements.slowest_moves(SLOWEST_MOVES).into_iter().map(|(latency, sent)| {
            format!("{:.1} ms after {:.1} s", latency.as_secs_f64() * 1000.0, sent.as_secs_f64())
        });
        writeln!(out, "slowest acknowledgments: {}", slowest.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "peak server memory {:.1} MiB", self.peak_memory_mib)?;
        if let Some(memory) = self.memory {
            let MemoryGrowth { idle_mib, start_mib, end_mib } = memory;
            let percent = memory.fraction() * 100.0;
            writeln!(
                out,
                "memory idle {idle_mib:.1} MiB, after the warm-up {start_mib:.1} MiB, at the end {end_mib:.1} MiB, \
                 growth per room and socket {percent:.1} %"
            )?;
            for (name, count) in [("room", self.rooms), ("socket", self.client_count())] {
                let [start, end] = memory.kib_per(count);
                writeln!(out, "memory per {name} {start:.1} KiB, at the end {end:.1} KiB")?;
            }
        }
        writeln!(out, "kills {}, reconnects {}", self.kills, measurements.reconnects)?;
        let AuditResult { lost, duplicated, gaps, unreadable_logs, logged, .. } = self.audit;
        let acknowledged = measurements.acked_moves.len();
        writeln!(
            out,
            "acknowledged {acknowledged}, in the log {logged}, lost {lost}, duplicated {duplicated}, \
             gaps {gaps}, unreadable logs {unreadable_logs}"
        )?;
        let AuditResult { max_clock_error_ms, clocks_compared, .. } = self.audit;
        writeln!(out, "clocks within {max_clock_error_ms} ms of the log in {clocks_compared} rooms")?;
        writeln!(out, "clients {} of {} resumed", measurements.clients_at_end, self.client_count())?;
        writeln!(out, "errors {}", measurements.error_count)?;
        measurements.errors.iter().try_for_each(|error| writeln!(out, "  {error}"))
    }
}
