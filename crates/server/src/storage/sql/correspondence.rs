//! Statements about correspondence games, and about the times when no server was running.

use yipan_clock::Millis;
use yipan_room::CorrespondenceTurn;

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::correspondence_rows::CorrespondenceGameRow;
use crate::storage::rows::ArchiveRow;

/// A change.
#[derive(Debug)]
pub(in crate::storage) enum CorrespondenceWrite {
    RecordAlive { now: u64, max_gap: u64 },
    MarkTurnsRead { user_id: String, until: u64 },
}

/// Makes a change inside a transaction, and returns whether any row changed.
pub(super) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &CorrespondenceWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        CorrespondenceWrite::RecordAlive { now, max_gap } => record_alive(connection, *now, *max_gap).await,
        CorrespondenceWrite::MarkTurnsRead { user_id, until } => {
            let query = Query::new(
                "INSERT INTO turns_read (user_id, read_until) VALUES ($1, $2)
                 ON CONFLICT (user_id) DO UPDATE SET read_until = excluded.read_until
                 WHERE turns_read.read_until < excluded.read_until",
            );
            Ok(connection.execute(query.bind(user_id).bind(*until)).await? > 0)
        }
    }
}

/// Stores whose turn it is.
pub(in crate::storage) async fn put_correspondence_turn(
    connection: &mut SqlConnection<'_>,
    room: &str,
    turn: &CorrespondenceTurn,
) -> Result<(), sqlx::Error> {
    let query = Query::new(
        "INSERT INTO correspondence_games
             (room, first_user, second_user, turn_user, turn_since, logged_until, deadline, plies)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (room) DO UPDATE SET first_user = excluded.first_user, second_user = excluded.second_user,
             turn_user = excluded.turn_user, turn_since = excluded.turn_since,
             logged_until = excluded.logged_until, deadline = excluded.deadline, plies = excluded.plies",
    );
    let query = query
        .bind(room)
        .bind(&turn.users[0])
        .bind(&turn.users[1])
        .bind(&turn.users[turn.side.index()])
        .bind(turn.since.0)
        .bind(turn.logged_until.0)
        .bind(turn.deadline.0)
        .bind(turn.plies as u64);
    connection.execute(query).await.map(drop)
}

/// The query for the turns of all running games.
pub(super) const EXPORT_GAMES: &str =
    "SELECT room, first_user, second_user, turn_user, turn_since, logged_until, deadline, plies
     FROM correspondence_games ORDER BY room";

/// Reads the columns of [`EXPORT_GAMES`].
pub(super) fn archived_game(row: &SqlRow) -> Result<ArchiveRow, sqlx::Error> {
    Ok(ArchiveRow::CorrespondenceGame {
        room: row.get(0)?,
        users: [row.get(1)?, row.get(2)?],
        turn_user: row.get(3)?,
        turn_since: row.unsigned(4)?,
        logged_until: row.unsigned(5)?,
        deadline: row.unsigned(6)?,
        plies: row.unsigned(7)?,
    })
}

/// Forgets a game that is over.
pub(in crate::storage) async fn remove_correspondence_game(
    connection: &mut SqlConnection<'_>,
    room: &str,
) -> Result<(), sqlx::Error> {
    let query = Query::new("DELETE FROM correspondence_games WHERE room = $1");
    connection.execute(query.bind(room)).await.map(drop)
}

