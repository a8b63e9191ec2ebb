use yipan_core::Language;
use yipan_wire::{Command, Player};

use crate::net::websocket::outbox::Outbox;

/// A command whose entries may be in the log. It is answered when the log can be read.
pub(crate) struct UnansweredCommand {
    pub(crate) player: Player,
    pub(crate) command_id: String,
    pub(crate) command: Command,
    pub(crate) language: Language,
    pub(crate) outbox: Outbox,
}
