use std::sync::Arc;

use super::outgoing::OutgoingLinks;
use crate::cluster::message::parcel::{ParcelContent, Recipients};
use crate::cluster::message::viewer::Viewer;
use crate::cluster::node_id::NodeId;

/// The way to a socket of another node.
#[derive(Clone, Debug)]
pub(crate) struct RemoteOutbox {
    pub(crate) links: Arc<OutgoingLinks>,
    pub(crate) node: NodeId,
    /// The number of the socket on its node.
    pub(crate) socket: u64,
    pub(crate) room: String,
}

impl RemoteOutbox {
    /// Sends messages to the socket.
    pub(crate) fn send(&self, messages: &[Arc<str>]) {
        self.send_to_socket(ParcelContent::Messages, messages);
    }

    /// Sends the events that the client has missed.
    pub(crate) fn replay(&self, messages: &[Arc<str>]) {
        self.send_to_socket(ParcelContent::Replay { is_last: true }, messages);
    }

    /// Tells the node which audience the socket belongs to, before messages to that audience.
    pub(crate) fn subscribe(&self, viewer: Viewer) {
        self.send_to_socket(ParcelContent::Subscribed { viewer }, &[]);
    }

    pub(crate) fn unsubscribe(&self) {
        self.send_to_socket(ParcelContent::Unsubscribed, &[]);
    }

    /// Closes the connection.
    pub(crate) fn close(&self) {
        self.send_to_socket(ParcelContent::Close, &[]);
    }

    /// Sends messages to all sockets of the node that belong to an audience of the room.
    pub(crate) fn publish(&self, viewer: Viewer, messages: &[Arc<str>]) {
        self.links.send(
            &self.node,
            &self.room,
            Recipients::Viewer(viewer),
            ParcelContent::Messages,
            messages,
        );
    }

    fn send_to_socket(&self, content: ParcelContent, messages: &[Arc<str>]) {
        self.links.send(&self.node, &self.room, Recipients::Socket(self.socket), content, messages);
    }
}
