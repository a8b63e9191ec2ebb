use yipan_games::AnyError;
use yipan_record::Bytes32Error;

/// Why a command is not done. The table is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules of the game refuse the move.
    Rules(Box<AnyError>),
    /// It is the other side's turn.
    NotYourTurn,
    /// The caller plays no seat here.
    NotSeated,
    /// Only the host may.
    NotHost,
    /// The game has not begun.
    NotStarted,
    /// The game has begun.
    Started,
    /// The game has ended.
    Over,
    /// The game has not ended.
    NotOver,
    /// It takes two who have sat down.
    NeedsTwo,
    /// Somebody else sits there.
    SeatTaken,
    /// The caller has sat down already.
    SeatedAlready,
    /// What the caller adds to the draws cannot be read.
    Contribution(Bytes32Error),
    /// The caller has not seen the board as it is now.
    Stale,
    /// The caller's time is up.
    TooLate,
    /// Both have moved.
    TooLateToAbort,
    /// The caller has the same offer open, or it has been accepted.
    OfferedAlready,
    /// There is no such offer.
    NothingOffered,
    /// The last offer was a moment ago.
    TooSoon,
    /// In this game nothing is taken back.
    NoTakeback,
    /// The caller has asked often enough.
    TakebacksSpent {
        /// How often one may.
        most: u8,
    },
    /// The caller has offered this often enough.
    OffersSpent {
        /// How often a side may.
        most: u8,
    },
    /// The caller has sat down here often enough.
    SeatingsSpent,
    /// The caller has not moved.
    NothingToTakeBack,
    /// The other side is there.
    NotAway,
    /// The other side may still come back.
    WaitLonger {
        /// For so long.
        seconds: u64,
    },
    /// Nobody may talk here, or not any more.
    NoChat,
    /// The line cannot be said.
    BadLine {
        /// How many signs it may have.
        longest: usize,
    },
    /// The command's name is too long.
    LongId,
    /// The caller has used the id for another command.
    IdReused,
}

impl Refusal {
    /// The key that programs read.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Refusal::Rules(_) => "rules",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::NotSeated => "not-seated",
            Refusal::NotHost => "not-host",
            Refusal::NotStarted => "not-started",
            Refusal::Started => "started",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::NeedsTwo => "needs-two",
            Refusal::SeatTaken => "seat-taken",
            Refusal::SeatedAlready => "seated-already",
            Refusal::Contribution(_) => "contribution",
            Refusal::Stale => "stale",
            Refusal::TooLate => "too-late",
            Refusal::TooLateToAbort => "too-late-to-abort",
            Refusal::OfferedAlready => "offered-already",
            Refusal::NothingOffered => "nothing-offered",
            Refusal::TooSoon => "too-soon",
            Refusal::NoTakeback => "no-takeback",
            Refusal::TakebacksSpent { .. } => "takebacks-spent",
            Refusal::OffersSpent { .. } => "offers-spent",
            Refusal::SeatingsSpent => "seatings-spent",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::NotAway => "not-away",
            Refusal::WaitLonger { .. } => "wait-longer",
            Refusal::NoChat => "no-chat",
            Refusal::BadLine { .. } => "bad-line",
            Refusal::LongId => "long-id",
            Refusal::IdReused => "id-reused",
        }
    }
}
