use yipan_games::AnyGameError;
use yipan_record::ParseBytes32Error;
use yipan_wire::ErrorCode;

/// Why a command is not done. The table is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The rules of the game refuse the move.
    IllegalAction(Box<AnyGameError>),
    /// It is the other side's turn.
    NotYourTurn,
    /// The caller plays no seat here.
    NotSeated,
    /// Only the host may.
    NotHost,
    /// The game has not begun.
    NotStarted,
    /// The game has begun.
    AlreadyStarted,
    /// The game has ended.
    GameOver,
    /// The game has not ended.
    GameNotOver,
    /// It takes two who have sat down.
    OpponentMissing,
    /// Somebody else sits there.
    SeatTaken,
    /// The caller has sat down already.
    AlreadySeated,
    /// What the caller adds to the draws cannot be read.
    BadContribution(ParseBytes32Error),
    /// The caller has not seen the board as it is now.
    StaleBoard,
    /// The caller's time is up.
    OutOfTime,
    /// Both have moved.
    TooLateToAbort,
    /// The caller has the same offer open, or it has been accepted.
    AlreadyOffered,
    /// There is no such offer.
    NoSuchOffer,
    /// The last offer was a moment ago.
    OfferTooSoon,
    /// In this game nothing is taken back.
    TakebackDisabled,
    /// The caller has asked often enough.
    TooManyTakebacks {
        /// How often one may.
        max: u8,
    },
    /// The caller has offered this often enough.
    TooManyOffers {
        /// How often a side may.
        max: u8,
    },
    /// The caller has sat down here often enough.
    TooManySeatings,
    /// The caller has not moved.
    NothingToTakeBack,
    /// The other side is there.
    OpponentConnected,
    /// The other side may still come back.
    ClaimTooEarly {
        /// For so long.
        seconds: u64,
    },
    /// Nobody may talk here, or not any more.
    ChatClosed,
    /// The line cannot be said.
    BadChatMessage {
        /// How many signs it may have.
        max_chars: usize,
    },
    /// The command's name is too long.
    CommandIdTooLong,
    /// The caller has used the id for another command.
    CommandIdReused,
}

impl CommandError {
    /// Returns the code that programs match on.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            CommandError::IllegalAction(_) => ErrorCode::IllegalAction,
            CommandError::NotYourTurn => ErrorCode::NotYourTurn,
            CommandError::NotSeated => ErrorCode::NotSeated,
            CommandError::NotHost => ErrorCode::NotHost,
            CommandError::NotStarted => ErrorCode::NotStarted,
            CommandError::AlreadyStarted => ErrorCode::AlreadyStarted,
            CommandError::GameOver => ErrorCode::GameOver,
            CommandError::GameNotOver => ErrorCode::GameNotOver,
            CommandError::OpponentMissing => ErrorCode::OpponentMissing,
            CommandError::SeatTaken => ErrorCode::SeatTaken,
            CommandError::AlreadySeated => ErrorCode::AlreadySeated,
            CommandError::BadContribution(_) => ErrorCode::BadContribution,
            CommandError::StaleBoard => ErrorCode::StaleBoard,
            CommandError::OutOfTime => ErrorCode::OutOfTime,
            CommandError::TooLateToAbort => ErrorCode::TooLateToAbort,
            CommandError::AlreadyOffered => ErrorCode::AlreadyOffered,
            CommandError::NoSuchOffer => ErrorCode::NoSuchOffer,
            CommandError::OfferTooSoon => ErrorCode::OfferTooSoon,
            CommandError::TakebackDisabled => ErrorCode::TakebackDisabled,
            CommandError::TooManyTakebacks { .. } => ErrorCode::TooManyTakebacks,
            CommandError::TooManyOffers { .. } => ErrorCode::TooManyOffers,
            CommandError::TooManySeatings => ErrorCode::TooManySeatings,
            CommandError::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            CommandError::OpponentConnected => ErrorCode::OpponentConnected,
            CommandError::ClaimTooEarly { .. } => ErrorCode::ClaimTooEarly,
            CommandError::ChatClosed => ErrorCode::ChatClosed,
            CommandError::BadChatMessage { .. } => ErrorCode::BadChatMessage,
            CommandError::CommandIdTooLong => ErrorCode::CommandIdTooLong,
            CommandError::CommandIdReused => ErrorCode::CommandIdReused,
        }
    }
}
