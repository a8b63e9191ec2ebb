use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::frame_kind::FrameKind;
use crate::cluster::message::viewer::Viewer;
use crate::cluster::node_id::NodeId;
use crate::net::websocket::socket_outbox::SocketOutbox;

/// The messages that a socket of this node has received from a room of another node.
#[derive(Debug)]
pub(crate) struct Delivery {
    outbox: SocketOutbox,
    /// The owner that the socket joined, and its epoch. Parcels of other nodes are dropped.
    owner: Option<(NodeId, u64)>,
    /// Whether the owner has answered the join.
    is_accepted: bool,
    /// Whether the owner has not yet subscribed the socket.
    is_joining: bool,
    /// Whether the client knows that it has joined.
    is_joined: bool,
    /// Dropped when the client was answered that it has joined, or why not.
    joined: Option<oneshot::Sender<()>>,
    viewer: Option<Viewer>,
    /// The number of the next event for the client; `None` until it has a state.
    next_seq: Option<u64>,
    /// The number of the last move that was queued for the client, and the time.
    last_move: Option<(u64, Instant)>,
    /// The parts of a replay that have arrived.
    replay: Vec<(FrameKind, Arc<str>)>,
    pending: Option<PendingCommand>,
    /// Whether the client has read too slowly, so that its connection is being closed.
    is_closed: bool,
}

/// A command whose reply has not arrived.
#[derive(Debug)]
struct PendingCommand {
    id: String,
    replied: oneshot::Sender<()>,
}

/// Whether a delivery is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivered {
    Complete,
    /// Events are missing: the socket must join again.
    Gap,
    /// The client reads too slowly, and its connection is closed.
    Closed,
}

impl Delivery {
    pub(crate) fn new(outbox: SocketOutbox) -> Delivery {
        Delivery {
            outbox,
            owner: None,
            is_accepted: false,
            is_joining: false,
            is_joined: false,
            joined: None,
            viewer: None,
            next_seq: None,
            last_move: None,
            replay: Vec::new(),
            pending: None,
            is_closed: false,
        }
    }

    /// Creates the delivery to a socket whose room was here until now.
    pub(crate) fn resumed(
        outbox: SocketOutbox,
        next_seq: u64,
        last_move: Option<(u64, Instant)>,
    ) -> Delivery {
        let next_seq = Some(next_seq);
        Delivery { is_joined: true, is_joining: true, next_seq, last_move, ..Delivery::new(outbox) }
    }

    /// Begins a join that the client has requested, and returns what ends with its answer.
    pub(crate) fn request_join(&mut self, from: Option<u64>) -> oneshot::Receiver<()> {
        (self.next_seq, self.is_joined, self.is_joining) = (from, false, true);
        let (joined, answer) = oneshot::channel();
        self.joined = Some(joined);
        answer
    }

    /// Begins to join an owner, for the first time or again.
    pub(crate) fn begin_join(&mut self, owner: Option<(NodeId, u64)>) {
        (self.owner, self.is_accepted, self.is_joining) = (owner, false, true);
        self.replay.clear();
    }

    pub(crate) fn accept(&mut self) {
        self.is_accepted = true;
    }

    pub(crate) const fn next_seq(&self) -> Option<u64> {
        self.next_seq
    }

    /// Records that the next event is queued for the client.
    fn advance(&mut self, seq: u64, is_move: bool) {
        self.next_seq = Some(seq + 1);
        // A client that asks for a move again has seen it before.
        if is_move && self.last_move.is_none_or(|(last, _)| last < seq) {
            self.last_move = Some((seq, Instant::now()));
        }
    }

    /// Returns the number of the last move that was queued for the client, and the time.
    pub(crate) const fn last_move(&self) -> Option<(u64, Instant)> {
        self.last_move
    }

    pub(crate) const fn is_joined(&self) -> bool {
        self.is_joined
    }

    pub(crate) const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Records that the connection is being closed. No join is answered after it.
    fn close(&mut self) -> Delivered {
        (self.is_closed, self.joined) = (true, None);
        Delivered::Closed
    }

