//! The board: pieces, move options and animation.

pub(crate) mod animation;
pub(crate) mod animation_kind;
pub(crate) mod board_sprites;
pub(crate) mod board_update;
pub(crate) mod captured_pieces;
pub(crate) mod capturing_pairs;
pub(crate) mod checked_king;
pub(crate) mod dice;
pub(crate) mod dice_display;
pub(crate) mod drawings;
pub(crate) mod eval_bar;
pub(crate) mod haptics;
pub(crate) mod move_marks;
pub(crate) mod move_options;
pub(crate) mod position_editor;
pub(crate) mod position_rights;
pub(crate) mod setup_events;
pub(crate) mod turn_rows;
