//! Statements about tournaments.

use std::collections::HashMap;

use yipan_wire::FoundUser;

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::tournament_rows::{StoredStage, TournamentAppend, TournamentFilter, TournamentRow};

/// The columns of [`tournament_row`].
macro_rules! select_tournaments {
    ($rest:literal) => {
        concat!(
            "SELECT code, creator, config, password_hash, created, starts, stage, players FROM tournaments ",
            $rest
        )
    };
}

pub(super) const EXPORT: &str = select_tournaments!("ORDER BY code");

/// A change of a tournament.
#[derive(Debug)]
pub(in crate::storage) enum TournamentWrite {
    Add(TournamentRow),
    Change(TournamentRow),
    Append(TournamentAppend),
}

/// Makes a change inside a transaction, and returns whether it was made.
pub(super) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &TournamentWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        TournamentWrite::Add(row) => add(connection, row).await,
        TournamentWrite::Change(row) => {
            // A player who has just joined has joined for the description of before.
            let query = Query::new(
                "UPDATE tournaments SET config = $2, password_hash = $3, starts = $4
                 WHERE code = $1 AND stage = 'waiting' AND players = $5",
            );
            let query = query.bind(&row.code).bind(&row.config).bind(&row.password_hash);
            let query = query.bind(row.starts).bind(row.players);
            Ok(connection.execute(query).await? > 0)
        }
        TournamentWrite::Append(append) => run_append(connection, append).await,
    }
}

pub(super) async fn add(
    connection: &mut SqlConnection<'_>,
    row: &TournamentRow,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "INSERT INTO tournaments (code, creator, config, password_hash, created, starts, stage, players)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    );
    let query = query.bind(&row.code).bind(&row.creator).bind(&row.config).bind(&row.password_hash);
    let query = query.bind(row.created).bind(row.starts).bind(row.stage.as_str()).bind(row.players);
    Ok(connection.execute(query).await? > 0)
}

async fn run_append(
    connection: &mut SqlConnection<'_>,
    append: &TournamentAppend,
) -> Result<bool, sqlx::Error> {
    // The description is not changed while this transaction runs: the statement locks its row.
    let query = Query::new("UPDATE tournaments SET config = config WHERE code = $1 AND config = $2");
    if connection.execute(query.bind(&append.code).bind(&append.config)).await? == 0 {
        return Ok(false);
    }
    for (seq, line) in (append.seq..).zip(&append.entries) {
        // Each entry waits for a server that writes the same one. Only the first can be taken: another server that has
        // written a later one has also written it.
        let query = Query::new(
            "INSERT INTO tournament_events (tournament, seq, line) SELECT code, $2, $3 FROM tournaments
             WHERE code = $1 AND
             ($2 = 0 OR EXISTS (SELECT 1 FROM tournament_events WHERE tournament = $1 AND seq = $2 - 1))
             ON CONFLICT DO NOTHING",
        );
        if connection.execute(query.bind(&append.code).bind(seq).bind(line)).await? == 0 {
            return Ok(false);
        }
    }
    let query = Query::new("UPDATE tournaments SET stage = $2, players = $3 WHERE code = $1");
    let query = query.bind(&append.code).bind(append.stage.as_str()).bind(append.players);
    Ok(connection.execute(query).await? > 0)
}

/// Adds an entry of an archive.
pub(super) async fn add_entry(
    connection: &mut SqlConnection<'_>,
    code: &str,
    seq: u64,
    line: &str,
) -> Result<(), sqlx::Error> {
    let query = Query::new("INSERT INTO tournament_events (tournament, seq, line) VALUES ($1, $2, $3)");
    connection.execute(query.bind(code).bind(seq).bind(line)).await.map(drop)
}

pub(super) async fn tournament(readers: &SqlPool, code: &str) -> Result<Option<TournamentRow>, sqlx::Error> {
    let row = readers.fetch_optional(Query::new(select_tournaments!("WHERE code = $1")).bind(code)).await?;
    row.as_ref().map(tournament_row).transpose()
}

pub(super) async fn log(readers: &SqlPool, code: &str, from: u64) -> Result<Vec<String>, sqlx::Error> {
    let query =
        Query::new("SELECT line FROM tournament_events WHERE tournament = $1 AND seq >= $2 ORDER BY seq");
    first_column(&readers.fetch_all(query.bind(code).bind(from)).await?)
}

