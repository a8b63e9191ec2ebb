use yipan_core::Side;

use crate::Rating;

/// The most points that a player gains in one category against the same opponent on one day. It is more than the first win
/// of a newcomer brings.
pub const MAX_DAILY_GAIN: f64 = 200.0;

/// A player before a game, in its category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating after the last rated game.
    pub rating: Rating,
    /// The days since that game, with fractions.
    pub idle_days: f64,
    /// The points that earlier games of the same day against the same opponent brought or, if negative, cost.
    pub gained_today: f64,
}

/// Returns the ratings of the first and the second side after a game; `winner` is `None` for a draw.
///
/// Each game is a rating period of its own. The opponent counts with the rating before the game.
#[must_use]
pub fn rate_game(players: [Standing; 2], winner: Option<Side>) -> [Rating; 2] {
    let before = players.map(|player| player.rating.after_idle_days(player.idle_days));
    Side::BOTH.map(|side| {
        let score = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        let after = before[side.index()].after_games(&[(before[side.other().index()], score)]);
        let most =
            before[side.index()].value + (MAX_DAILY_GAIN - players[side.index()].gained_today).max(0.0);
        Rating { value: after.value.min(most), ..after }
    })
}