    pub(crate) const fn outbox(&self) -> &SocketOutbox {
        &self.outbox
    }

    /// Whether the socket is, or is about to be, subscribed at this owner.
    pub(crate) fn is_at(&self, node: &NodeId) -> bool {
        self.owner.as_ref().is_some_and(|(owner, _)| owner == node) && self.wants_events()
    }

    /// Whether this owner has accepted the socket.
    pub(crate) fn is_accepted_by(&self, node: &NodeId) -> bool {
        self.is_accepted && self.is_at(node)
    }

    pub(crate) const fn owner(&self) -> Option<&(NodeId, u64)> {
        self.owner.as_ref()
    }

    /// Whether the socket must follow the room to another owner.
    pub(crate) fn wants_events(&self) -> bool {
        self.is_joining || self.viewer.is_some()
    }

    /// Registers a command, and returns what is notified of its reply.
    pub(crate) fn expect_reply(&mut self, id: &str) -> oneshot::Receiver<()> {
        let (replied, reply) = oneshot::channel();
        self.pending = Some(PendingCommand { id: id.to_owned(), replied });
        reply
    }

    pub(crate) fn subscribe(&mut self, viewer: Viewer) {
        (self.viewer, self.is_joining) = (Some(viewer), false);
    }

    pub(crate) fn unsubscribe(&mut self) {
        self.viewer = None;
    }

    /// Whether the socket of a player does not have this event. Spectators may be some moves behind.
    fn is_player_before(&self, seq: u64) -> bool {
        matches!(self.viewer, Some(Viewer::First | Viewer::Second))
            && self.next_seq.is_some_and(|next| next <= seq)
    }

    pub(crate) fn belongs_to(&self, viewer: Viewer) -> bool {
        self.viewer == Some(viewer)
    }

    /// Queues messages for the client, except those that it has.
    pub(crate) fn deliver(&mut self, messages: &[(FrameKind, Arc<str>)]) -> Delivered {
        for (kind, text) in messages {
            match kind {
                FrameKind::Event { seq, is_move } => match self.next_seq {
                    Some(next) if *seq < next => continue,
                    Some(next) if *seq == next => self.advance(next, *is_move),
                    // The answer to the join will contain it.
                    _ if self.is_joining => continue,
                    _ => return Delivered::Gap,
                },
                FrameKind::State(seq) => self.next_seq = Some(*seq),
                FrameKind::Joined => {
                    self.is_joined = true;
                    self.joined = None;
                }
                FrameKind::Error => {
                    self.is_joining = false;
                    self.joined = None;
                }
                // A player sees the events of a command before its reply. The command is sent again after the join.
                FrameKind::Reply { seq: Some(seq), .. } if self.is_player_before(*seq) => {
                    return Delivered::Gap;
                }
                FrameKind::Reply { id, .. } => match self.pending.take_if(|pending| pending.id == *id) {
                    // The task of the socket may have given up.
                    Some(pending) => drop(pending.replied.send(())),
                    None => continue,
                },
                FrameKind::Other => {}
            }
            if !self.outbox.send(Arc::clone(text)) {
                return self.close();
            }
        }
        Delivered::Complete
    }

