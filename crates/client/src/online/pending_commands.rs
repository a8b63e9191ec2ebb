use yipan_wire::{ClientMessage, Command};

/// The commands that were sent but not yet acknowledged.
///
/// They are sent again after a reconnect under the same ids; the server executes each id once.
#[derive(Clone, Debug)]
pub(crate) struct PendingCommands {
    /// The prefix of all command ids, so that two pages of one user never share an id.
    client_nonce: String,
    command_count: u64,
    pending: Vec<ClientMessage>,
}

impl PendingCommands {
    pub(crate) const fn new(client_nonce: String) -> PendingCommands {
        PendingCommands { client_nonce, command_count: 0, pending: Vec::new() }
    }

    /// Adds a command under a new id and returns the message to send.
    pub(crate) fn push(&mut self, room: &str, seen: u64, command: Command) -> ClientMessage {
        self.command_count += 1;
        let id = format!("{}-{}", self.client_nonce, self.command_count);
        let message = ClientMessage::Command { room: room.to_owned(), id, seen, command };
        self.pending.push(message.clone());
        message
    }

    /// Removes the command that the server has accepted or rejected.
    pub(crate) fn remove(&mut self, answered: &str) {
        self.pending
            .retain(|message| !matches!(message, ClientMessage::Command { id, .. } if id == answered));
    }

    pub(crate) fn messages(&self) -> impl Iterator<Item = &ClientMessage> {
        self.pending.iter()
    }

    /// Whether a move awaits its acknowledgement.
    pub(crate) fn has_move(&self) -> bool {
        let is_move = |message: &ClientMessage| {
            matches!(message, ClientMessage::Command { command: Command::Play { .. }, .. })
        };
        self.pending.iter().any(is_move)
    }
}
