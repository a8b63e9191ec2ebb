use yipan_clock::Millis;
use yipan_core::Language;
use yipan_wire::{Command, Player};

use crate::net::websocket::outbox::Outbox;

/// A command whose entries may be in the log. It is answered when the log can be read, or by the next owner of the room.
pub(crate) struct UnansweredCommand {
    pub(crate) socket: u64,
    pub(crate) player: Player,
    pub(crate) command_id: String,
    pub(crate) seen: Option<u64>,
    pub(crate) lag: Millis,
    /// The time when the service received it.
    pub(crate) heard: Millis,
    pub(crate) command: Command,
    pub(crate) language: Language,
    pub(crate) outbox: Outbox,
}
