//! Statements about the opening explorer.

use std::collections::BTreeMap;

use serde_json::json;
use yipan_core::Side;

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::explorer_rows::{ExplorerGame, ExplorerMoveRow, ImportedExplorerGame, PositionKey};
use crate::storage::rating_rows::GameRow;

/// The advisory lock of a transaction that changes what is counted.
const EXPLORER_LOCK: u64 = u64::from_be_bytes(*b"yipan-ex") >> 1;

/// The characters of a code in the column `recent`.
const CODE_WIDTH: usize = 12;

/// Reads an array of arrays, which both databases do in their own way.
macro_rules! rows_of_json {
    (sqlite) => {
        "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), $2,
             json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
             json_extract(value, '$[6]'), json_extract(value, '$[7]'), $3
         FROM json_each($1) WHERE TRUE"
    };
    (postgres) => {
        "SELECT (value ->> 0)::bigint, (value ->> 1)::bigint, value ->> 2, $2, (value ->> 3)::bigint,
             (value ->> 4)::bigint, (value ->> 5)::bigint, (value ->> 6)::bigint, (value ->> 7)::bigint, $3
         FROM json_array_elements($1::json) WHERE TRUE"
    };
}

/// Adds rows to those that exist. A game that is taken out has negative numbers.
macro_rules! add_rows {
    ($database:ident, $recent:literal) => {
        concat!(
            "INSERT INTO explorer_moves (position, position_check, action, is_imported, first_wins, draws,
                 second_wins, rating_sum, rated_games, recent) ",
            rows_of_json!($database),
            " ON CONFLICT (position, position_check, action, is_imported) DO UPDATE SET
                 first_wins = explorer_moves.first_wins + excluded.first_wins,
                 draws = explorer_moves.draws + excluded.draws,
                 second_wins = explorer_moves.second_wins + excluded.second_wins,
                 rating_sum = explorer_moves.rating_sum + excluded.rating_sum,
                 rated_games = explorer_moves.rated_games + excluded.rated_games,
                 recent = ",
            $recent
        )
    };
}

/// A change of the explorer.
#[derive(Debug)]
pub(in crate::storage) enum ExplorerWrite {
    Count { room: String, game: Option<ExplorerGame>, is_listed: bool },
    Remove { room: String, game: Option<ExplorerGame> },
    Import(Vec<ImportedExplorerGame>),
    Reset,
}

/// Makes a change inside a transaction, and returns whether the results have changed.
pub(super) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &ExplorerWrite,
) -> Result<bool, sqlx::Error> {
    // SQLite has one writer. With PostgreSQL, a room could change its owner while its game is counted.
    let turn =
        Query::with_dialects("SELECT 1 WHERE $1 IS NOT NULL", "SELECT 1 FROM pg_advisory_xact_lock($1)");
    connection.fetch_optional(turn.bind(EXPLORER_LOCK)).await?;
    match write {
        ExplorerWrite::Count { room, game, is_listed } => {
            count(connection, room, game.as_ref(), *is_listed).await
        }
        ExplorerWrite::Remove { room, game } => remove(connection, room, game.as_ref()).await,
        ExplorerWrite::Import(games) => import(connection, games).await,
        ExplorerWrite::Reset => reset(connection).await,
    }
}

async fn count(
    connection: &mut SqlConnection<'_>,
    room: &str,
    game: Option<&ExplorerGame>,
    is_listed: bool,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "SELECT EXISTS (SELECT 1 FROM voided_games WHERE room = code) FROM rooms
         WHERE code = $1 AND is_over AND explorer_state = 0",
    );
    let Some(row) = connection.fetch_optional(query.bind(room)).await? else { return Ok(false) };
    let is_voided: bool = row.get(0)?;
    let counted = game.filter(|_| !is_voided);
    if let Some(game) = counted {
        let mut totals = MoveTotals::default();
        totals.add(game, 1);
        let recent = if is_listed { padded(room) } else { String::new() };
        totals.write(connection, &recent, false).await?;
    }
    // The row of the room is changed last, because an append may need it.
    let query = Query::new("UPDATE rooms SET explorer_state = $2 WHERE code = $1");
    connection.execute(query.bind(room).bind(if counted.is_some() { 1_u32 } else { 2 })).await?;
    Ok(counted.is_some())
}

