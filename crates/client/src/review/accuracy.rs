/// Returns the accuracy of a move in percent from the win probability that it lost, from 0 to 1.
///
/// The curve is that of Lichess: 100 for no loss, about 63 for a loss of 10 percentage points.
#[must_use]
pub(super) fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the accuracy of a side in percent; `None` without moves.
///
/// It is the middle of the arithmetic and the harmonic mean, so that one blunder counts more than it would in an average.
#[must_use]
pub(super) fn side_accuracy(losses: &[f64]) -> Option<f64> {
    if losses.is_empty() {
        return None;
    }
    let count = losses.len() as f64;
    let arithmetic = losses.iter().map(|loss| move_accuracy(*loss)).sum::<f64>() / count;
    // A move without any accuracy would make the harmonic mean zero.
    let harmonic = count / losses.iter().map(|loss| 1.0 / move_accuracy(*loss).max(1.0)).sum::<f64>();
    Some(f64::midpoint(arithmetic, harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert!((move_accuracy(0.0) - 100.0).abs() < 0.01);
        assert!((60.0..66.0).contains(&move_accuracy(0.1)), "{}", move_accuracy(0.1));
        assert!(move_accuracy(1.0) < 1.0 && move_accuracy(-1.0) <= 100.0);
    }

    #[test]
    fn one_blunder_costs_more_than_its_share() {
        assert_eq!(side_accuracy(&[]), None);
        let perfect = side_accuracy(&[0.0; 10]).expect("moves");
        assert!((perfect - 100.0).abs() < 0.01);
        let mut losses = [0.0; 10];
        losses[3] = 0.5;
        let accuracy = side_accuracy(&losses).expect("moves");
        let average = losses.iter().map(|loss| move_accuracy(*loss)).sum::<f64>() / 10.0;
        assert!(accuracy < average && accuracy > 40.0, "{accuracy} {average}");
    }
}
