//! The statements that SQLite and PostgreSQL share, and the store that runs them.
//!
//! Both databases understand the same statements with few exceptions, which name both forms. They differ in how a batch
//! of writes is committed: that is a [`writer::Backend`].

mod accounts;
pub(super) mod archive;
mod connection;
mod credentials;
mod error;
mod game_page;
pub(super) mod job;
pub(super) mod migrations;
mod packed_log;
mod packing;
mod pool;
mod query;
mod rating_store;
mod ratings;
mod row;
mod saved_games;
mod sql_store;
mod tournament_store;
mod tournaments;
pub(super) mod write;
pub(super) mod writer;
mod writer_status;

pub(super) use connection::SqlConnection;
pub(super) use pool::SqlPool;
pub(super) use query::Query;
pub(super) use ratings::add_rated_game;
pub(super) use sql_store::SqlStore;
