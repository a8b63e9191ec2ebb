//! Chess: its texts, its laws with and without modes, its moves compared with those of another program, and its views with those of a model.

mod laws;
mod modes;
mod shakmaty;
mod starts;
mod text;

pub use self::laws::chess_laws;
pub use self::modes::{chess_modes, chess_modes_model};
pub use self::shakmaty::{chess_fen_shakmaty, chess_shakmaty};
pub use self::text::{chess_fen, chess_moves, chess_pgn};
