//! The contract of a store: every test runs on SQLite and on PostgreSQL.

mod accounts;
mod archive;
mod correspondence;
mod credentials;
mod explorer;
mod fence;
mod games;
mod moderation;
mod packing;
mod people;
mod puzzles;
mod ratings;
mod results;
mod rooms;
mod studies;
mod support;
mod tournaments;
