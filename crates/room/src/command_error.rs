use yipan_games::AnyGameError;
use yipan_ratings::UnratedReason;
use yipan_record::ParseBytes32Error;
use yipan_wire::ErrorCode;

/// The reason why a command was rejected; the room is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The rules of the game do not allow the action.
    IllegalAction(Box<AnyGameError>),
    /// It is the other side's turn.
    NotYourTurn,
    /// The user has no seat in the room.
    NotSeated,
    /// Only the host may do it.
    NotHost,
    /// The game has not started.
    NotStarted,
    /// The game has started.
    AlreadyStarted,
    /// The game is over.
    GameOver,
    /// The game is not over.
    GameNotOver,
    /// One of the players has not sat down.
    OpponentMissing,
    /// Another user has the seat, or it is reserved for them.
    SeatTaken,
    /// The user has sat down before.
    AlreadySeated,
    /// The contribution to the chance events is invalid.
    BadContribution(ParseBytes32Error),
    /// The client has not seen the current board.
    StaleBoard,
    /// The player's time is up.
    OutOfTime,
    /// Both sides have moved.
    TooLateToAbort,
    /// The same offer is open, or was accepted.
    AlreadyOffered,
    /// There is no such offer.
    NoSuchOffer,
    /// The last draw offer was too short a time ago.
    OfferTooSoon,
    /// The game is rated, and with this player it could not be.
    Unrated(UnratedReason),
    /// Time can be given up in some arenas only.
    BerserkDisabled,
    /// Time can be given up before the first move only, and once.
    TooLateToBerserk,
    /// Moves cannot be taken back in this game.
    TakebackDisabled,
    /// The side has asked for as many takebacks as it may.
    TooManyTakebacks {
        /// The limit in a game.
        max: u8,
    },
    /// The side has made this offer as often as it may.
    TooManyOffers {
        /// The limit for a side.
        max: u8,
    },
    /// The seats have been taken as often as they may.
    TooManySeatings,
    /// The side has not moved.
    NothingToTakeBack,
    /// The game belongs to a tournament, whose games are not aborted, left or repeated.
    InTournament,
    /// The opponent is connected.
    OpponentConnected,
    /// The opponent may still reconnect.
    ClaimTooEarly {
        /// The time to wait.
        seconds: u64,
    },
    /// The room has no chat for the user, or it is full.
    ChatClosed,
    /// The chat message is empty, too long, or not one line of text.
    BadChatMessage {
        /// The limit.
        max_chars: usize,
    },
    /// The game is no correspondence game, or has hidden or random elements.
    ConditionalMovesDisabled,
    /// It is the player's own turn.
    YourTurn,
    /// The player has replaced the conditional moves as often as they may in this turn.
    TooManyConditionalChanges {
        /// The limit in a turn.
        max: usize,
    },
    /// There are too many lines of conditional moves.
    TooManyConditionalLines {
        /// The limit.
        max: usize,
    },
    /// A line of conditional moves is too long.
    ConditionalLineTooLong {
        /// The number of the line, from 1.
        line: usize,
        /// The limit for the moves of the player.
        max: usize,
    },
    /// A line of conditional moves does not end with a move of the player.
    ConditionalLineWithoutReply {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A conditional move is illegal.
    IllegalConditionalMove {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the move in the line, from 1.
        place: usize,
        /// The move.
        text: String,
        /// The reason of the rules.
        error: Box<AnyGameError>,
    },
    /// Two lines reply to the same moves in different ways.
    ConditionalConflict {
        /// The number of the second line, from 1.
        line: usize,
        /// The number of the move in the line, from 1.
        place: usize,
    },
    /// The id of the command is too long.
    CommandIdTooLong {
        /// The limit.
        max_chars: usize,
    },
    /// The user has used the id for another command.
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
            CommandError::Unrated(_) => ErrorCode::NotRated,
            CommandError::TakebackDisabled => ErrorCode::TakebackDisabled,
            CommandError::TooManyTakebacks { .. } => ErrorCode::TooManyTakebacks,
            CommandError::TooManyOffers { .. } => ErrorCode::TooManyOffers,
            CommandError::TooManySeatings => ErrorCode::TooManySeatings,
            CommandError::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            CommandError::InTournament => ErrorCode::InTournament,
            CommandError::BerserkDisabled => ErrorCode::BerserkDisabled,
            CommandError::TooLateToBerserk => ErrorCode::TooLateToBerserk,
            CommandError::OpponentConnected => ErrorCode::OpponentConnected,
            CommandError::ClaimTooEarly { .. } => ErrorCode::ClaimTooEarly,
            CommandError::ChatClosed => ErrorCode::ChatClosed,
            CommandError::BadChatMessage { .. } => ErrorCode::BadChatMessage,
            CommandError::ConditionalMovesDisabled => ErrorCode::ConditionalMovesDisabled,
            CommandError::YourTurn => ErrorCode::YourTurn,
            CommandError::TooManyConditionalChanges { .. }
            | CommandError::TooManyConditionalLines { .. }
            | CommandError::ConditionalLineTooLong { .. }
            | CommandError::ConditionalLineWithoutReply { .. }
            | CommandError::IllegalConditionalMove { .. }
            | CommandError::ConditionalConflict { .. } => ErrorCode::BadConditionalMoves,
            CommandError::CommandIdTooLong { .. } => ErrorCode::CommandIdTooLong,
            CommandError::CommandIdReused => ErrorCode::CommandIdReused,
        }
    }
}
