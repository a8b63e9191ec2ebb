use std::collections::{BTreeMap, BTreeSet};

use yipan_clock::Millis;
use yipan_ratings::{Category, Rating, Standing, rate_game};
use yipan_room::RatedGame;
use yipan_server::RatingRow;

const DAY_MILLIS: f64 = 86_400_000.0;

/// The ratings of all users, and the games that they follow from.
#[derive(Debug, Default)]
pub(crate) struct Ratings {
    rows: BTreeMap<(String, Category), RatingRow>,
    /// The rooms of the rated games, in the order in which they were rated.
    order: Vec<String>,
    rated: BTreeSet<String>,
}

impl Ratings {
    pub(super) fn get(&self, user_id: &str, category: Category) -> Option<RatingRow> {
        self.rows.get(&(user_id.to_owned(), category)).cloned()
    }

    pub(super) fn is_rated(&self, room: &str) -> bool {
        self.rated.contains(room)
    }

    /// Rates the game of a room. The limit of points for games of one day does not matter here and is left out.
    pub(super) fn rate(&mut self, room: &str, game: &RatedGame) {
        self.order.push(room.to_owned());
        self.rated.insert(room.to_owned());
        let standings = [0, 1].map(|index| self.standing(&game.users[index], game));
        let after = rate_game(standings, game.winner);
        for (user, rating) in game.users.iter().zip(after) {
            let key = (user.clone(), game.category);
            let games = self.rows.get(&key).map_or(0, |row| row.games) + 1;
            let (category, updated) = (game.category, game.ended_at.0);
            self.rows.insert(key, RatingRow { category, rating, updated, games });
        }
    }

    fn standing(&self, user: &str, game: &RatedGame) -> Standing {
        let Some(row) = self.get(user, game.category) else {
            return Standing { rating: Rating::default(), idle_days: 0.0, gained_today: 0.0 };
        };
        let idle_days = game.ended_at.0.saturating_sub(row.updated) as f64 / DAY_MILLIS;
        Standing { rating: row.rating, idle_days, gained_today: 0.0 }
    }

    /// Returns a difference between these ratings and those that follow from the games of the logs, by room. A game that
    /// has ended after `recent` need not be rated yet.
    pub(crate) fn find_difference(
        &self,
        games: &BTreeMap<String, RatedGame>,
        recent: Millis,
    ) -> Option<String> {
        let mut expected = Ratings::default();
        for room in &self.order {
            match games.get(room) {
                Some(_) if expected.is_rated(room) => return Some(format!("room {room} was rated twice")),
                Some(game) => expected.rate(room, game),
                None => return Some(format!("room {room} was rated and has no rated game")),
            }
        }
        let unrated = games.iter().find(|(room, game)| game.ended_at < recent && !self.is_rated(room));
        if let Some((room, _)) = unrated {
            return Some(format!("the game of room {room} was not rated"));
        }
        (expected.rows != self.rows).then(|| format!("{:?} instead of {:?}", self.rows, expected.rows))
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;

    #[test]
    fn a_game_that_is_rated_twice_or_not_at_all_is_found() {
        let game = RatedGame {
            category: "chess.blitz".parse().expect("a category"),
            users: ["ada".to_owned(), "bob".to_owned()],
            winner: Some(Side::First),
            ended_at: Millis(1_000),
        };
        let games = BTreeMap::from([("K4T7QX".to_owned(), game.clone())]);
        let mut ratings = Ratings::default();
        assert_eq!(ratings.find_difference(&games, Millis(500)), None, "it has just ended");
        assert!(ratings.find_difference(&games, Millis(5_000)).is_some());
        ratings.rate("K4T7QX", &game);
        assert_eq!(ratings.find_difference(&games, Millis(5_000)), None);
        assert_eq!(ratings.get("ada", game.category).map(|row| row.games), Some(1));
        ratings.rate("K4T7QX", &game);
        assert!(ratings.find_difference(&games, Millis(5_000)).is_some());
    }
}
