use proptest::prelude::*;
use yipan_core::Side;
use yipan_ratings::{MAX_DAILY_GAIN, Rating, Standing, rate_game};

fn ratings() -> impl Strategy<Value = Rating> {
    (100.0..4000.0, 30.0..350.0, 0.02..0.15).prop_map(|(value, deviation, volatility)| Rating {
        value,
        deviation,
        volatility,
    })
}

fn standings() -> impl Strategy<Value = Standing> {
    (ratings(), 0.0..4000.0, -500.0..500.0).prop_map(|(rating, idle_days, gained_today)| Standing {
        rating,
        idle_days,
        gained_today,
    })
}

fn winners() -> impl Strategy<Value = Option<Side>> {
    prop_oneof![Just(None), Just(Some(Side::First)), Just(Some(Side::Second))]
}

proptest! {
    #[test]
    fn a_rating_stays_in_its_range(players in [standings(), standings()], winner in winners()) {
        for rating in rate_game(players, winner) {
            prop_assert!((100.0..=4000.0).contains(&rating.value), "{rating:?}");
            prop_assert!((30.0..=350.0).contains(&rating.deviation), "{rating:?}");
            prop_assert!((0.02..=0.15).contains(&rating.volatility), "{rating:?}");
        }
    }

    #[test]
    fn a_winner_never_loses_points_and_a_loser_never_gains_any(players in [standings(), standings()]) {
        let [winner, loser] = rate_game(players, Some(Side::First));
        prop_assert!(winner.value >= players[0].rating.value);
        prop_assert!(loser.value <= players[1].rating.value);
    }

    #[test]
    fn the_sides_are_treated_alike(players in [standings(), standings()], winner in winners()) {
        let [first, second] = rate_game(players, winner);
        let [other_second, other_first] =
            rate_game([players[1], players[0]], winner.map(Side::other));
        prop_assert_eq!((first, second), (other_first, other_second));
    }

    #[test]
    fn the_gain_of_a_day_against_one_opponent_is_limited(
        players in [standings(), standings()],
        winner in winners(),
    ) {
        let rated = rate_game(players, winner);
        for (before, after) in players.iter().zip(rated) {
            let gain = after.value - before.rating.value;
            let allowed = (MAX_DAILY_GAIN - before.gained_today).max(0.0);
            prop_assert!(gain <= allowed + 1e-9, "{gain} of {allowed}");
        }
    }

    #[test]
    fn longer_absence_never_makes_a_rating_more_certain(rating in ratings(), days in 0.0..2000.0, more in 0.0..2000.0) {
        let sooner = rating.after_idle_days(days);
        let later = rating.after_idle_days(days + more);
        prop_assert!(rating.deviation <= sooner.deviation && sooner.deviation <= later.deviation);
        prop_assert_eq!((later.value, later.volatility), (rating.value, rating.volatility));
    }
}
