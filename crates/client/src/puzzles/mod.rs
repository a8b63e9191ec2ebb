//! Puzzles: the choice of one, the attempt to solve it, and the progress on this device.

pub(crate) mod puzzle_attempt;
pub(crate) mod puzzle_choice;
pub(crate) mod puzzle_names;
pub(crate) mod puzzle_progress;
mod solver_moves;
