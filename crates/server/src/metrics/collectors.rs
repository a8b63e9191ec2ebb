//! Metrics that are read from the system at each scrape.

use std::fmt;
use std::path::PathBuf;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::gauge::ConstGauge;

/// The memory and file descriptors of the process, on systems with `/proc`.
#[derive(Debug)]
pub(crate) struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        for (name, help, value) in [
            ("process_resident_memory_bytes", "Resident memory size", resident_memory()),
            ("process_open_fds", "Open file descriptors", open_descriptors()),
            ("process_max_fds", "Soft limit of file descriptors", max_descriptors()),
        ] {
            gauge(&mut encoder, name, help, value)?;
        }
        Ok(())
    }
}

/// The space on the file system of the data directory, and the size of the database.
#[derive(Debug)]
pub(crate) struct DiskCollector {
    pub(crate) data: PathBuf,
    pub(crate) database: PathBuf,
}

impl Collector for DiskCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let stats = fs4::statvfs(&self.data).ok();
        let size = std::fs::metadata(&self.database).ok();
        for (name, help, value) in [
            (
                "data_free_bytes",
                "Bytes available on the file system of the data directory",
                stats.as_ref().map(fs4::FsStats::available_space),
            ),
            (
                "data_total_bytes",
                "Size of the file system of the data directory",
                stats.as_ref().map(fs4::FsStats::total_space),
            ),
            ("database_bytes", "Size of the database file", size.map(|file| file.len())),
        ] {
            gauge(&mut encoder, name, help, value)?;
        }
        Ok(())
    }
}

/// Encodes a gauge. Omits one whose value cannot be read.
fn gauge(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: Option<u64>,
) -> Result<(), fmt::Error> {
    let Some(value) = value.and_then(|value| i64::try_from(value).ok()) else { return Ok(()) };
    let gauge = ConstGauge::new(value);
    gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
}

fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes: u64 = field(&status, "VmRSS:")?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

fn open_descriptors() -> Option<u64> {
    // Reading the directory takes a descriptor itself.
    let count = std::fs::read_dir("/proc/self/fd").ok()?.count();
    Some(count.saturating_sub(1) as u64)
}

fn max_descriptors() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    field(&limits, "Max open files")?.parse().ok()
}

/// Returns the word after `name` on the line that begins with it.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_process_has_memory_and_open_descriptors() {
        // Many, because other tests of the process open and close files concurrently.
        let files: Vec<_> = (0..100).map(|_| std::fs::File::open("/proc/self/status")).collect();
        assert!(files.iter().all(Result::is_ok));
        assert!(open_descriptors() >= Some(100));
        assert!(max_descriptors() >= Some(100));
        assert!(resident_memory() > Some(1 << 20));
    }
}
