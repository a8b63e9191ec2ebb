use yipan_wire::{ApiError, ClientMessage, SequencedEvent};

/// The consequence of a server message for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomUpdate {
    /// Nothing to show.
    Unchanged,
    /// Messages to send now.
    Send(Vec<ClientMessage>),
    /// The whole state was replaced.
    StateReplaced,
    /// An event was applied to the state.
    EventApplied(Box<SequencedEvent>),
    /// A command was rejected.
    Rejected {
        /// The error of the server.
        error: ApiError,
        /// Whether the rejection came with a newer state.
        state_replaced: bool,
    },
    /// The server cannot save moves for now; the clocks are stopped.
    Suspended,
    /// The room cannot be entered.
    Unavailable(ApiError),
    /// The connection must be reopened after a delay.
    Reconnect,
}
