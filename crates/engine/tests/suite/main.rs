//! The search and the computer players: strength, tactics and limits.

mod level_player;
mod modes;
mod search;
mod split_point;
mod tactics;
