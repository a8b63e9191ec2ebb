use yipan_clock::Millis;

/// The most time from the receipt of a move until the opponent can see it that has no entry of its own. The opponent's move
/// gives it back.
pub(super) const MAX_UNRECORDED_WAIT: Millis = Millis(100);

/// The last move of a game, as its players could see it.
#[derive(Debug)]
pub(crate) struct PublishedMove {
    pub(super) seq: u64,
    /// The time when this node sent it, or when a wait for it ended.
    pub(super) at: Millis,
    /// The sockets that were subscribed when it was sent, or that their node has subscribed again. Another one is shown
    /// the move late because its client came late.
    pub(super) sockets: Vec<u64>,
    /// The sockets that have joined since, and when. Their clients wait for the answer only.
    pub(super) joined: Vec<(u64, Millis)>,
}

impl PublishedMove {
    pub(super) const fn new(seq: u64, at: Millis, sockets: Vec<u64>) -> PublishedMove {
        PublishedMove { seq, at, sockets, joined: Vec::new() }
    }

    /// Forgets a socket.
    pub(super) fn remove(&mut self, socket: u64) {
        self.sockets.retain(|subscribed| *subscribed != socket);
        self.joined.retain(|(joined, _)| *joined != socket);
    }
}
