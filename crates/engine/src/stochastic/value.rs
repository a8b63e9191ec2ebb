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

/// The win rate of a heuristic value; four pawns are about 0.72.
fn heuristic_win_rate(value: i32) -> f64 {
    0.02 + 0.96 / (1.0 + (-f64::from(value) / 400.0).exp())
}

/// Converts a value to a win rate from 0 to 1. Decided games are beyond all others, and an early win is better.
pub(super) fn win_rate_of(value: i32) -> f64 {
    let undecided = heuristic_win_rate(value.clamp(-MAX_HEURISTIC, MAX_HEURISTIC));
    let beyond = f64::from(value.abs() - MAX_HEURISTIC).max(0.0) / f64::from(WIN - MAX_HEURISTIC);
    undecided + beyond * (if value > 0 { 1.0 } else { 0.0 } - undecided)
}

/// Converts a win rate back to centipawns.
pub(super) fn centipawns_of(win_rate: f64) -> i32 {
    let most = heuristic_win_rate(MAX_HEURISTIC);
    let favorable = win_rate.max(1.0 - win_rate);
    let value = if favorable > most {
        let beyond = (favorable.min(1.0) - most) / (1.0 - most);
        f64::from(MAX_HEURISTIC) + beyond * f64::from(WIN - MAX_HEURISTIC)
    } else {
        let odds = (favorable - 0.02) / 0.96;
        400.0 * (odds / (1.0 - odds)).ln()
    };
    value.round() as i32 * if win_rate < 0.5 { -1 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_converted_back() {
        for value in -WIN..=WIN {
            assert_eq!(centipawns_of(win_rate_of(value)), value);
        }
    }

    #[test]
    fn a_greater_value_has_a_greater_win_rate() {
        assert!((-WIN..WIN).all(|value| win_rate_of(value) < win_rate_of(value + 1)));
        assert!((0.0..=1.0).contains(&win_rate_of(-WIN)) && (0.0..=1.0).contains(&win_rate_of(WIN)));
    }
}
