mod collectors;

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use collectors::{DiskCollector, ProcessCollector};

use crate::cluster::level::LEVEL;
use crate::cluster::node_id::NodeId;

/// The media type of [`Metrics::encode`].
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The buckets of entries per statement, from 1 to 512.
const APPEND_ROWS_BUCKETS: u16 = 10;

/// The metrics of a server in the OpenMetrics format, for Prometheus.
#[derive(Debug)]
pub(crate) struct Metrics {
    pub(crate) websockets: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) commands: Counter,
    pub(crate) rejected_commands: Counter,
    pub(crate) bad_messages: Counter,
    pub(crate) rate_limited: Counter,
    pub(crate) sent_messages: Counter,
    pub(crate) slow_consumers: Counter,
    pub(crate) log_entries: Counter,
    pub(crate) commits: Counter,
    pub(crate) failed_commits: Counter,
    pub(crate) fenced_appends: Counter,
    pub(crate) unsure_appends: Counter,
    /// The id of this node among others, as labels.
    node_info: Family<Vec<(&'static str, String)>, Gauge>,
    /// The level that nodes write.
    pub(crate) cluster_level: Gauge,
    pub(crate) slots_held: Gauge,
    /// The seconds until this node may no longer act as an owner, unless it beats again.
    pub(crate) lease_left: Gauge<f64, AtomicU64>,
    pub(crate) takeovers: Counter,
    /// From the claim of slots until their games are resumed.
    pub(crate) takeover_seconds: DurationHistogram,
    /// One while the store can be written, zero during an outage.
    pub(crate) store_writable: Gauge,
    /// From the receipt of a command to its acknowledgment.
    pub(crate) acknowledgment_seconds: DurationHistogram,
    pub(crate) commit_seconds: DurationHistogram,
    /// The log entries of a statement that appends to PostgreSQL.
    pub(crate) append_rows: Histogram,
    pub(crate) append_seconds: DurationHistogram,
    /// From the request for a write to the start of its transaction.
    pub(crate) write_queue_seconds: DurationHistogram,
    /// From the request for a computer's move to the start of its search.
    pub(crate) engine_queue_seconds: DurationHistogram,
    pub(crate) search_seconds: DurationHistogram,
    /// From the receipt of a command to its reply, if another node owns the room.
    pub(crate) forward_seconds: DurationHistogram,
    pub(crate) bus_echo_seconds: DurationHistogram,
    pub(crate) bus_gaps: Counter,
    registry: Registry,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut metrics = Metrics {
            websockets: Gauge::default(),
            rooms: Gauge::default(),
            commands: Counter::default(),
            rejected_commands: Counter::default(),
            bad_messages: Counter::default(),
            rate_limited: Counter::default(),
            sent_messages: Counter::default(),
            slow_consumers: Counter::default(),
            log_entries: Counter::default(),
            commits: Counter::default(),
            failed_commits: Counter::default(),
            fenced_appends: Counter::default(),
            unsure_appends: Counter::default(),
            node_info: Family::default(),
            cluster_level: Gauge::default(),
            slots_held: Gauge::default(),
            lease_left: Gauge::default(),
            takeovers: Counter::default(),
            takeover_seconds: DurationHistogram::default(),
            store_writable: Gauge::default(),
            acknowledgment_seconds: DurationHistogram::default(),
            commit_seconds: DurationHistogram::default(),
            append_rows: Histogram::new(exponential_buckets(1.0, 2.0, APPEND_ROWS_BUCKETS)),
            append_seconds: DurationHistogram::default(),
            write_queue_seconds: DurationHistogram::default(),
            engine_queue_seconds: DurationHistogram::default(),
            search_seconds: DurationHistogram::default(),
            forward_seconds: DurationHistogram::default(),
            bus_echo_seconds: DurationHistogram::default(),
            bus_gaps: Counter::default(),
            registry: Registry::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    /// Creates metrics that include the free space of a data directory and the size of its database.
    pub(crate) fn for_data_dir(data: &Path, database: &Path) -> Metrics {
        let mut metrics = Metrics::default();
        let collector = DiskCollector { data: data.to_owned(), database: database.to_owned() };
        metrics.registry.sub_registry_with_prefix("yipan").register_collector(Box::new(collector));
        metrics
    }

    /// Sets the id of this node.
    pub(crate) fn set_node(&self, id: &NodeId) {
        self.node_info.clear();
        let labels = [("node", id.name()), ("id", id.as_str()), ("level", &LEVEL.to_string())];
        self.node_info.get_or_create(&labels.map(|(name, value)| (name, value.to_owned())).into()).set(1);
    }

    fn register(&mut self) {
        self.registry.register_collector(Box::new(ProcessCollector));
        let yipan = self.registry.sub_registry_with_prefix("yipan");
        let version = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        yipan.register("build", "Version of the program", version);
        for (name, help, gauge) in [
            ("websockets", "Open WebSocket connections", &self.websockets),
            ("rooms", "Rooms in memory", &self.rooms),
            ("cluster_level", "Level that nodes write", &self.cluster_level),
            ("slots_held", "Slots that this node owns", &self.slots_held),
            ("store_writable", "Whether the store can be written", &self.store_writable),
        ] {
            yipan.register(name, help, gauge.clone());
        }
        yipan.register("node_info", "Id of this node among others", self.node_info.clone());
        yipan.register("append_rows", "Log entries of a statement that appends", self.append_rows.clone());
        let help = "Time that this node may act as an owner without another beat";
        yipan.register_with_unit("lease_left", help, Unit::Seconds, self.lease_left.clone());
        for (name, help, counter) in [
            ("commands", "Commands that were acknowledged", &self.commands),
            ("rejected_commands", "Commands that were rejected", &self.rejected_commands),
            ("bad_messages", "Messages that could not be parsed", &self.bad_messages),
            ("rate_limited", "Messages over a rate limit", &self.rate_limited),
            ("sent_messages", "Messages sent to WebSocket connections", &self.sent_messages),
            ("slow_consumers", "WebSocket connections closed for reading too slowly", &self.slow_consumers),
            ("log_entries", "Log entries written to disk", &self.log_entries),
            ("commits", "Database transactions", &self.commits),
            ("takeovers", "Slots taken from nodes that had died or were cut off", &self.takeovers),
            ("unsure_appends", "Appends whose outcome was read from the log", &self.unsure_appends),
            ("fenced_appends", "Appends of rooms that another node owns", &self.fenced_appends),
            ("failed_commits", "Database transactions that failed", &self.failed_commits),
            ("bus_gaps", "Times that parcels of another node were missing", &self.bus_gaps),
        ] {
            yipan.register(name, help, counter.clone());
        }
        for (name, help, timing) in [
            (
                "acknowledgment",
                "Time from the receipt of a command to its acknowledgment",
                &self.acknowledgment_seconds,
            ),
            ("commit", "Duration of a database transaction", &self.commit_seconds),
            ("append", "Duration of a statement that appends to PostgreSQL", &self.append_seconds),
            ("write_queue", "Time that a write waits for its transaction", &self.write_queue_seconds),
            ("engine_queue", "Time that a computer's move waits for a thread", &self.engine_queue_seconds),
            ("takeover", "Time to resume the games of claimed slots", &self.takeover_seconds),
            ("search", "Duration of the search for a computer's move", &self.search_seconds),
            (
                "forward",
                "Time from the receipt of a command to its reply by another node",
                &self.forward_seconds,
            ),
            ("bus_echo", "Time from a message of a node to itself to its answer", &self.bus_echo_seconds),
        ] {
            yipan.register_with_unit(name, help, Unit::Seconds, timing.0.clone());
        }
    }

    /// Encodes every metric in the OpenMetrics text format.
    ///
    /// # Errors
    /// Returns an error if a collector fails.
    pub(crate) fn encode(&self) -> Result<String, fmt::Error> {
        let mut encoded = String::new();
        text::encode(&mut encoded, &self.registry)?;
        Ok(encoded)
    }
}

/// A histogram of durations from 0.25 ms to 33 s.
#[derive(Clone, Debug)]
pub(crate) struct DurationHistogram(Histogram);

impl Default for DurationHistogram {
    fn default() -> DurationHistogram {
        DurationHistogram(Histogram::new(exponential_buckets(0.00025, 2.0, 18)))
    }
}

impl DurationHistogram {
    pub(crate) fn observe(&self, duration: Duration) {
        self.0.observe(duration.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_gauges_and_histograms_are_encoded_under_their_names() {
        let metrics = Metrics::default();
        metrics.websockets.inc();
        metrics.rate_limited.inc_by(3);
        metrics.commit_seconds.observe(Duration::from_millis(3));
        metrics.append_rows.observe(3.0);
        metrics.set_node(&NodeId::parse("rack-1-0a0a0a0a").expect("an id"));
        metrics.set_node(&NodeId::parse("rack-1-1b1b1b1b").expect("an id"));
        let encoded = metrics.encode().expect("every collector works");
        for line in [
            "yipan_websockets 1",
            "yipan_rate_limited_total 3",
            "yipan_commit_seconds_count 1",
            "yipan_append_rows_bucket{le=\"4.0\"} 1",
            "yipan_append_seconds_count 0",
            "yipan_node_info{node=\"rack-1\",id=\"rack-1-1b1b1b1b\",level=\"1\"} 1",
            "yipan_commit_seconds_bucket{le=\"0.002\"} 0",
            "yipan_commit_seconds_bucket{le=\"0.004\"} 1",
            &format!("yipan_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION")),
            "# EOF",
        ] {
            assert!(encoded.lines().any(|encoded| encoded == line), "no `{line}` in\n{encoded}");
        }
        assert!(!encoded.contains("0a0a0a0a"), "a node has one id");
    }
}
