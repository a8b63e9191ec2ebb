//! The example of Glickman's paper "Example of the Glicko-2 system", <http://www.glicko.net/glicko/glicko2.pdf>.

use yipan_ratings::Rating;

#[test]
fn the_published_example_gives_the_published_digits() {
    let opponent = |value, deviation| Rating { value, deviation, volatility: 0.06 };
    let player = Rating { value: 1500.0, deviation: 200.0, volatility: 0.06 };
    let games =
        [(opponent(1400.0, 30.0), 1.0), (opponent(1550.0, 100.0), 0.0), (opponent(1700.0, 300.0), 0.0)];
    let rated = player.after_games(&games);
    println!(
        "Glickman's example: rating {:.2}, deviation {:.2}, volatility {:.5}",
        rated.value, rated.deviation, rated.volatility
    );
    assert_eq!(format!("{:.2}", rated.value), "1464.05");
    assert_eq!(format!("{:.2}", rated.deviation), "151.52");
    assert_eq!(format!("{:.5}", rated.volatility), "0.06000");
    // The paper rounds its intermediate results: it prints 1464.06, 151.52 and 0.05999.
    assert!((rated.value - 1464.06).abs() < 0.01);
    assert!((rated.volatility - 0.05999).abs() < 0.00001);
}

#[test]
fn a_year_without_games_makes_a_rating_provisional() {
    let regular = Rating { value: 1800.0, deviation: 60.0, volatility: 0.06 };
    assert!(!regular.is_provisional());
    assert!(!regular.after_idle_days(180.0).is_provisional());
    let absent = regular.after_idle_days(400.0);
    assert!(absent.is_provisional());
    assert_eq!((absent.points(), absent.to_string()), (1800, "1800?".to_owned()));
    assert_eq!(regular.to_string(), "1800");
}
