//! The board: orientation, pieces, move options and animation.

pub(crate) mod animation;
pub(crate) mod board_sprites;
pub(crate) mod board_update;
pub(crate) mod captured_pieces;
pub(crate) mod dice;
pub(crate) mod eval_bar;
pub(crate) mod move_options;
pub(crate) mod orientation;
pub(crate) mod position_editor;
