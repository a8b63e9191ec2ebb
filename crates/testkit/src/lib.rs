//! Laws of games, readers for the test vectors, generators of mutated text, numbers of the environment, and reports of tests
//! that were not run.
//!
//! ```
//! use yipan_testkit::vectors;
//!
//! #[derive(serde::Deserialize)]
//! struct Row {
//!     fen: String,
//!     nodes: u64,
//! }
//! let rows: Vec<Row> = vectors::rows("chess_perft.jsonl");
//! assert!(rows[0].nodes == 20 && rows[0].fen.starts_with("rnbqkbnr"));
//! ```
//!
//! This crate is a dev-dependency only and will never ship.

pub mod environment;
pub mod laws;
pub mod mutated_text;
pub mod not_run;
pub mod random_play;
pub mod vectors;