    /// Collects a part of a replay. The last part queues the events that the client does not have.
    pub(crate) fn deliver_replay(&mut self, messages: &[(FrameKind, Arc<str>)], is_last: bool) -> Delivered {
        self.replay.extend_from_slice(messages);
        if !is_last {
            return Delivered::Complete;
        }
        let (mut missed, mut delivered) = (Vec::new(), Delivered::Complete);
        for (kind, text) in std::mem::take(&mut self.replay) {
            match (kind, self.next_seq) {
                (FrameKind::Event { seq, .. }, Some(next)) if seq < next => {}
                (FrameKind::Event { seq, is_move }, Some(next)) if seq == next => {
                    self.advance(next, is_move);
                    missed.push(text);
                }
                _ => {
                    delivered = Delivered::Gap;
                    break;
                }
            }
        }
        if !missed.is_empty() && !self.outbox.replay(missed) {
            self.outbox.close();
            return self.close();
        }
        delivered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::websocket::socket_outbox::tests::{outbox, received_texts};

    fn frames(texts: &[&str]) -> Vec<(FrameKind, Arc<str>)> {
        texts.iter().map(|text| (FrameKind::of(text), Arc::from(*text))).collect()
    }

    fn event(seq: u64) -> String {
        format!("{{\"type\":\"event\",\"seq\":{seq}}}")
    }

    #[test]
    fn a_move_that_is_asked_for_again_was_shown_the_first_time() {
        let (outbox, _items) = outbox(64);
        let mut delivery = Delivery::new(outbox);
        let mut replay = |seq: u64| {
            drop(delivery.request_join(Some(seq)));
            let event: Arc<str> = event(seq).into();
            delivery.deliver_replay(&[(FrameKind::Event { seq, is_move: true }, event)], true);
            delivery.last_move()
        };
        let first = replay(3);
        assert!(first.is_some());
        assert_eq!(replay(3), first);
        assert_eq!(replay(2), first);
        assert_ne!(replay(4), first);
    }

    #[test]
    fn a_socket_receives_every_event_once_and_a_gap_is_noticed() {
        let (outbox, mut items) = outbox(64);
        let mut delivery = Delivery::resumed(outbox, 3, None);
        delivery.subscribe(Viewer::First);
        let mut deliver = |numbers: &[u64]| {
            let events: Vec<String> = numbers.iter().map(|seq| event(*seq)).collect();
            let texts: Vec<&str> = events.iter().map(String::as_str).collect();
            delivery.deliver(&frames(&texts))
        };
        assert_eq!(deliver(&[2, 3]), Delivered::Complete);
        assert_eq!(deliver(&[3, 4]), Delivered::Complete);
        assert_eq!(deliver(&[6]), Delivered::Gap);
        assert_eq!(received_texts(&mut items), [event(3), event(4)]);
        assert_eq!(delivery.next_seq(), Some(5));
        delivery.begin_join(None);
        let replay = frames(&[&event(4), &event(5)]);
        assert_eq!(delivery.deliver_replay(&replay, false), Delivered::Complete);
        assert_eq!(delivery.deliver_replay(&frames(&[&event(6)]), true), Delivered::Complete);
        assert_eq!(received_texts(&mut items), [event(5), event(6)]);
        assert_eq!(delivery.deliver_replay(&frames(&[&event(7), &event(9)]), true), Delivered::Gap);
        assert_eq!(received_texts(&mut items), [event(7)]);
    }

    #[test]
    fn a_state_replaces_what_the_client_has_and_a_reply_arrives_once() {
        let (outbox, mut items) = outbox(64);
        let mut delivery = Delivery::new(outbox);
        let mut joined = delivery.request_join(None);
        let state = "{\"type\":\"state\",\"state\":{\"seq\":9}}";
        assert_eq!(delivery.deliver(&frames(&[&event(8), state, &event(9)])), Delivered::Complete);
        assert_eq!(joined.try_recv(), Err(oneshot::error::TryRecvError::Empty));
        delivery.deliver(&frames(&["{\"type\":\"joined\"}"]));
        assert_eq!(joined.try_recv(), Err(oneshot::error::TryRecvError::Closed), "the join is answered");
        assert_eq!(received_texts(&mut items)[..2], [state, &event(9)]);
        let mut replied = delivery.expect_reply("a");
        let (other, own) =
            ("{\"type\":\"ack\",\"id\":\"b\",\"seq\":1}", "{\"type\":\"ack\",\"id\":\"a\",\"seq\":9}");
        delivery.subscribe(Viewer::First);
        let early = own.replace("9", "10");
        assert_eq!(delivery.deliver(&frames(&[&early])), Delivered::Gap, "its event is missing");
        delivery.deliver(&frames(&[other]));
        assert!(replied.try_recv().is_err());
        delivery.deliver(&frames(&[own, own]));
        assert_eq!(replied.try_recv(), Ok(()));
        assert_eq!(received_texts(&mut items), [own]);
    }
}
