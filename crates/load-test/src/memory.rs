//! The memory of a process, as Linux reports it in `/proc`.

/// Returns the resident memory of a process in MiB, or 0 where `/proc` is missing.
pub(crate) fn resident_mib(process: u32) -> f64 {
    status_kib(process, "VmRSS:") / 1024.0
}

/// Returns the memory that a process has allocated and uses, in MiB, or 0 where `/proc` is missing.
///
/// Pages of files, such as those of the program that were needed so far, are resident as well, but no allocation.
pub(crate) fn allocated_mib(process: u32) -> f64 {
    status_kib(process, "RssAnon:") / 1024.0
}

/// Returns the peak resident memory of a process in MiB, or 0 where `/proc` is missing.
pub(crate) fn peak_resident_mib(process: u32) -> f64 {
    status_kib(process, "VmHWM:") / 1024.0
}

fn status_kib(process: u32, field: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let value = status.lines().find_map(|line| line.strip_prefix(field));
    value.and_then(|value| value.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_files_are_resident_but_not_allocated() {
        let process = std::process::id();
        let (allocated, resident) = (allocated_mib(process), resident_mib(process));
        assert!(0.0 < allocated && allocated < resident, "{allocated} of {resident}");
        assert!(resident <= peak_resident_mib(process));
    }
}
