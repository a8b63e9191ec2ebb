/// Returns the win probability of the first side from its advantage in pawns, from 0 to 1.
///
/// The curve is that of Lichess, like the thresholds of the judgments and the accuracy that are computed from it.
#[must_use]
pub(super) fn win_probability(pawns: f64) -> f64 {
    1.0 / (1.0 + (-0.368_208 * pawns).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advantage_of_a_pawn_wins_six_times_in_ten() {
        assert!((win_probability(0.0) - 0.5).abs() < 1e-9);
        assert!((win_probability(1.0) - 0.591).abs() < 0.001, "{}", win_probability(1.0));
        assert!((win_probability(-3.0) - 0.249).abs() < 0.001, "{}", win_probability(-3.0));
        assert!(win_probability(100.0) <= 1.0 && win_probability(-100.0) >= 0.0);
    }
}
