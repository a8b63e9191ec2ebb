//! Tests of the ratings through their public interface.

mod categories;
mod glickman;
mod properties;
mod simulation;
