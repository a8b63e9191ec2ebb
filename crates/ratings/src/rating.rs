use std::fmt;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The strength with which an unexpected result changes the volatility: the value of Glickman's example.
const TAU: f64 = 0.5;

/// The days without a game that count as one rating period. From the deviation of a regular player, about 60, it takes a
/// year until the rating is provisional again.
const DAYS_PER_PERIOD: f64 = 5.0;

/// The points of one unit of Glicko-2's own scale.
const POINTS_PER_UNIT: f64 = 173.7178;

/// An estimate of a player's strength in one category, as Glicko-2 has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate, in points.
    pub value: f64,
    /// The standard deviation of the estimate, in points.
    pub deviation: f64,
    /// The expected change of the strength in a rating period.
    pub volatility: f64,
}

/// The rating of a player without games.
impl Default for Rating {
    fn default() -> Rating {
        Rating { value: 1500.0, deviation: Rating::MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// The deviation of a player about whom nothing is known.
    pub const MAX_DEVIATION: f64 = 350.0;

    /// The deviation above which a rating is provisional.
    pub const PROVISIONAL_DEVIATION: f64 = 110.0;

    /// The least deviation, so that a rating never stops changing.
    const MIN_DEVIATION: f64 = 30.0;

    /// The range of values. No list of games leads to anything else, so that every rating can be shown and stored.
    const VALUES: (f64, f64) = (100.0, 4000.0);

    /// The range of volatilities.
    const VOLATILITIES: (f64, f64) = (0.02, 0.15);

    /// Whether too little is known about the player to compare the rating with others.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > Rating::PROVISIONAL_DEVIATION
    }

    /// Returns the value as it is shown: a whole number of points.
    #[must_use]
    pub fn points(&self) -> i32 {
        // The range of values is far inside that of the integer.
        self.value.round() as i32
    }

    /// Returns the rating after days without a game, in which the strength may have changed.
    #[must_use]
    pub fn after_idle_days(self, days: f64) -> Rating {
        let growth = self.volatility * (days.max(0.0) / DAYS_PER_PERIOD).sqrt() * POINTS_PER_UNIT;
        Rating { deviation: self.deviation.hypot(growth).min(Rating::MAX_DEVIATION), ..self }
    }

    /// Returns the rating after the games of one rating period: the rating of each opponent before it, and the player's
    /// result, 1 for a win and 0 for a loss.
    #[must_use]
    pub fn after_games(self, games: &[(Rating, f64)]) -> Rating {
        if games.is_empty() {
            return self;
        }
        let games: Vec<_> =
            games.iter().map(|(opponent, score)| (opponent.into(), outcome(*score))).collect();
        let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
        let rated = glicko2_rating_period(&(&self).into(), &games, &config);
        Rating {
            value: rated.rating.clamp(Rating::VALUES.0, Rating::VALUES.1),
            deviation: rated.deviation.clamp(Rating::MIN_DEVIATION, Rating::MAX_DEVIATION),
            volatility: rated.volatility.clamp(Rating::VOLATILITIES.0, Rating::VOLATILITIES.1),
        }
    }
}

fn outcome(score: f64) -> Outcomes {
    if score > 0.75 {
        Outcomes::WIN
    } else if score < 0.25 {
        Outcomes::LOSS
    } else {
        Outcomes::DRAW
    }
}

impl From<&Rating> for Glicko2Rating {
    fn from(rating: &Rating) -> Glicko2Rating {
        Glicko2Rating { rating: rating.value, deviation: rating.deviation, volatility: rating.volatility }
    }
}

/// Writes the points, followed by `?` if the rating is provisional.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.points(), if self.is_provisional() { "?" } else { "" })
    }
}