/// Records that a server is running. If none was seen for longer than `max_gap`, that was an outage.
async fn record_alive(
    connection: &mut SqlConnection<'_>,
    now: u64,
    max_gap: u64,
) -> Result<bool, sqlx::Error> {
    let first = Query::new("INSERT INTO service_alive (id, seen) VALUES (1, $1) ON CONFLICT DO NOTHING");
    if connection.execute(first.bind(now)).await? > 0 {
        return Ok(true);
    }
    // The lock makes servers that start at once record an outage once.
    let last = Query::with_dialects(
        "SELECT seen FROM service_alive WHERE id = 1",
        "SELECT seen FROM service_alive WHERE id = 1 FOR UPDATE",
    );
    let last = connection.fetch_optional(last).await?.ok_or(sqlx::Error::RowNotFound)?.unsigned(0)?;
    if now <= last {
        return Ok(false);
    }
    if now - last > max_gap {
        let outage =
            Query::new("INSERT INTO service_outages (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING");
        connection.execute(outage.bind(last).bind(now)).await?;
    }
    let seen = Query::new("UPDATE service_alive SET seen = $1 WHERE id = 1");
    connection.execute(seen.bind(now)).await?;
    // Those that are part of every log.
    let old = Query::new(
        "DELETE FROM service_outages
         WHERE ended <= COALESCE((SELECT MIN(logged_until) FROM correspondence_games), $1)",
    );
    connection.execute(old.bind(now)).await?;
    Ok(true)
}

/// Returns the outages that ended after this time, in order.
pub(super) async fn outages_after(
    readers: &SqlPool,
    after: u64,
) -> Result<Vec<(Millis, Millis)>, sqlx::Error> {
    let query = Query::new("SELECT began, ended FROM service_outages WHERE ended > $1 ORDER BY began");
    let read = |row: &SqlRow| Ok((Millis(row.unsigned(0)?), Millis(row.unsigned(1)?)));
    readers.fetch_all(query.bind(after)).await?.iter().map(read).collect()
}

/// Returns rooms whose deadline may have passed, the earliest first.
pub(super) async fn due_games(readers: &SqlPool, now: u64, limit: u32) -> Result<Vec<String>, sqlx::Error> {
    let query =
        Query::new("SELECT room FROM correspondence_games WHERE deadline <= $1 ORDER BY deadline LIMIT $2");
    readers.fetch_all(query.bind(now).bind(limit)).await?.iter().map(|row| row.get(0)).collect()
}

/// Whether the game of a room is a running correspondence game.
pub(super) async fn is_running(readers: &SqlPool, room: &str) -> Result<bool, sqlx::Error> {
    let query = Query::new("SELECT 1 FROM correspondence_games WHERE room = $1");
    Ok(readers.fetch_optional(query.bind(room)).await?.is_some())
}

/// Returns the running games of a user, that with the earliest deadline first.
pub(super) async fn games_of(
    readers: &SqlPool,
    user_id: &str,
    limit: u32,
) -> Result<Vec<CorrespondenceGameRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT room, turn_user, turn_since, logged_until, deadline, plies, summary
         FROM correspondence_games JOIN rooms ON rooms.code = correspondence_games.room
         WHERE (first_user = $1 OR second_user = $1) AND summary IS NOT NULL
         ORDER BY CASE WHEN turn_user = $1 THEN 0 ELSE 1 END, deadline, room LIMIT $2",
    );
    let read = |row: &SqlRow| {
        Ok(CorrespondenceGameRow {
            room: row.get(0)?,
            turn_user: row.get(1)?,
            turn_since: row.unsigned(2)?,
            logged_until: row.unsigned(3)?,
            deadline: row.unsigned(4)?,
            plies: row.unsigned(5)?,
            summary: row.get(6)?,
        })
    };
    readers.fetch_all(query.bind(user_id).bind(limit)).await?.iter().map(read).collect()
}

/// Returns the time until which a user has read that it is their turn; 0 before the first time.
pub(super) async fn turns_read_until(readers: &SqlPool, user_id: &str) -> Result<u64, sqlx::Error> {
    let query = Query::new("SELECT read_until FROM turns_read WHERE user_id = $1");
    readers.fetch_optional(query.bind(user_id)).await?.map_or(Ok(0), |row| row.unsigned(0))
}

/// Returns the number of rooms of a user whose game has not started.
pub(super) async fn waiting_rooms_of(readers: &SqlPool, user_id: &str) -> Result<u64, sqlx::Error> {
    let query = Query::new(
        "SELECT COUNT(*) FROM seats JOIN rooms ON code = room
         WHERE user_id = $1 AND NOT is_over AND summary IS NULL",
    );
    readers.fetch_optional(query.bind(user_id)).await?.map_or(Ok(0), |row| row.unsigned(0))
}
