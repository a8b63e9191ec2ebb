//! The bus: how what happens at a table reaches the sockets that follow it.
//!
//! What travels is an entry of the log as one eye may know it, never the entry itself: whoever carries it, or listens where
//! he should not, learns no more than that eye. There are three eyes however many look on, so a bus between machines
//! would carry at most three messages an entry, each under the name of its table and eye.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tokio::sync::{Notify, mpsc};
use yipan_table::Eye;

use crate::metrics::Metrics;
use crate::send_budget::{QueuedBytes, SendBudget};

/// Brings what tables tell to sockets.
pub(crate) trait Bus: fmt::Debug + Send + Sync {
    /// The channel of a table, for as long as the table is in memory.
    fn channel(&self, room: &str) -> Box<dyn Channel>;
}

/// What one table tells, and who follows it.
pub(crate) trait Channel: Send + Sync {
    /// A socket gets what this eye is told from now on, and no more what another was.
    fn join(&mut self, socket: u64, eye: Eye, out: Out);

    /// A socket gets nothing more.
    fn part(&mut self, socket: u64);

    /// Tells whoever looks through an eye. It is not waited for.
    fn tell(&mut self, eye: Eye, lines: &[Arc<str>]);
}

/// A line to somebody's socket. What does not fit is not waited for: a reader that slow is told to go, and may come
/// back for what it has missed.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    pub(crate) line: mpsc::Sender<Parcel>,
    pub(crate) go: Arc<Notify>,
    pub(crate) budget: Arc<SendBudget>,
}

/// What waits to be written, with the bytes that it takes up until then.
#[derive(Debug)]
pub(crate) enum Parcel {
    Message {
        text: Arc<str>,
        queued: QueuedBytes,
    },
    /// All that a client has missed, shared with others who ask for it.
    Replay {
        messages: Vec<Arc<str>>,
        queued: QueuedBytes,
    },
}

impl Out {
    /// Queues a message. Returns false if it does not fit, and the socket is closed.
    pub(crate) fn send(&self, text: Arc<str>) -> bool {
        let Some(queued) = self.budget.reserve(text.len()) else {
            self.go.notify_one();
            return false;
        };
        self.queue(Parcel::Message { text, queued })
    }

    /// Queues what the client has missed. Returns false if that must wait until it has read more.
    pub(crate) fn replay(&self, messages: Vec<Arc<str>>) -> bool {
        let bytes = messages.iter().map(|message| message.len()).sum();
        match self.budget.reserve_replay(bytes) {
            Some(queued) => {
                self.queue(Parcel::Replay { messages, queued });
                true
            }
            None => false,
        }
    }

    fn queue(&self, parcel: Parcel) -> bool {
        let is_queued = self.line.try_send(parcel).is_ok();
        if !is_queued {
            self.go.notify_one();
        }
        is_queued
    }
}

/// The bus of a hall that is one program: each table has its sockets at hand.
#[derive(Debug)]
pub(crate) struct InProcess {
    metrics: Arc<Metrics>,
}

impl InProcess {
    pub(crate) const fn new(metrics: Arc<Metrics>) -> InProcess {
        InProcess { metrics }
    }
}

impl Bus for InProcess {
    fn channel(&self, _: &str) -> Box<dyn Channel> {
        Box::new(AtHand { metrics: Arc::clone(&self.metrics), sockets: HashMap::new() })
    }
}

/// A table's sockets in the same program. The table's task owns them, so nothing is locked.
struct AtHand {
    metrics: Arc<Metrics>,
    sockets: HashMap<u64, (Eye, Out)>,
}

impl Channel for AtHand {
    fn join(&mut self, socket: u64, eye: Eye, out: Out) {
        self.sockets.insert(socket, (eye, out));
    }

    fn part(&mut self, socket: u64) {
        self.sockets.remove(&socket);
    }

