use yipan_room::RoomConfigError;

use crate::rooms::create_room_error::CreateRoomError;
use crate::storage::store::StoreError;

/// The reason why a request about another account is rejected.
#[derive(Debug)]
pub(crate) enum PeopleError {
    /// There is no such account.
    UserNotFound,
    /// Both accounts are the same.
    OwnAccount,
    /// The other account blocks this one.
    Blocked,
    /// There is no such challenge of this account.
    ChallengeNotFound,
    /// As many challenges of one of both accounts are open as may be, or one between them.
    TooManyChallenges {
        max: usize,
    },
    ChallengeExpired,
    /// The challenge was accepted, declined or withdrawn.
    ChallengeDecided,
    TooManyRelations {
        max: usize,
    },
    Config(RoomConfigError),
    Store(StoreError),
}

impl From<StoreError> for PeopleError {
    fn from(error: StoreError) -> PeopleError {
        PeopleError::Store(error)
    }
}

impl From<RoomConfigError> for PeopleError {
    fn from(error: RoomConfigError) -> PeopleError {
        PeopleError::Config(error)
    }
}

impl From<CreateRoomError> for PeopleError {
    fn from(error: CreateRoomError) -> PeopleError {
        match error {
            CreateRoomError::Config(error) => PeopleError::Config(error),
            CreateRoomError::Store(error) => PeopleError::Store(error),
        }
    }
}
