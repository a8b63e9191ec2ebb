use std::ops::{BitAnd, Not};
use std::sync::Arc;

use yipan_core::Side;

use super::params::NetworkParams;
use crate::search_game::SearchGame;

/// A game whose positions a network can evaluate.
///
/// The inputs are numbered by owner (own pieces first), kind and cell.
pub trait NetworkGame: SearchGame {
    /// A set of cells.
    type CellSet: BitAnd<Output = Self::CellSet>
        + Not<Output = Self::CellSet>
        + IntoIterator
        + PartialEq
        + Copy
        + Send;

    /// The set without a cell.
    const NO_CELLS: Self::CellSet;

    /// The number of inputs of one perspective.
    const INPUTS: usize = 2 * Self::PIECE_KINDS * Self::CELLS;

    /// Returns the cells of the pieces of one side and kind.
    fn piece_cells(&self, side: Side, kind: usize) -> Self::CellSet;

    /// Returns the index of a cell for the first side.
    fn cell_index(cell: <Self::CellSet as IntoIterator>::Item) -> usize;

    /// Returns the index of a cell for the second side, which sees the board from the opposite end.
    fn flip_cell(cell: usize) -> usize;

    /// Returns the number of pieces of both sides.
    fn piece_count(&self) -> usize;

    /// Returns the network that is compiled in.
    fn embedded_network() -> &'static Arc<NetworkParams>;

    /// Reduces a value, in centipawns, where few pieces are left to win with.
    fn scale_for_endgame(&self, value: i32) -> i32;
}
