//! Helpers for the messages of the wire crate.

use tokio_tungstenite::tungstenite::Message;
use yipan_wire::{ApiError, ClientMessage, Clocks, ErrorCode, Event, PROTOCOL_VERSION, ServerMessage, View};

/// Encodes a message as a WebSocket text message.
pub(crate) fn encode(message: &ClientMessage) -> serde_json::Result<Message> {
    serde_json::to_string(message).map(Message::text)
}

/// Returns the first message of a connection.
pub(crate) const fn hello() -> ClientMessage {
    ClientMessage::Hello { version: PROTOCOL_VERSION, lang: None }
}

/// Returns the error of a message that rejects a command or reports one.
pub(crate) const fn error_of(message: &ServerMessage) -> Option<&ApiError> {
    match message {
        ServerMessage::Rejected { error, .. } | ServerMessage::Error { error } => Some(error),
        _ => None,
    }
}

pub(crate) fn is_rate_limited(error: &ApiError) -> bool {
    error.code == ErrorCode::RateLimited
}

pub(crate) fn is_storage_unavailable(error: &ApiError) -> bool {
    error.code == ErrorCode::StorageUnavailable
}

pub(crate) fn is_game_over(error: &ApiError) -> bool {
    error.code == ErrorCode::GameOver
}

/// Returns the clocks of an event that carries them.
pub(crate) const fn clocks_of(event: &Event) -> Option<Clocks> {
    match event {
        Event::Started { clocks, .. }
        | Event::Played { clocks, .. }
        | Event::Berserked { clocks, .. }
        | Event::TakebackApplied { clocks, .. }
        | Event::Reconnected { clocks, .. }
        | Event::Paused { clocks, .. }
        | Event::Resumed { clocks, .. } => Some(*clocks),
        Event::Ended { clocks, .. } => *clocks,
        _ => None,
    }
}

/// Returns the board of an event that carries it.
pub(crate) fn view_of(event: Event) -> Option<Box<View>> {
    match event {
        Event::Started { view, .. } | Event::Played { view, .. } | Event::TakebackApplied { view, .. } => {
            Some(view)
        }
        Event::Ended { view, .. } => view,
        _ => None,
    }
}
