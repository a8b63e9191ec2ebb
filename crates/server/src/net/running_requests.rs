use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// The running requests of a connection that serves several at once.
#[derive(Clone, Debug)]
pub(super) struct RunningRequests(Arc<watch::Sender<usize>>);

/// A request that runs until this is dropped.
#[derive(Debug)]
pub(super) struct RunningRequest(Arc<watch::Sender<usize>>);

/// The longest times without progress on a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgressTimeouts {
    /// While no request is running.
    pub(super) idle: Duration,
    /// While requests are running.
    pub(super) running: Duration,
}

impl RunningRequests {
    pub(super) fn new() -> RunningRequests {
        RunningRequests(Arc::new(watch::Sender::new(0)))
    }

    /// Counts a request.
    pub(super) fn start(&self) -> RunningRequest {
        self.0.send_modify(|count| *count += 1);
        RunningRequest(Arc::clone(&self.0))
    }

    /// Waits until no request has started, made progress or ended for too long.
    pub(super) async fn stalled(&self, timeouts: ProgressTimeouts) {
        let mut count = self.0.subscribe();
        loop {
            let is_idle = *count.borrow_and_update() == 0;
            let timeout = if is_idle { timeouts.idle } else { timeouts.running };
            // The sender lives as long as `self`, so only the timeout is an error.
            if tokio::time::timeout(timeout, count.changed()).await.is_err() {
                return;
            }
        }
    }
}

impl RunningRequest {
    /// Reports that a part of the response could be sent.
    pub(super) fn report_progress(&self) {
        // A watch channel notifies of every modification, even if the value stays the same.
        self.0.send_modify(|_| {});
    }
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const NEVER: Duration = Duration::from_secs(1_000_000);

    #[tokio::test]
    async fn the_timeout_depends_on_whether_requests_run() {
        let requests = RunningRequests::new();
        let idle_only = ProgressTimeouts { idle: Duration::ZERO, running: NEVER };
        let running_only = ProgressTimeouts { idle: NEVER, running: Duration::ZERO };
        requests.stalled(idle_only).await;
        let (one, two) = (requests.start(), requests.start());
        requests.stalled(running_only).await;
        drop(one);
        let mut stalled = std::pin::pin!(requests.stalled(idle_only));
        assert!(stalled.as_mut().now_or_never().is_none(), "the second request runs");
        drop(two);
        stalled.await;
    }

    #[test]
    fn progress_is_noticed_although_the_count_stays() {
        let requests = RunningRequests::new();
        let request = requests.start();
        let count = requests.0.subscribe();
        assert!(!count.has_changed().expect("a sender"));
        request.report_progress();
        assert!(count.has_changed().expect("a sender"));
    }
}
