use crate::storage::store::StoreError;

/// The reason why a report or an action of a moderator is rejected.
#[derive(Clone, Debug)]
pub(crate) enum ModerationError {
    UserNotFound,
    /// Reporter and reported, or moderator and target, are the same.
    OwnAccount,
    /// The target has a role, or the action is about roles: only operators may do it.
    OperatorRequired,
    /// There is no such room in which the reporter had a seat.
    RoomNotFound,
    /// There is no such report that is open.
    ReportNotFound,
    /// The game is not rated, so there is nothing to void.
    NotRated,
    /// A text is empty or too long.
    BadText {
        max: usize,
    },
    /// The account has reported as often as it may in a day.
    TooManyReports {
        max: u64,
    },
    /// A number of minutes is out of range.
    BadDuration {
        min_minutes: u32,
        max_minutes: u32,
    },
    /// The account is in the state already that the action is to bring about.
    NothingToChange,
    Store(StoreError),
}

impl From<StoreError> for ModerationError {
    fn from(error: StoreError) -> ModerationError {
        ModerationError::Store(error)
    }
}
