use yipan_wire::{Fault, Frame, Request};

/// What an answer of the hall means for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing that is to be shown.
    Nothing,
    /// This is to be said now.
    Say(Vec<Request>),
    /// The table is known anew, all of it.
    Whole,
    /// Something happened at the table.
    Happened(Box<Frame>),
    /// A command was refused, and whether the table is known anew as well.
    Refused {
        /// Why.
        fault: Fault,
        /// Whether the table has changed in a way that no frame tells.
        whole: bool,
    },
    /// The server cannot save moves for now; the clocks stand.
    Suspended,
    /// There is no way to this table.
    Shut(Fault),
    /// The line is to be opened anew, after a while.
    Again,
}
