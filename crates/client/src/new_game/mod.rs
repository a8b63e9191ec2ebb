//! The start of a new game: its options, presets, handicaps and the levels of the computer.

pub(crate) mod handicap;
pub(crate) mod level_rating;
pub(crate) mod level_text;
pub(crate) mod mode_preset;
pub(crate) mod preferred_game;
pub(crate) mod repetition_names;
pub(crate) mod room_game;
pub(crate) mod rule_text;
