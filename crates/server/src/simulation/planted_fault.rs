use std::fmt;
use std::str::FromStr;

/// A fault that a simulation plants into the server, to show that it would be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlantedFault {
    /// Entries are applied and acknowledged while their write is still running.
    AckBeforeCommit,
    /// A game that was played when the server went down is not paused when it is loaded.
    ChargedDowntime,
    /// The end of an outage gives no time back.
    ChargedOutage,
    /// A repeated command is executed again.
    RepeatedCommand,
    /// The message of a rejected command names the pieces that its player does not see.
    LeakInError,
    /// The response that a game cannot be exported before its end has the whole position.
    LeakInResponse,
    /// Events are published although their entries could not be written.
    PublishBeforeCommit,
    /// A write whose outcome is unknown is taken for one that has failed.
    UnknownIsFailure,
    /// An event is now and then not sent to a subscriber.
    LostEvent,
    /// The subscriptions of a connection outlive it.
    LeakedSubscription,
    /// Spectators are sent the events of a player.
    SpectatorSeesAll,
    /// A former owner of a room goes on, and the store accepts its appends.
    MissingFencing,
    /// Messages between nodes are not sealed.
    UnsealedMessage,
}

impl PlantedFault {
    /// Every fault.
    pub const ALL: [PlantedFault; 13] = [
        PlantedFault::AckBeforeCommit,
        PlantedFault::ChargedDowntime,
        PlantedFault::ChargedOutage,
        PlantedFault::RepeatedCommand,
        PlantedFault::LeakInError,
        PlantedFault::LeakInResponse,
        PlantedFault::PublishBeforeCommit,
        PlantedFault::UnknownIsFailure,
        PlantedFault::LostEvent,
        PlantedFault::LeakedSubscription,
        PlantedFault::SpectatorSeesAll,
        PlantedFault::MissingFencing,
        PlantedFault::UnsealedMessage,
    ];

    /// Returns the name of the fault on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PlantedFault::AckBeforeCommit => "ack-before-commit",
            PlantedFault::ChargedDowntime => "charged-downtime",
            PlantedFault::ChargedOutage => "charged-outage",
            PlantedFault::RepeatedCommand => "repeated-command",
            PlantedFault::LeakInError => "leak-in-error",
            PlantedFault::LeakInResponse => "leak-in-response",
            PlantedFault::PublishBeforeCommit => "publish-before-commit",
            PlantedFault::UnknownIsFailure => "unknown-is-failure",
            PlantedFault::LostEvent => "lost-event",
            PlantedFault::LeakedSubscription => "leaked-subscription",
            PlantedFault::SpectatorSeesAll => "spectator-sees-all",
            PlantedFault::MissingFencing => "missing-fencing",
            PlantedFault::UnsealedMessage => "unsealed-message",
        }
    }

    /// Whether only several nodes show the fault.
    #[must_use]
    pub const fn needs_several_nodes(self) -> bool {
        matches!(self, PlantedFault::MissingFencing | PlantedFault::UnsealedMessage)
    }
}

impl fmt::Display for PlantedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PlantedFault {
    type Err = String;

    fn from_str(text: &str) -> Result<PlantedFault, String> {
        let unknown = || {
            let names = PlantedFault::ALL.map(PlantedFault::name).join(", ");
            format!("`{text}` is not a planted fault; choose one of {names}")
        };
        PlantedFault::ALL.into_iter().find(|fault| fault.name() == text).ok_or_else(unknown)
    }
}
