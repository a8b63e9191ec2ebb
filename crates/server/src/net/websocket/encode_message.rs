use std::sync::Arc;

use serde::Serialize;

/// Encodes a message as JSON. An error is logged; the caller must close the connections that the message was for.
pub(crate) fn encode_message(message: &impl Serialize) -> Option<Arc<str>> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a message could not be encoded");
            None
        }
    }
}
