//! The contract of a store: every test runs on SQLite and on PostgreSQL.

mod accounts;
mod archive;
mod credentials;
mod fence;
mod games;
mod packing;
mod ratings;
mod rooms;
mod support;
mod tournaments;