async fn remove(
    connection: &mut SqlConnection<'_>,
    room: &str,
    game: Option<&ExplorerGame>,
) -> Result<bool, sqlx::Error> {
    let query = Query::new("SELECT 1 FROM rooms WHERE code = $1 AND explorer_state = 1");
    if connection.fetch_optional(query.bind(room)).await?.is_none() {
        return Ok(false);
    }
    if let Some(game) = game {
        let mut totals = MoveTotals::default();
        totals.add(game, -1);
        totals.take_out(connection, &padded(room)).await?;
    }
    connection.execute(Query::new("UPDATE rooms SET explorer_state = 2 WHERE code = $1").bind(room)).await?;
    Ok(game.is_some())
}

async fn import(
    connection: &mut SqlConnection<'_>,
    games: &[ImportedExplorerGame],
) -> Result<bool, sqlx::Error> {
    let mut totals = MoveTotals::default();
    for ImportedExplorerGame { digest, game } in games {
        let query = Query::new("INSERT INTO explorer_imports (digest) VALUES ($1) ON CONFLICT DO NOTHING");
        if connection.execute(query.bind(digest)).await? > 0 {
            totals.add(game, 1);
        }
    }
    totals.write(connection, "", true).await?;
    Ok(!totals.0.is_empty())
}

async fn reset(connection: &mut SqlConnection<'_>) -> Result<bool, sqlx::Error> {
    // Every room is changed, which takes longer than a statement that serves a request may.
    let limit = Query::with_dialects("SELECT '0'", "SELECT set_config('statement_timeout', '0', TRUE)");
    connection.fetch_optional(limit).await?;
    connection.execute(Query::new("DELETE FROM explorer_moves WHERE NOT is_imported")).await?;
    let query = Query::new("UPDATE rooms SET explorer_state = 0 WHERE explorer_state <> 0");
    Ok(connection.execute(query).await? > 0)
}

/// The numbers that games add to the results of their moves: first wins, draws, second wins, ratings and rated games.
#[derive(Default)]
struct MoveTotals<'a>(BTreeMap<(PositionKey, &'a str), [i64; 5]>);

impl<'a> MoveTotals<'a> {
    /// Adds a game this number of times.
    fn add(&mut self, game: &'a ExplorerGame, times: i64) {
        let result = match game.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        };
        for (position, action) in &game.moves {
            let totals = self.0.entry((*position, action)).or_default();
            totals[result] += times;
            if let Some(rating) = game.rating {
                totals[3] += i64::from(rating) * times;
                totals[4] += times;
            }
        }
    }

    /// Returns the rows as an array of arrays.
    fn to_json(&self) -> String {
        let row = |((position, action), totals): (&(PositionKey, &str), &[i64; 5])| {
            let [first, draws, second, ratings, rated] = totals;
            json!([position.hash as i64, position.check as i64, action, first, draws, second, ratings, rated])
        };
        self.0.iter().map(row).collect::<serde_json::Value>().to_string()
    }

    async fn write(
        &self,
        connection: &mut SqlConnection<'_>,
        recent: &str,
        is_imported: bool,
    ) -> Result<(), sqlx::Error> {
        let query = Query::with_dialects(
            add_rows!(sqlite, "substr(excluded.recent || explorer_moves.recent, 1, 48)"),
            add_rows!(postgres, "substr(excluded.recent || explorer_moves.recent, 1, 48)"),
        );
        let rows = self.to_json();
        connection.execute(query.bind(&rows).bind(is_imported).bind(recent)).await.map(drop)
    }

    /// Subtracts a game of a room, and removes the moves that no other game has.
    async fn take_out(&self, connection: &mut SqlConnection<'_>, recent: &str) -> Result<(), sqlx::Error> {
        let query = Query::with_dialects(
            add_rows!(sqlite, "replace(explorer_moves.recent, excluded.recent, '')"),
            add_rows!(postgres, "replace(explorer_moves.recent, excluded.recent, '')"),
        );
        let rows = self.to_json();
        connection.execute(query.bind(&rows).bind(false).bind(recent)).await?;
        let query = Query::with_dialects(
            "DELETE FROM explorer_moves WHERE NOT is_imported AND first_wins + draws + second_wins <= 0
                 AND (position, position_check, action) IN (SELECT json_extract(value, '$[0]'),
                     json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each($1))",
            "DELETE FROM explorer_moves WHERE NOT is_imported AND first_wins + draws + second_wins <= 0
                 AND (position, position_check, action) IN (SELECT (value ->> 0)::bigint,
                     (value ->> 1)::bigint, value ->> 2 FROM json_array_elements($1::json))",
        );
        connection.execute(query.bind(&rows)).await.map(drop)
    }
}