pub(super) async fn page(
    readers: &SqlPool,
    filter: &TournamentFilter,
) -> Result<Vec<TournamentRow>, sqlx::Error> {
    let is_ascending = filter.stage == StoredStage::Waiting;
    let first = (if is_ascending { 0 } else { i64::MAX as u64 }, String::new());
    let (starts, code) = filter.after.as_ref().unwrap_or(&first);
    // No stored text contains a null character, and PostgreSQL rejects a query that does.
    if code.contains('\0') {
        return Ok(Vec::new());
    }
    let query = Query::new(if is_ascending {
        select_tournaments!(
            "WHERE stage = $1 AND (starts > $2 OR (starts = $2 AND code > $3)) ORDER BY starts, code LIMIT $4"
        )
    } else {
        select_tournaments!(
            "WHERE stage = $1 AND (starts < $2 OR (starts = $2 AND code < $3))
             ORDER BY starts DESC, code DESC LIMIT $4"
        )
    });
    let query = query.bind(filter.stage.as_str()).bind(*starts).bind(code).bind(filter.limit);
    readers.fetch_all(query).await?.iter().map(tournament_row).collect()
}

pub(super) async fn due(readers: &SqlPool, now: u64) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::new(
        "SELECT code FROM tournaments
         WHERE stage = 'running' OR (stage = 'waiting' AND starts <= $1) ORDER BY code",
    );
    first_column(&readers.fetch_all(query.bind(now)).await?)
}

pub(super) async fn by_creator(readers: &SqlPool, creator: &str) -> Result<Vec<TournamentRow>, sqlx::Error> {
    let query = Query::new(select_tournaments!("WHERE creator = $1 ORDER BY created DESC, code"));
    readers.fetch_all(query.bind(creator)).await?.iter().map(tournament_row).collect()
}

pub(super) async fn entered_by(readers: &SqlPool, user_id: &str) -> Result<Vec<TournamentRow>, sqlx::Error> {
    let user = serde_json::to_string(user_id).map_err(|error| sqlx::Error::Encode(error.into()))?;
    // An index would cost every entry of every tournament, and only the export of an account asks.
    let query = Query::with_dialects(
        select_tournaments!(
            "WHERE code IN (SELECT tournament FROM tournament_events WHERE instr(line, $1) > 0)
             ORDER BY created DESC, code"
        ),
        select_tournaments!(
            "WHERE code IN (SELECT tournament FROM tournament_events WHERE strpos(line, $1) > 0)
             ORDER BY created DESC, code"
        ),
    );
    let joined = format!("\"event\":\"joined\",\"user\":{user},");
    readers.fetch_all(query.bind(&joined)).await?.iter().map(tournament_row).collect()
}

pub(super) async fn count_active(readers: &SqlPool, creator: &str) -> Result<u64, sqlx::Error> {
    let query =
        Query::new("SELECT COUNT(*) FROM tournaments WHERE creator = $1 AND stage IN ('waiting', 'running')");
    let row = readers.fetch_optional(query.bind(creator)).await?.ok_or(sqlx::Error::RowNotFound)?;
    row.unsigned(0)
}

/// Returns those of these rooms whose game is over. The codes are a JSON array.
pub(super) async fn over_rooms(readers: &SqlPool, codes: &str) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::with_dialects(
        "SELECT code FROM rooms WHERE is_over AND code IN (SELECT value FROM json_each($1))",
        "SELECT code FROM rooms WHERE is_over AND code IN (SELECT json_array_elements_text($1::json))",
    );
    first_column(&readers.fetch_all(query.bind(codes)).await?)
}

/// Returns users by their ids, which are a JSON array.
pub(super) async fn found_users(
    readers: &SqlPool,
    ids: &str,
) -> Result<HashMap<String, FoundUser>, sqlx::Error> {
    let query = Query::with_dialects(
        "SELECT id, name, is_bot FROM users WHERE id IN (SELECT value FROM json_each($1))",
        "SELECT id, name, is_bot FROM users WHERE id IN (SELECT json_array_elements_text($1::json))",
    );
    let rows = readers.fetch_all(query.bind(ids)).await?;
    let user = |row: &SqlRow| {
        let id: String = row.get(0)?;
        Ok((id.clone(), FoundUser { id, name: row.get(1)?, is_bot: row.get(2)? }))
    };
    rows.iter().map(user).collect()
}

pub(super) fn tournament_row(row: &SqlRow) -> Result<TournamentRow, sqlx::Error> {
    let name: String = row.get(6)?;
    let stage = StoredStage::ALL.into_iter().find(|stage| stage.as_str() == name);
    Ok(TournamentRow {
        code: row.get(0)?,
        creator: row.get(1)?,
        config: row.get(2)?,
        password_hash: row.get(3)?,
        created: row.unsigned(4)?,
        starts: row.unsigned(5)?,
        stage: stage.ok_or_else(|| sqlx::Error::Decode(format!("unknown stage `{name}`").into()))?,
        players: u32::try_from(row.unsigned(7)?).unwrap_or(u32::MAX),
    })
}

fn first_column(rows: &[SqlRow]) -> Result<Vec<String>, sqlx::Error> {
    rows.iter().map(|row| row.get(0)).collect()
}
