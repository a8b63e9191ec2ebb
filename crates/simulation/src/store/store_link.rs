/// The state of the connection between a process and the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreLink {
    Open,
    /// No request arrives. What is on its way is committed later or never.
    NoRequests,
    /// Requests are executed, but their replies are lost.
    NoReplies,
}
