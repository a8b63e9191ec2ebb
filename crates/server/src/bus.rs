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
}

/// What is sent at once. All that somebody has missed is one parcel, however long he was away.
#[derive(Clone, Debug)]
pub(crate) enum Parcel {
    One(Arc<str>),
    Many(Vec<Arc<str>>),
}

impl Out {
    /// Whether the message could be sent.
    pub(crate) fn send(&self, message: Arc<str>) -> bool {
        self.send_all(Parcel::One(message))
    }

    pub(crate) fn send_all(&self, parcel: Parcel) -> bool {
        let sent = self.line.try_send(parcel).is_ok();
        if !sent {
            self.go.notify_one();
        }
        sent
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
    use yipan_rules::Seat;

    use super::*;

    const FIRST: Eye = Eye::Seat(Seat::First);

    fn socket(room_for: usize) -> (Out, mpsc::Receiver<Parcel>) {
        let (line, parcels) = mpsc::channel(room_for);
        (Out { line, go: Arc::new(Notify::new()) }, parcels)
    }

    fn heard(parcels: &mut mpsc::Receiver<Parcel>) -> Vec<String> {
        let mut heard = Vec::new();
        while let Ok(parcel) = parcels.try_recv() {
            match parcel {
                Parcel::One(line) => heard.push(line.to_string()),
                Parcel::Many(lines) => heard.extend(lines.iter().map(ToString::to_string)),
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
}
