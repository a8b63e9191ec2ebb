use yipan_tournament::EventError;

use super::config::TournamentConfigError;
use crate::storage::store::StoreError;

/// The reason why a request about a tournament is rejected.
#[derive(Debug)]
pub(crate) enum TournamentError {
    NotFound,
    Config(TournamentConfigError),
    /// The account has created as many as it may.
    TooMany {
        max: u64,
    },
    /// It has started, so it cannot be changed, or this format cannot be joined.
    Started,
    Over,
    Full {
        max: u32,
    },
    NotCreator,
    AlreadyJoined,
    NotJoined,
    WrongPassword,
    /// The account is marked as a bot.
    BotsNotAllowed,
    Store(StoreError),
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> TournamentError {
        TournamentError::Store(error)
    }
}

impl From<TournamentConfigError> for TournamentError {
    fn from(error: TournamentConfigError) -> TournamentError {
        TournamentError::Config(error)
    }
}

impl From<EventError> for TournamentError {
    fn from(error: EventError) -> TournamentError {
        match error {
            EventError::AlreadyJoined { .. } => TournamentError::AlreadyJoined,
            EventError::NoSuchPlayer { .. } | EventError::Withdrawn { .. } => TournamentError::NotJoined,
            EventError::LateEntry | EventError::AlreadyStarted => TournamentError::Started,
            EventError::Finished => TournamentError::Over,
            // Only the director pairs, starts and ends.
            EventError::StillPlaying { .. }
            | EventError::PairedTwice { .. }
            | EventError::MetAlready { .. }
            | EventError::SecondBye { .. }
            | EventError::RoundNotOver { .. }
            | EventError::AllRoundsPaired { .. }
            | EventError::TooFewPlayers { .. }
            | EventError::NotStarted
            | EventError::NoSuchGame { .. }
            | EventError::BerserkNotAllowed { .. }
            | EventError::GameEnded { .. }
            | EventError::GameVoided { .. } => TournamentError::Store(StoreError::Failed(error.to_string())),
        }
    }
}