    fn tell(&mut self, eye: Eye, lines: &[Arc<str>]) {
        for (_, out) in self.sockets.values().filter(|(looks, _)| *looks == eye) {
            for line in lines {
                self.metrics.frames.inc();
                if !out.send(Arc::clone(line)) {
                    self.metrics.slow_consumers.inc();
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use yipan_rules::Seat;

    use super::*;
    use crate::send_budget::SendBudgets;

    const FIRST: Eye = Eye::Seat(Seat::First);

    fn socket(room_for: usize) -> (Out, mpsc::Receiver<Parcel>) {
        let (line, parcels) = mpsc::channel(room_for);
        let budget = SendBudgets::new(1_000, 1_000).open([192, 0, 2, 1].into());
        (Out { line, go: Arc::new(Notify::new()), budget }, parcels)
    }

    fn heard(parcels: &mut mpsc::Receiver<Parcel>) -> Vec<String> {
        let mut heard = Vec::new();
        while let Ok(parcel) = parcels.try_recv() {
            match parcel {
                Parcel::Message { text, .. } => heard.push(text.to_string()),
                Parcel::Replay { messages, .. } => heard.extend(messages.iter().map(ToString::to_string)),
            }
        }
        heard
    }

    fn lines(texts: &[&str]) -> Vec<Arc<str>> {
        texts.iter().map(|&text| text.into()).collect()
    }

    #[test]
    fn a_socket_hears_what_its_eye_is_told_and_nothing_else() {
        let bus = InProcess::new(Arc::default());
        let (mut table, mut other) = (bus.channel("K4T7QX"), bus.channel("ABC234"));
        let ((ada, mut to_ada), (eve, mut to_eve)) = (socket(8), socket(8));
        table.join(1, FIRST, ada.clone());
        table.join(2, Eye::Guest, eve);
        table.tell(FIRST, &lines(&["a secret"]));
        table.tell(Eye::Seat(Seat::Second), &lines(&["another"]));
        table.tell(Eye::Guest, &lines(&["a move", "and one more"]));
        other.tell(FIRST, &lines(&["elsewhere"]));
        assert_eq!(heard(&mut to_ada), ["a secret"]);
        assert_eq!(heard(&mut to_eve), ["a move", "and one more"]);
        table.join(1, Eye::Guest, ada);
        table.part(2);
        table.tell(FIRST, &lines(&["a secret"]));
        table.tell(Eye::Guest, &lines(&["a move"]));
        assert_eq!((heard(&mut to_ada), heard(&mut to_eve)), (vec!["a move".to_owned()], Vec::new()));
    }

    #[tokio::test]
    async fn who_reads_too_slowly_is_told_to_go_and_nobody_waits() {
        let metrics = Arc::new(Metrics::default());
        let mut table = InProcess::new(Arc::clone(&metrics)).channel("K4T7QX");
        let ((slow, mut to_slow), (fast, mut to_fast)) = (socket(1), socket(8));
        table.join(1, Eye::Guest, slow.clone());
        table.join(2, Eye::Guest, fast);
        table.tell(Eye::Guest, &lines(&["one", "two", "three"]));
        slow.go.notified().await;
        assert_eq!(
            (heard(&mut to_slow).len(), heard(&mut to_fast).len(), metrics.slow_consumers.get()),
            (1, 3, 1)
        );
    }

    #[tokio::test]
    async fn a_socket_with_too_many_unread_bytes_is_told_to_go() {
        let (out, mut parcels) = socket(8);
        assert!(out.send("x".repeat(900).into()) && out.replay(lines(&["what was missed"; 4])));
        assert!(!out.replay(lines(&["again and again"; 9])), "it waits, and the socket stays");
        assert!(out.go.notified().now_or_never().is_none());
        assert!(!out.send("y".repeat(200).into()));
        out.go.notified().await;
        assert_eq!(heard(&mut parcels).len(), 5);
        assert!(out.send("z".repeat(900).into()), "what was read makes room");
    }
}
