//! The messages between a client and the server: everything of a game that is ever sent.
//!
//! A client sends [`ClientMessage`]s and receives [`ServerMessage`]s, one JSON object per WebSocket message. The changes
//! of a room are [`SequencedEvent`]s, numbered from 0 without a gap. [`RoomState::apply`] defines their meaning: a client
//! that applies every event has the state that a new client receives.
//!
//! ```
//! use yipan_wire::{ClientMessage, Command};
//!
//! let text = r#"{"type":"command","room":"K4T7QX","id":"17","seen":9,"command":{"type":"play","action":"e2e4"}}"#;
//! let message: ClientMessage = serde_json::from_str(text).unwrap();
//! assert!(matches!(message, ClientMessage::Command { command: Command::Play { .. }, .. }));
//! ```
//!
//! Game data is converted from the view of one viewer, never from the state of a game. This crate never opens a socket.

mod announced_restart;
mod challenge;
mod client_message;
mod conditional_moves;
mod correspondence;
mod effect;
mod error_code;
mod event;
mod explorer;
mod moderation;
mod notification;
mod picture_request;
mod pool;
mod profile;
mod puzzle;
mod qr_path;
mod rating;
mod role;
mod room_config;
mod room_state;
mod saved_game;
mod server_message;
mod study;
mod tournament;
mod user;
mod view;

pub use announced_restart::{AnnouncedRestart, MAX_RESTART_MINUTES, MAX_RESTART_TEXT_CHARS};
pub use challenge::{Challenge, ChallengeState, DeclineChallenge, DeclineReason, NewChallenge};
pub use client_message::{Claim, ClientMessage, Command, Offer};
pub use conditional_moves::{MAX_CONDITIONAL_LINES, MAX_CONDITIONAL_MOVES, advance_lines};
pub use correspondence::{CorrespondenceGame, CorrespondenceGames};
pub use effect::{DieFace, Effect};
pub use error_code::ErrorCode;
pub use event::{Event, SequencedEvent};
pub use explorer::{ExactValue, ExplorerGame, ExplorerMove, ExplorerPosition};
pub use moderation::{
    AuditEntry, Moderate, ModerationAction, NewReport, Report, ReportReason, ReportedMessage,
};
pub use notification::{MarkRead, Notification, NotificationEvent, NotificationList, Relations};
pub use picture_request::{MAX_PICTURE_RECORD_BYTES, MAX_PICTURE_STEPS, PictureRequest};
pub use pool::Pool;
pub use profile::{
    CategoryRating, FoundUser, GamePage, ModeResults, RatingHistory, RatingHistoryEntry, UserProfile,
    UserResults,
};
pub use puzzle::{PuzzleAttemptRequest, PuzzleAttemptResult, PuzzleRating};
pub use qr_path::MAX_QR_PATH_BYTES;
pub use rating::{PlayerRating, RatingChange, RoomRatings};
pub use role::Role;
pub use room_config::{RoomConfig, SidePreference, SpectatorPolicy};
pub use room_state::{
    ChatMessage, Clocks, GameEnd, MoveEntry, Player, RoomPhase, RoomState, SequenceGapError, TimeLeft,
};
pub use saved_game::{MAX_SAVED_GAME_BYTES, MAX_SAVED_GAMES, SavedGameEntry};
pub use server_message::{ApiError, LiveGame, OpenRoom, ServerMessage};
pub use study::{
    ChapterChange, ChapterContents, CreatedId, MAX_CHAPTER_BYTES, MAX_CHAPTERS, MAX_STUDIES, MAX_STUDY_BYTES,
    MAX_STUDY_TITLE_CHARACTERS, NewStudy, Study, StudyChange, StudyChapter, StudySummary, StudyVisibility,
};
pub use tournament::{
    JoinTournament, NewTournament, OwnTournamentPlayer, TournamentConfig, TournamentFormat, TournamentGame,
    TournamentPage, TournamentResult, TournamentStage, TournamentStanding, TournamentState,
    TournamentSummary,
};
pub use user::{CreatedRoom, Credential, CredentialKind, CurrentUser, GameSummary, Scope};
pub use view::{CapturedPiece, Dice, Die, PlacedMark, View};

/// The version of the protocol, which a client sends in its first message.
pub const PROTOCOL_VERSION: u32 = 2;

/// The default limit for a message of a client, in bytes.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 8 * 1024;
