use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

/// Declares the codes from one list: each variant with the text that stands in JSON.
macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// The kind of an [`ApiError`](crate::ApiError): stable, never translated, and meant for programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)*
        }

        impl ErrorCode {
            /// All codes, in the order of `docs/protocol.md`.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name,)*];

            /// Returns the text that stands in JSON.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$name => $text,)*
                }
            }
        }
    };
}

error_codes! {
    /// The rules of the game do not allow the action.
    IllegalAction = "illegal-action";
    /// It is the other side's turn.
    NotYourTurn = "not-your-turn";
    /// The user has no seat in the room.
    NotSeated = "not-seated";
    /// Only the host may do it.
    NotHost = "not-host";
    /// The game has not started.
    NotStarted = "not-started";
    /// The game has started.
    AlreadyStarted = "already-started";
    /// The game is over.
    GameOver = "game-over";
    /// The game is not over.
    GameNotOver = "game-not-over";
    /// One of the two players has not sat down.
    OpponentMissing = "opponent-missing";
    /// The seat is taken, or reserved for another user.
    SeatTaken = "seat-taken";
    /// The user has a seat in the room.
    AlreadySeated = "already-seated";
    /// The contribution is not 64 hexadecimal digits.
    BadContribution = "bad-contribution";
    /// The client has not seen the current board.
    StaleBoard = "stale-board";
    /// The player's time is up.
    OutOfTime = "out-of-time";
    /// Both sides have moved.
    TooLateToAbort = "too-late-to-abort";
    /// The same offer is open.
    AlreadyOffered = "already-offered";
    /// There is no such offer.
    NoSuchOffer = "no-such-offer";
    /// The last offer was too short a time ago.
    OfferTooSoon = "offer-too-soon";
    /// The side has made this offer as often as it may.
    TooManyOffers = "too-many-offers";
    /// The seats of the room have been taken as often as they may.
    TooManySeatings = "too-many-seatings";
    /// The game is rated, which it could not be with this player.
    NotRated = "not-rated";
    /// The game is rated or has hidden or random elements, so moves are never taken back.
    TakebackDisabled = "takeback-disabled";
    /// The side has asked for as many takebacks as it may.
    TooManyTakebacks = "too-many-takebacks";
    /// The side has not moved.
    NothingToTakeBack = "nothing-to-take-back";
    /// The game belongs to a tournament, whose games are not aborted, left or repeated.
    InTournament = "in-tournament";
    /// Time can be given up in some arenas only, and with a clock that has a main time and an increment.
    BerserkDisabled = "berserk-disabled";
    /// Time can be given up before the first move only, and once.
    TooLateToBerserk = "too-late-to-berserk";
    /// The opponent is connected, so the game cannot be claimed.
    OpponentConnected = "opponent-connected";
    /// The opponent may still reconnect.
    ClaimTooEarly = "claim-too-early";
    /// The room has no chat, or the chat is full.
    ChatClosed = "chat-closed";
    /// The chat message is empty, too long, or not one line of text.
    BadChatMessage = "bad-chat-message";
    /// The game is no correspondence game, or has hidden or random elements, so it has no conditional moves.
    ConditionalMovesDisabled = "conditional-moves-disabled";
    /// It is the player's own turn, so there is nothing to prepare.
    YourTurn = "your-turn";
    /// The conditional moves are too many, incomplete, contradictory or illegal.
    BadConditionalMoves = "bad-conditional-moves";
    /// The account waits for opponents in as many correspondence games as it may.
    TooManyWaitingRooms = "too-many-waiting-rooms";
    /// The id of the command is too long.
    CommandIdTooLong = "command-id-too-long";
    /// The id was used for another command in the same room.
    CommandIdReused = "command-id-reused";
    /// There is no computer of that level.
    UnknownLevel = "unknown-level";
    /// The message cannot be parsed.
    BadMessage = "bad-message";
    /// The first message must be `hello`.
    HelloRequired = "hello-required";
    /// The server has another version of the protocol.
    UnsupportedVersion = "unsupported-version";
    /// There is no such room, or the client has not joined it.
    RoomNotFound = "room-not-found";
    /// The room has no spectators.
    SpectatorsNotAllowed = "spectators-not-allowed";
    /// The session has ended.
    SessionEnded = "session-ended";
    /// A rate limit was exceeded.
    RateLimited = "rate-limited";
    /// The change could not be saved, so it was not made.
    StorageUnavailable = "storage-unavailable";
    /// The page belongs to another site.
    ForbiddenOrigin = "forbidden-origin";
    /// The server does not answer to the name in `Host`.
    UnknownHost = "unknown-host";
    /// Too many WebSockets are open from the address.
    TooManyConnections = "too-many-connections";
    /// Too many WebSockets are open in all.
    ServerFull = "server-full";
    /// The server is cut off from the other servers of its service, which still answer.
    NodeCutOff = "node-cut-off";
    /// The token is invalid or has expired.
    BadToken = "bad-token";
    /// The name or the password is wrong.
    BadCredentials = "bad-credentials";
    /// The token does not have the scope.
    MissingScope = "missing-scope";
    /// Only an account may do it.
    AccountRequired = "account-required";
    /// The settings are not an object, or too long.
    BadSettings = "bad-settings";
    /// The name cannot be used.
    BadName = "bad-name";
    /// The name of the account cannot be used.
    BadAccountName = "bad-account-name";
    /// The configuration of the room is invalid.
    BadRoomConfig = "bad-room-config";
    /// The name is reserved, or looks like another user's.
    NameTaken = "name-taken";
    /// The password is too short, too long or too easy to guess.
    BadPassword = "bad-password";
    /// The request for a token is invalid.
    BadTokenRequest = "bad-token-request";
    /// The user has no such session or token.
    CredentialNotFound = "credential-not-found";
    /// There is no such account.
    UserNotFound = "user-not-found";
    /// A filter of a list has an unknown value.
    BadFilter = "bad-filter";
    /// There is no such tournament.
    TournamentNotFound = "tournament-not-found";
    /// There is no such puzzle.
    PuzzleNotFound = "puzzle-not-found";
    /// The explorer does not know the game, or the position is invalid.
    BadPosition = "bad-position";
    /// The description of the tournament is invalid.
    BadTournament = "bad-tournament";
    /// The account has as many tournaments that are not over as it may.
    TooManyTournaments = "too-many-tournaments";
    /// The tournament has started, so it can no longer be changed, or no longer be joined.
    TournamentStarted = "tournament-started";
    /// The tournament is over.
    TournamentOver = "tournament-over";
    /// The tournament has as many players as it may.
    TournamentFull = "tournament-full";
    /// The account is marked as a bot, and the tournament is for humans only.
    BotsNotAllowed = "bots-not-allowed";
    /// Only the creator of the tournament may do it.
    NotCreator = "not-creator";
    /// The account plays in the tournament already.
    AlreadyJoined = "already-joined";
    /// The account does not play in the tournament.
    NotJoined = "not-joined";
    /// The tournament has another password.
    WrongPassword = "wrong-password";
    /// There is no such challenge.
    ChallengeNotFound = "challenge-not-found";
    /// An account cannot challenge, follow or block itself.
    OwnAccount = "own-account";
    /// The other account accepts no challenges from this one and cannot be followed by it.
    Blocked = "blocked";
    /// As many challenges of the account are open as may be, or one to the same account.
    TooManyChallenges = "too-many-challenges";
    /// The challenge was not answered in time.
    ChallengeExpired = "challenge-expired";
    /// The challenge was accepted, declined or withdrawn before.
    ChallengeDecided = "challenge-decided";
    /// The account follows and blocks as many others as it may.
    TooManyRelations = "too-many-relations";
    /// Only moderators may do it.
    ModeratorRequired = "moderator-required";
    /// Only operators may do it.
    OperatorRequired = "operator-required";
    /// There is no such open report.
    ReportNotFound = "report-not-found";
    /// The account has reported as often as it may in a day.
    TooManyReports = "too-many-reports";
    /// A text is empty or too long, or a time is too long.
    BadText = "bad-text";
    /// The action of a moderator was done before.
    NothingToChange = "nothing-to-change";
    /// The account has played rated games, so its owner can no longer mark it as a bot.
    HasRatedGames = "has-rated-games";
    /// A moderator has muted the user.
    Muted = "muted";
    /// A moderator has closed the account.
    AccountClosed = "account-closed";
    /// There is no such study or chapter, or the user may not read it.
    StudyNotFound = "study-not-found";
    /// The study or chapter was changed since the version of the request.
    StudyChanged = "study-changed";
    /// The account has as many studies as it may.
    TooManyStudies = "too-many-studies";
    /// The study has as many chapters as it may.
    TooManyChapters = "too-many-chapters";
    /// The chapter is too large.
    ChapterTooLarge = "chapter-too-large";
    /// The studies of the account are too large together.
    StudiesTooLarge = "studies-too-large";
    /// The game was aborted before it started.
    GameNotPlayed = "game-not-played";
    /// PGN cannot express the game.
    PgnUnavailable = "pgn-unavailable";
    /// There is no such format.
    UnknownFormat = "unknown-format";
    /// The description of a picture is invalid.
    BadPicture = "bad-picture";
    /// The path is not that of a page of this site, or too long for a QR code.
    BadLink = "bad-link";
    /// Too many pictures are being drawn, or this one takes too long.
    PicturesBusy = "pictures-busy";
    /// No answer arrived. A client sets it for itself; the server never sends it.
    Offline = "offline";
    /// A code of a newer server. The server never sends it.
    Unknown = "unknown";
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    /// Parses a code; one that is not in the list becomes [`ErrorCode::Unknown`], so that a newer server may add some.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ErrorCode, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = ErrorCode::ALL.iter().find(|code| code.as_str() == text);
        Ok(known.copied().unwrap_or(ErrorCode::Unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_written_as_its_text_and_parsed_back() {
        for code in ErrorCode::ALL {
            let text = serde_json::to_string(code).expect("a unit variant is a string");
            assert_eq!(text, format!("\"{}\"", code.as_str()));
            assert_eq!(serde_json::from_str::<ErrorCode>(&text).ok(), Some(*code));
        }
    }

    #[test]
    fn a_code_of_a_newer_server_is_unknown() {
        assert_eq!(serde_json::from_str::<ErrorCode>("\"moon-phase\"").ok(), Some(ErrorCode::Unknown));
    }
}
