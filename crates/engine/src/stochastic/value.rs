use yipan_core::Side;

/// The value of an immediate win; later wins score one less per ply.
///
/// It exceeds every heuristic value. Star1 pruning needs such a bound.
pub const WIN: i32 = 3_000;

/// The bound of heuristic values.
pub(crate) const MAX_HEURISTIC: i32 = 2_500;

/// Returns the value of a finished game for `side`.
pub(super) fn terminal_value(winner: Option<Side>, side: Side, ply: i32) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == side => WIN - ply,
        Some(_) => ply - WIN,
    }
}
