//! Players whose strength is known.

use yipan_core::{Side, splitmix64};
use yipan_ratings::{Rating, Standing, rate_game};

const PLAYERS: usize = 10_000;
const GAMES_PER_PLAYER: usize = 200;

#[test]
fn ratings_rank_ten_thousand_players_by_their_strength() {
    let mut random = Random(1);
    let strengths: Vec<f64> = (0..PLAYERS).map(|_| 1500.0 + 300.0 * random.normal()).collect();
    let mut ratings = vec![Rating::default(); PLAYERS];
    let mut order: Vec<usize> = (0..PLAYERS).collect();
    for _ in 0..GAMES_PER_PLAYER {
        random.shuffle(&mut order);
        for pair in order.chunks_exact(2) {
            let [first, second] = [pair[0], pair[1]];
            let winner = random.result(strengths[first], strengths[second]);
            let standing =
                |index: usize| Standing { rating: ratings[index], idle_days: 0.1, gained_today: 0.0 };
            let [rated_first, rated_second] = rate_game([standing(first), standing(second)], winner);
            (ratings[first], ratings[second]) = (rated_first, rated_second);
        }
    }
    let values: Vec<f64> = ratings.iter().map(|rating| rating.value).collect();
    let correlation = rank_correlation(&strengths, &values);
    let provisional = ratings.iter().filter(|rating| rating.is_provisional()).count();
    println!("rank correlation of {PLAYERS} players after {GAMES_PER_PLAYER} games each: {correlation:.4}");
    println!("of them with a provisional rating: {provisional}");
    assert!(correlation >= 0.97, "{correlation}");
    // Only those who are much stronger or weaker than every random opponent stay uncertain.
    assert!(provisional * 100 < PLAYERS, "{provisional}");
}

/// Returns Spearman's rank correlation.
fn rank_correlation(first: &[f64], second: &[f64]) -> f64 {
    let ranks = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
        let mut ranks = vec![0.0; values.len()];
        for (rank, index) in order.into_iter().enumerate() {
            ranks[index] = rank as f64;
        }
        ranks
    };
    let squares = ranks(first).into_iter().zip(ranks(second)).map(|(one, other)| (one - other).powi(2));
    let count = first.len() as f64;
    1.0 - 6.0 * squares.sum::<f64>() / (count * (count * count - 1.0))
}

#[test]
fn the_rank_correlation_is_one_for_equal_orders_and_minus_one_for_opposite_ones() {
    let rising: Vec<f64> = (0..50).map(f64::from).collect();
    let falling: Vec<f64> = rising.iter().map(|value| -value).collect();
    assert!((rank_correlation(&rising, &rising) - 1.0).abs() < 1e-12);
    assert!((rank_correlation(&rising, &falling) + 1.0).abs() < 1e-12);
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        let (state, number) = splitmix64(self.0);
        self.0 = state;
        number
    }

    /// Returns a number between 0 and 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number of the standard normal distribution, as the sum of twelve uniform ones.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    fn shuffle(&mut self, values: &mut [usize]) {
        for index in (1..values.len()).rev() {
            values.swap(index, (self.next() % (index as u64 + 1)) as usize);
        }
    }

    /// Returns the winner of a game: a third of what is not decided by strength is a draw.
    fn result(&mut self, first: f64, second: f64) -> Option<Side> {
        let expected = 1.0 / (1.0 + 10_f64.powf((second - first) / 400.0));
        let draw = (1.0 - (2.0 * expected - 1.0).abs()) / 3.0;
        let number = self.unit();
        if number < expected - draw / 2.0 {
            Some(Side::First)
        } else if number < expected + draw / 2.0 {
            None
        } else {
            Some(Side::Second)
        }
    }
}
