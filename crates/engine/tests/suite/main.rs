//! The search and the computer players: strength, tactics and limits.

mod fog;
mod level_player;
mod modes;
mod search;
mod split_point;
mod tactics;
