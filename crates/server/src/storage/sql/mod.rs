//! The statements that SQLite and PostgreSQL share, and the store that runs them.
//!
//! Both databases understand the same statements with few exceptions, which name both forms. They differ in how a batch
//! of writes is committed: that is a [`writer::Backend`].

mod accounts;
pub(super) mod archive;
mod challenges;
mod connection;
mod correspondence;
mod correspondence_store;
mod credentials;
mod error;
mod explorer;
mod explorer_store;
mod game_conditions;
mod game_page;
mod game_results;
pub(super) mod job;
pub(super) mod migrations;
mod moderation;
mod moderation_store;
mod notifications;
pub(crate) mod packed_log;
mod packing;
mod people_store;
mod people_write;
mod pool;
mod puzzle_store;
mod puzzles;
mod query;
mod rating_store;
mod ratings;
mod relations;
mod row;
mod saved_games;
mod sql_store;
mod studies;
mod study_store;
mod tournament_store;
mod tournaments;
mod user_locks;
pub(super) mod write;
pub(super) mod writer;
mod writer_status;

pub(super) use connection::SqlConnection;
pub(super) use correspondence::{put_correspondence_turn, remove_correspondence_game};
pub(super) use error::is_aborted;
pub(super) use explorer::ExplorerWrite;
pub(super) use pool::SqlPool;
pub(super) use query::Query;
pub(super) use ratings::add_rated_game;
pub(super) use sql_store::SqlStore;
