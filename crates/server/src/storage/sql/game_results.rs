//! The results of a user, counted by the database.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::game_conditions::{has_computer, is_listed, modes_json, user_result};
use super::pool::SqlPool;
use super::query::Query;
use crate::storage::rating_rows::{ModeResultsRow, ResultCounts, UserResultsRow};

/// Puts the games that count before a statement, as the table `results`.
macro_rules! with_results {
    ($dialect:ident, $select:literal) => {
        concat!(
            "WITH results AS (
                 SELECT * FROM (
                     SELECT game, created, code, ",
            modes_json!($dialect),
            " AS modes, ",
            user_result!($dialect),
            " AS result
                     FROM seats JOIN rooms ON code = room
                     WHERE user_id = $1 AND is_over AND summary IS NOT NULL AND ",
            is_listed!($dialect),
            " AND NOT (",
            has_computer!($dialect),
            ") AND NOT EXISTS (SELECT 1 FROM voided_games WHERE voided_games.room = code)
                 ) AS games WHERE result IS NOT NULL
             ) ",
            $select
        )
    };
}

macro_rules! select_counts {
    ($dialect:ident) => {
        with_results!(
            $dialect,
            "SELECT game, modes, result, COUNT(*) FROM results GROUP BY game, modes, result"
        )
    };
}

/// Within a streak, the number among all games grows like the number among the wins, so their difference names it.
macro_rules! select_streaks {
    ($dialect:ident) => {
        with_results!(
            $dialect,
            "SELECT COALESCE(MAX(CASE WHEN last = total THEN wins END), 0), COALESCE(MAX(wins), 0) FROM (
                 SELECT COUNT(*) AS wins, MAX(number) AS last, MAX(total) AS total FROM (
                     SELECT number, total, number - ROW_NUMBER() OVER (ORDER BY number) AS streak FROM (
                         SELECT result, ROW_NUMBER() OVER (ORDER BY created, code) AS number,
                             COUNT(*) OVER () AS total
                         FROM results
                     ) AS numbered WHERE result = 'win'
                 ) AS won GROUP BY streak
             ) AS streaks"
        )
    };
}

pub(super) async fn results_of(
    readers: &SqlPool,
    user_id: &str,
    viewer_id: &str,
) -> Result<UserResultsRow, sqlx::Error> {
    let counts = Query::with_dialects(select_counts!(sqlite), select_counts!(postgres));
    let mut mixes: BTreeMap<(String, Vec<String>), ResultCounts> = BTreeMap::new();
    for row in readers.fetch_all(counts.bind(user_id).bind(viewer_id)).await? {
        // A malformed summary must not hide the other games.
        let Ok(mut modes) = serde_json::from_str::<Vec<String>>(&row.get::<String>(1)?) else { continue };
        modes.sort_unstable();
        let counts = mixes.entry((row.get(0)?, modes)).or_default();
        let count = count(row.get(3)?);
        match row.get::<String>(2)?.as_str() {
            "win" => counts.wins += count,
            "draw" => counts.draws += count,
            _ => counts.losses += count,
        }
    }
    let mut results: Vec<_> =
        mixes.into_iter().map(|((game, modes), counts)| ModeResultsRow { game, modes, counts }).collect();
    results.sort_by_key(|row| Reverse(row.counts.games()));
    let streaks = Query::with_dialects(select_streaks!(sqlite), select_streaks!(postgres));
    let row = readers.fetch_optional(streaks.bind(user_id).bind(viewer_id)).await?;
    let row = row.ok_or(sqlx::Error::RowNotFound)?;
    Ok(UserResultsRow {
        results,
        current_win_streak: count(row.get(0)?),
        longest_win_streak: count(row.get(1)?),
    })
}

/// Both databases count with signed integers.
fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
