//! The contract of a store: every test runs on SQLite and on PostgreSQL.

mod accounts;
mod archive;
mod credentials;
mod games;
#[path = "../net/mod.rs"]
mod net;
mod rooms;
mod support;
