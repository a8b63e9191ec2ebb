use yipan_clock::Millis;
use yipan_wire::Player;

/// The circumstances of a command.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// The user who sent it.
    pub user: &'a Player,
    /// The user's id of the command; a command that is sent twice is executed once.
    pub id: &'a str,
    /// The number of events that the client has seen; `None` if it does not matter.
    pub seen: Option<u64>,
    /// The current time.
    pub now: Millis,
    /// The measured lag of the connection.
    pub lag: Millis,
    /// The time for which the service has held the command before it could be decided.
    pub waited: Millis,
    /// The games in a row that the players of the room have aborted before this one; counted for offers of a rematch only.
    pub aborted_before: u8,
}

impl<'a> CommandContext<'a> {
    /// Creates the context of a command without lag whose client has seen all events.
    #[must_use]
    pub const fn new(user: &'a Player, id: &'a str, now: Millis) -> CommandContext<'a> {
        let (lag, waited) = (Millis::ZERO, Millis::ZERO);
        CommandContext { user, id, seen: None, now, lag, waited, aborted_before: 0 }
    }
}
