//! Everything that is stored: the store, its backups and archives, and the data directory.

pub(crate) mod archive;
pub(crate) mod backup;
pub(crate) mod data_dir;
pub(crate) mod health;
pub(crate) mod location;
pub(crate) mod packer;
pub(crate) mod postgres;
pub(crate) mod rating_rows;
pub(crate) mod rating_store;
pub(crate) mod rows;
mod sql;
pub(crate) mod sqlite;
pub(crate) mod store;
mod store_error;
pub(crate) mod tournament_rows;
pub(crate) mod tournament_store;
