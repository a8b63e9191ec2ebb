use yipan_xiangqi::{Point, Position};

/// Returns whether a move of this position captures.
pub(super) fn is_capture(position: &Position, to: Point) -> bool {
    position.by_color(position.side_to_move().other()).contains(to)
}
