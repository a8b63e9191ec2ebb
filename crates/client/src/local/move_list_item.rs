use yipan_core::Side;

/// An entry of the move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveListItem {
    /// The side that moved.
    pub side: Side,
    /// The notation; `None` if the move is hidden from the viewer.
    pub notation: Option<String>,
}
