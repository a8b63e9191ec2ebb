use std::borrow::Cow;

use serde::Deserialize;

/// The part of a message to a client that decides how a node delivers it.
#[derive(Debug, Deserialize)]
struct FrameHead<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    seq: Option<u64>,
    #[serde(default, borrow)]
    id: Option<Cow<'a, str>>,
    #[serde(default)]
    state: Option<StateHead>,
    #[serde(default, borrow)]
    event: Option<EventHead<'a>>,
}

#[derive(Debug, Deserialize)]
struct EventHead<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
struct StateHead {
    seq: u64,
}

/// The kinds of messages that nodes distinguish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    /// An event with its sequence number.
    Event {
        seq: u64,
        is_move: bool,
    },
    /// A whole state with the sequence number of the next event.
    State(u64),
    /// The end of the answer to a join.
    Joined,
    /// The reply to the command with this id.
    Reply {
        id: String,
        /// The number of the first event of an executed command.
        seq: Option<u64>,
    },
    /// A message had no effect.
    Error,
    Other,
}

impl FrameKind {
    /// Returns the kind of an encoded message.
    pub(crate) fn of(text: &str) -> FrameKind {
        let Ok(FrameHead { kind, seq, id, state, event }) = serde_json::from_str(text) else {
            return FrameKind::Other;
        };
        match (&*kind, seq, id, state) {
            ("event", Some(seq), _, _) => {
                FrameKind::Event { seq, is_move: event.is_some_and(|event| event.kind == "played") }
            }
            ("state", _, _, Some(state)) => FrameKind::State(state.seq),
            ("joined", ..) => FrameKind::Joined,
            ("error", ..) => FrameKind::Error,
            ("ack" | "rejected", seq, Some(id), _) => FrameKind::Reply { id: id.into_owned(), seq },
            _ => FrameKind::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::{ApiError, ErrorCode, ServerMessage};

    use super::*;

    #[test]
    fn the_kind_of_a_message_is_read_from_its_head() {
        let kind = |message: &ServerMessage| FrameKind::of(&serde_json::to_string(message).expect("JSON"));
        let (room, id) = ("K4T7QX8M".to_owned(), "a \"quoted\" id".to_owned());
        assert_eq!(kind(&ServerMessage::Joined { room: room.clone(), seq: 3 }), FrameKind::Joined);
        let acknowledged = FrameKind::Reply { id: id.clone(), seq: Some(3) };
        assert_eq!(kind(&ServerMessage::Ack { id: id.clone(), seq: 3 }), acknowledged);
        let error = ApiError { code: ErrorCode::GameOver, message: String::new() };
        let rejected = ServerMessage::Rejected { id: id.clone(), error, state: None };
        assert_eq!(kind(&rejected), FrameKind::Reply { id, seq: None });
        assert_eq!(kind(&ServerMessage::SpectatorCount { room, count: 1 }), FrameKind::Other);
        for (kind, is_move) in [("played", true), ("chat", false)] {
            let event = format!(r#"{{"type":"event","room":"A","seq":7,"event":{{"type":"{kind}"}}}}"#);
            assert_eq!(FrameKind::of(&event), FrameKind::Event { seq: 7, is_move });
        }
        assert_eq!(FrameKind::of(r#"{"type":"state","state":{"room":"A","seq":9}}"#), FrameKind::State(9));
        assert_eq!(FrameKind::of("not JSON"), FrameKind::Other);
    }
}
