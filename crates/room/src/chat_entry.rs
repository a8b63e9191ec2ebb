use yipan_core::Side;
use yipan_wire::ChatMessage;

use crate::Audience;

/// A chat message with the facts that decide who may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatEntry {
    pub(crate) user_id: String,
    pub(crate) name: String,
    pub(crate) side: Option<Side>,
    pub(crate) text: String,
    /// Whether the author has a seat. Players and spectators have separate limits.
    pub(crate) by_player: bool,
    /// Whether players may not read it: a spectator wrote it during the game, and it could be advice.
    pub(crate) spectator_only: bool,
}

impl ChatEntry {
    pub(crate) fn is_visible_to(&self, audience: Audience) -> bool {
        !self.spectator_only || audience == Audience::Spectator
    }

    pub(crate) fn to_chat_message(&self) -> ChatMessage {
        ChatMessage {
            user_id: self.user_id.clone(),
            name: self.name.clone(),
            side: self.side,
            by_player: self.by_player,
            text: self.text.clone(),
        }
    }
}
