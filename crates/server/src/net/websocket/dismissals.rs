//! Requests to clients to connect again, which a load balancer sends to another node.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::ordered_watch::OrderedWatch;
use crate::random;

/// The requests to clients to connect again.
#[derive(Debug)]
pub(crate) struct Dismissals {
    /// The time over which the clients that are connected at the time are dismissed.
    spread: OrderedWatch<Duration>,
    /// Whether clients that come later are dismissed as well.
    is_refusing: AtomicBool,
}

impl Default for Dismissals {
    fn default() -> Dismissals {
        Dismissals { spread: OrderedWatch::new(Duration::ZERO), is_refusing: AtomicBool::new(false) }
    }
}

impl Dismissals {
    /// Asks all clients to connect again, each at a random moment of this time, so that they do not come all at once.
    pub(crate) fn dismiss(&self, spread: Duration) {
        self.spread.send_replace(spread);
    }

    /// Asks all clients to connect again, and those that come later at once, until [`Dismissals::admit`].
    pub(crate) fn refuse(&self, spread: Duration) {
        // Before the others are dismissed, so that no client comes in between.
        self.is_refusing.store(true, Ordering::SeqCst);
        self.dismiss(spread);
    }

    /// Lets clients connect again.
    pub(crate) fn admit(&self) {
        self.is_refusing.store(false, Ordering::SeqCst);
    }

    /// Whether clients must connect to another node.
    pub(crate) fn is_refusing(&self) -> bool {
        self.is_refusing.load(Ordering::SeqCst)
    }

    /// Returns the requests to a client that has just connected.
    pub(crate) fn watch(&self) -> DismissalWatch {
        let requests = self.spread.subscribe();
        DismissalWatch { requests, due: self.is_refusing().then(Instant::now) }
    }
}

/// The requests to one client.
#[derive(Debug)]
pub(crate) struct DismissalWatch {
    requests: watch::Receiver<Duration>,
    /// The moment of the client, once all were asked.
    due: Option<Instant>,
}

impl DismissalWatch {
    /// Waits until the client must connect again. Cancel-safe.
    pub(crate) async fn dismissed(&mut self) {
        loop {
            if let Some(due) = self.due {
                return sleep_until(due).await;
            }
            if self.requests.changed().await.is_err() {
                // The server is gone, which the connection notices by itself.
                return std::future::pending().await;
            }
            let spread = *self.requests.borrow_and_update();
            self.due = Some(Instant::now() + spread.mul_f64(random_fraction()));
        }
    }
}

/// Returns a number from 0 to 1.
fn random_fraction() -> f64 {
    let [first, second, ..] = random::bytes().0;
    f64::from(u16::from_be_bytes([first, second])) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for a moment, as a connection does that handles another message then.
    async fn wait_shortly(client: &mut DismissalWatch) -> bool {
        tokio::time::timeout(Duration::ZERO, client.dismissed()).await.is_ok()
    }

    #[tokio::test]
    async fn clients_are_dismissed_one_after_the_other_and_later_ones_are_not() {
        let dismissals = Dismissals::default();
        let mut clients: Vec<_> = (0..100).map(|_| dismissals.watch()).collect();
        let (spread, start) = (Duration::from_secs(3600), Instant::now());
        dismissals.dismiss(spread);
        let mut newcomer = dismissals.watch();
        assert!(!wait_shortly(&mut newcomer).await && newcomer.due.is_none());
        let mut times = Vec::new();
        for client in &mut clients {
            wait_shortly(client).await;
            times.push(client.due.expect("it was asked") - start);
        }
        let (first, last) = (times.iter().min().expect("a time"), times.iter().max().expect("a time"));
        assert!(*last < 2 * spread && *last - *first > spread / 2, "{times:?}");
        dismissals.dismiss(Duration::ZERO);
        newcomer.dismissed().await;
    }

    #[tokio::test]
    async fn clients_that_come_back_are_dismissed_until_they_are_admitted() {
        let dismissals = Dismissals::default();
        let mut client = dismissals.watch();
        dismissals.refuse(Duration::ZERO);
        client.dismissed().await;
        assert!(dismissals.is_refusing());
        dismissals.watch().dismissed().await;
        dismissals.admit();
        assert!(!dismissals.is_refusing() && !wait_shortly(&mut dismissals.watch()).await);
    }
}
