use yipan_chess::Square;
use yipan_core::Side;

/// Returns the number of a square as `side` counts: `rank * 8 + file`, with the ranks from its own side.
pub(super) const fn relative_square(square: Square, side: Side) -> usize {
    match side {
        Side::First => square.index(),
        Side::Second => square.index() ^ 56,
    }
}
