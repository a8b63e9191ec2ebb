//! Tests of the public interface.

mod action_numbers;
mod observations;
mod random_games;
