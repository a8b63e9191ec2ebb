//! The review of a played game: the quality of each move, the accuracy of both sides, and luck.

pub(crate) mod accuracy;
pub(crate) mod game_review;
pub(crate) mod judgment;
pub(crate) mod lesson;
pub(crate) mod win_probability;
