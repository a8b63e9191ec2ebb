//! The server: WebSockets, rooms, users, storage and metrics.
//!
//! [`Server::bind`] opens the data directory and the listeners, and [`Server::run`] serves until a shutdown signal. The
//! rules of a room are in `yipan-room`. This crate stores every log entry before it publishes it.

mod api_errors;
mod app_startup;
mod app_state;
mod auth;
mod background_tasks;
mod blocking;
mod clock;
mod cluster;
mod engine;
mod explorer;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod http;
mod metrics;
mod moderation;
mod net;
mod ordered_watch;
mod people;
mod planted;
mod puzzle_library;
mod random;
mod ratings;
mod rooms;
mod select;
mod server;
mod settings;
#[cfg(feature = "simulation")]
#[doc(hidden)]
pub mod simulation;
mod storage;
#[cfg(test)]
#[path = "../tests/suite/net/postgres.rs"]
#[allow(dead_code, reason = "the suite uses the rest")]
mod test_postgres;
#[cfg(test)]
mod test_server;
mod tournaments;

pub use cluster::bus::url::{BusUrl, ParseBusUrlError, mask_bus_passwords};
pub use explorer::import::{ExplorerImport, GameToImport, ImportCounts};
pub use explorer::rebuild::{ExplorerRebuild, rebuild_explorer};
pub use http::static_files::{StaticFile, StaticFiles};
pub use moderation::admin::{
    accounts_with_role, announce_restart, read_audit_log, set_bot, set_role, withdraw_restart,
};
pub use moderation::admin_error::AdminError;
pub use moderation::command_line::{moderate, read_reports};
pub use net::cidr::{Cidr, ParseCidrError};
pub use net::descriptors::raise_descriptor_limit;
pub use net::tls::error::TlsError;
pub use net::tls::files::TlsFiles;
pub use ratings::rebuild::rebuild_ratings;
pub use server::Server;
pub use settings::{Limits, Rate, Settings};
pub use storage::archive::{export, import};
pub use storage::backup::{BackupError, BackupSummary, backup, check_backup, restore};
pub use storage::correspondence_rows::CorrespondenceGameRow;
pub use storage::correspondence_store::CorrespondenceStore;
pub use storage::data_dir::{CONFIG_FILE, DataDirError, private_file};
pub use storage::explorer_rows::{ExplorerGame, ExplorerMoveRow, ImportedExplorerGame, PositionKey};
pub use storage::explorer_store::ExplorerStore;
pub use storage::location::StoreLocation;
pub use storage::moderation_rows::{AuditRow, ModerationEffect, ReportRow, RestartRow, Sanctions};
pub use storage::moderation_store::ModerationStore;
pub use storage::people_rows::{
    ChallengeLimits, ChallengeRow, NotificationRow, RelationKind, RelationRow, SharedNotification,
    StoredChallengeState,
};
pub use storage::people_store::PeopleStore;
pub use storage::postgres::{
    ClusterStatus, NodeStatus, ParsePostgresUrlError, PostgresError, PostgresUrl, cluster_status, drain_node,
    mask_password, raise_level,
};
pub use storage::puzzle_rows::{NewPuzzleAttempt, PuzzleAttemptRow, PuzzleRatingKind, PuzzleRatingRow};
pub use storage::puzzle_store::PuzzleStore;
pub use storage::rating_rows::{
    GameFilter, GameResult, GameRow, ModeResultsRow, RatedGameRow, RatingChangeRow, RatingHistoryRow,
    RatingRow, ResultCounts, UserResultsRow,
};
pub use storage::rating_store::RatingStore;
pub use storage::rows::{
    AppendEntries, ArchiveRow, CredentialRow, NewSecret, PasswordUpdate, SecretRotation, UnpackedRoom,
    UserRow,
};
pub use storage::store::{Store, StoreError, StoreFuture, StoreStatus};
pub use storage::study_rows::{ChapterRow, ListedStudy, StudyRow, StudyUpdate};
pub use storage::study_store::StudyStore;
pub use storage::tournament_rows::{StoredStage, TournamentAppend, TournamentFilter, TournamentRow};
pub use storage::tournament_store::TournamentStore;
pub use yipan_room::{CorrespondenceTurn, RoomLimits};
pub use yipan_wire::{AuditEntry, ModerationAction, Report, Role};
