use yipan_wire::{ApiError, ClientMessage, SequencedEvent};

/// What an answer of the hall means for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomUpdate {
    /// Nothing that is to be shown.
    Unchanged,
    /// This is to be said now.
    Send(Vec<ClientMessage>),
    /// The table is known anew, all of it.
    StateReplaced,
    /// Something happened at the table.
    EventApplied(Box<SequencedEvent>),
    /// A command was refused, and whether the table is known anew as well.
    Rejected {
        /// Why.
        error: ApiError,
        /// Whether the table has changed in a way that no frame tells.
        state_replaced: bool,
    },
    /// The server cannot save moves for now; the clocks stand.
    Suspended,
    /// There is no way to this table.
    Unavailable(ApiError),
    /// The line is to be opened anew, after a while.
    Reconnect,
}