fn padded(room: &str) -> String {
    format!("{room:CODE_WIDTH$}")
}

pub(super) async fn unexplored_rooms(
    readers: &SqlPool,
    after: &str,
    limit: u32,
) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::new(
        "SELECT code FROM rooms WHERE is_over AND explorer_state = 0 AND code > $1 ORDER BY code LIMIT $2",
    );
    first_column(&readers.fetch_all(query.bind(after).bind(limit)).await?)
}

pub(super) async fn voided_rooms(readers: &SqlPool, limit: u32) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::new(
        "SELECT code FROM voided_games JOIN rooms ON code = room WHERE explorer_state = 1
         ORDER BY code LIMIT $1",
    );
    first_column(&readers.fetch_all(query.bind(limit)).await?)
}

pub(super) async fn moves(
    readers: &SqlPool,
    position: PositionKey,
) -> Result<Vec<ExplorerMoveRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT action, first_wins, draws, second_wins, rating_sum, rated_games, recent FROM explorer_moves
         WHERE position = $1 AND position_check = $2 ORDER BY action, is_imported",
    );
    let mut moves: Vec<ExplorerMoveRow> = Vec::new();
    for row in readers.fetch_all(query.bind(position.hash).bind(position.check)).await? {
        let row = move_row(&row)?;
        match moves.last_mut().filter(|last| last.action == row.action) {
            // The games of rooms and those that were imported are one result.
            Some(last) => {
                last.first_wins += row.first_wins;
                last.draws += row.draws;
                last.second_wins += row.second_wins;
                last.rating_sum += row.rating_sum;
                last.rated_games += row.rated_games;
                last.recent_rooms.extend(row.recent_rooms);
            }
            None => moves.push(row),
        }
    }
    Ok(moves)
}

/// Reads the columns `action, first_wins, draws, second_wins, rating_sum, rated_games, recent`.
fn move_row(row: &SqlRow) -> Result<ExplorerMoveRow, sqlx::Error> {
    let recent: String = row.get(6)?;
    Ok(ExplorerMoveRow {
        action: row.get(0)?,
        first_wins: row.unsigned(1)?,
        draws: row.unsigned(2)?,
        second_wins: row.unsigned(3)?,
        rating_sum: row.unsigned(4)?,
        rated_games: row.unsigned(5)?,
        recent_rooms: recent.split_whitespace().map(str::to_owned).collect(),
    })
}

pub(super) async fn game_rows(readers: &SqlPool, rooms: &[String]) -> Result<Vec<GameRow>, sqlx::Error> {
    let query = Query::with_dialects(
        "SELECT code, created, summary FROM rooms
         WHERE summary IS NOT NULL AND code IN (SELECT value FROM json_each($1))",
        "SELECT code, created, summary FROM rooms
         WHERE summary IS NOT NULL AND code IN (SELECT json_array_elements_text($1::json))",
    );
    let game =
        |row: &SqlRow| Ok(GameRow { room: row.get(0)?, created: row.unsigned(1)?, summary: row.get(2)? });
    readers.fetch_all(query.bind(&json!(rooms).to_string())).await?.iter().map(game).collect()
}

pub(super) async fn imported_digests(
    readers: &SqlPool,
    digests: &[String],
) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::with_dialects(
        "SELECT digest FROM explorer_imports WHERE digest IN (SELECT value FROM json_each($1))",
        "SELECT digest FROM explorer_imports WHERE digest IN (SELECT json_array_elements_text($1::json))",
    );
    first_column(&readers.fetch_all(query.bind(&json!(digests).to_string())).await?)
}

fn first_column(rows: &[SqlRow]) -> Result<Vec<String>, sqlx::Error> {
    rows.iter().map(|row| row.get(0)).collect()
}
