use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::MESSAGE_VERSION;
use super::viewer::Viewer;
use crate::cluster::node_id::NodeId;

/// The most bytes of messages in a parcel. A bus carries at most 1 MiB; a single longer message travels alone.
pub(crate) const MAX_PARCEL_BYTES: usize = 256 * 1024;

/// The messages of a room to sockets of another node: a header, then the messages, a line each.
#[derive(Clone, Debug)]
pub(crate) struct Parcel {
    pub(crate) header: ParcelHeader,
    pub(crate) messages: Vec<Arc<str>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ParcelHeader {
    pub(crate) v: u32,
    pub(crate) from: NodeId,
    /// Identifies the link from that node to this one.
    pub(crate) link: u64,
    /// The number of the parcel on its link, from 1.
    pub(crate) number: u64,
    pub(crate) room: String,
    pub(crate) to: Recipients,
    pub(crate) content: ParcelContent,
}

/// The sockets that a parcel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Recipients {
    Socket(u64),
    Viewer(Viewer),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ParcelContent {
    Messages,
    /// Events that a client has missed.
    Replay {
        /// Whether no part of the replay follows.
        is_last: bool,
    },
    /// The socket belongs to this audience from now on.
    Subscribed {
        viewer: Viewer,
    },
    /// The socket no longer belongs to an audience.
    Unsubscribed,
    /// The connections of the recipients are closed, because a message to them was lost.
    Close,
}

impl Parcel {
    pub(crate) fn encode(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut text = serde_json::to_vec(&self.header)?;
        text.reserve(self.messages.iter().map(|message| message.len() + 1).sum());
        for message in &self.messages {
            text.push(b'\n');
            text.extend_from_slice(message.as_bytes());
        }
        Ok(text)
    }

    /// Parses a parcel; `None` if it is malformed or has another version.
    pub(crate) fn parse(text: &[u8]) -> Option<Parcel> {
        let mut lines = std::str::from_utf8(text).ok()?.split('\n');
        let header: ParcelHeader = serde_json::from_str(lines.next()?).ok()?;
        (header.v == MESSAGE_VERSION).then(|| Parcel { header, messages: lines.map(Arc::from).collect() })
    }
}

/// Divides messages so that each part fits into a parcel. There is always a part, maybe an empty one.
pub(crate) fn split_messages(messages: &[Arc<str>]) -> Vec<&[Arc<str>]> {
    let (mut parts, mut first, mut bytes) = (Vec::new(), 0, 0);
    for (index, message) in messages.iter().enumerate() {
        if index > first && bytes + message.len() > MAX_PARCEL_BYTES {
            parts.push(&messages[first..index]);
            (first, bytes) = (index, 0);
        }
        bytes += message.len() + 1;
    }
    parts.push(&messages[first..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_is_parsed_as_it_was_encoded() {
        let header = ParcelHeader {
            v: MESSAGE_VERSION,
            from: NodeId::parse("a-1").expect("an id"),
            link: 7,
            number: 3,
            room: "K4T7QX8M".to_owned(),
            to: Recipients::Viewer(Viewer::Second),
            content: ParcelContent::Messages,
        };
        let messages: Vec<Arc<str>> = ["{\"text\":\"a\\nb\"}", "{}"].map(Arc::from).to_vec();
        let parcel = Parcel { header, messages };
        let parsed = Parcel::parse(&parcel.encode().expect("JSON")).expect("a parcel");
        assert_eq!((parsed.header.number, &parsed.messages), (3, &parcel.messages));
        let empty = Parcel { messages: Vec::new(), ..parcel.clone() };
        assert!(Parcel::parse(&empty.encode().expect("JSON")).expect("a parcel").messages.is_empty());
        let newer = Parcel { header: ParcelHeader { v: 2, ..parcel.header.clone() }, ..parcel };
        assert!(Parcel::parse(&newer.encode().expect("JSON")).is_none() && Parcel::parse(b"{}").is_none());
    }

    #[test]
    fn messages_are_divided_without_exceeding_the_limit() {
        let half: Arc<str> = "x".repeat(MAX_PARCEL_BYTES / 2 - 10).into();
        let long: Arc<str> = "x".repeat(2 * MAX_PARCEL_BYTES).into();
        let sizes = |messages: &[&Arc<str>]| {
            let messages: Vec<Arc<str>> = messages.iter().map(|message| Arc::clone(message)).collect();
            split_messages(&messages).iter().map(|part| part.len()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&[]), [0]);
        assert_eq!(sizes(&[&half, &half]), [2]);
        assert_eq!(sizes(&[&half, &half, &half]), [2, 1]);
        assert_eq!(sizes(&[&half, &long, &half]), [1, 1, 1]);
    }
}
