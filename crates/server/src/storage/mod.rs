//! Everything on disk: the store, its backups and archives, and the data directory.

pub(crate) mod archive;
pub(crate) mod backup;
pub(crate) mod data_dir;
pub(crate) mod health;
pub(crate) mod rows;
pub(crate) mod sqlite;
pub(crate) mod store;
