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

/// Converts a value to a win rate from 0 to 1; four pawns are about 0.72.
pub(super) fn win_rate_of(value: i32) -> f64 {
    if value.abs() > MAX_HEURISTIC {
        // A decided game is beyond every heuristic value, and an early win is better.
        return if value > 0 {
            0.97 + f64::from(value) / 100_000.0
        } else {
            0.03 + f64::from(value) / 100_000.0
        };
    }
    0.02 + 0.96 / (1.0 + (-f64::from(value) / 400.0).exp())
}

/// Converts a win rate back to centipawns.
pub(super) fn centipawns_of(win_rate: f64) -> i32 {
    let odds = ((win_rate - 0.02) / 0.96).clamp(0.001, 0.999);
    (400.0 * (odds / (1.0 - odds)).ln()) as i32
}
