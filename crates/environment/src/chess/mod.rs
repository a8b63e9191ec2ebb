//! Chess with and without modes: the 73 planes of moves of AlphaZero, and more where modes need them.

mod action_number;
mod encoded_chess;
mod layout;
mod mode_planes;
mod plane_names;
mod relative_square;
mod standard_planes;

pub use layout::ChessLayout;
