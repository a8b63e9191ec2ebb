use std::sync::Arc;

use serde::Serialize;

use super::encode_message::encode_message;
use super::socket_outbox::SocketOutbox;
use crate::cluster::link::remote_outbox::RemoteOutbox;
use crate::cluster::node_id::NodeId;

/// The way from a room to one client.
#[derive(Clone, Debug)]
pub(crate) enum Outbox {
    /// The queue of a socket of this node.
    Socket(SocketOutbox),
    /// A socket of another node.
    Remote(Arc<RemoteOutbox>),
}

impl Outbox {
    /// Encodes and sends a message. Returns false and closes the connection if it cannot be encoded or does not fit.
    pub(crate) fn send_message(&self, message: &impl Serialize) -> bool {
        match encode_message(message) {
            Some(text) => self.send(text),
            None => {
                self.close();
                false
            }
        }
    }

    /// Sends an encoded message. Returns false and closes the connection if it does not fit.
    pub(crate) fn send(&self, text: Arc<str>) -> bool {
        match self {
            Outbox::Socket(outbox) => outbox.send(text),
            Outbox::Remote(outbox) => {
                outbox.send(&[text]);
                true
            }
        }
    }

    /// Sends the events that the client has missed. Returns false if it must read more first.
    pub(crate) fn replay(&self, messages: Vec<Arc<str>>) -> bool {
        match self {
            Outbox::Socket(outbox) => outbox.replay(messages),
            Outbox::Remote(outbox) => {
                outbox.replay(&messages);
                true
            }
        }
    }

    /// Returns the node of the socket, if that is another one.
    pub(crate) fn node(&self) -> Option<&NodeId> {
        match self {
            Outbox::Socket(_) => None,
            Outbox::Remote(outbox) => Some(&outbox.node),
        }
    }

    /// Closes the connection.
    pub(crate) fn close(&self) {
        match self {
            Outbox::Socket(outbox) => outbox.close(),
            Outbox::Remote(outbox) => outbox.close(),
        }
    }
}
