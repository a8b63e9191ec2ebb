//! A model of what a viewer may know of a game of chess with modes, written from the rule book.
//!
//! It walks squares one at a time, is computed from the actual effects, and shares no code with the rules that it is
//! compared with. This crate is for tests only and will never ship.

mod board;
mod knowledge;

pub use self::board::{Board, forward, offset_square};
pub use self::knowledge::{ChessStep, Knowledge, Model, square};
