//! Statements about logs, which are packed in part or as a whole once their game is over. SQLite does not pack.

use super::connection::SqlConnection;
use super::packed_log::{pack, unpack};
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::rows::UnpackedRoom;

/// Returns the log of a room from a sequence number on.
///
/// It is one statement, so a log that is packed meanwhile is read as it was before or as it is after.
pub(super) async fn read_log(readers: &SqlPool, room: &str, from: u64) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::with_dialects(
        "SELECT line, NULL FROM entries WHERE room = $1 AND seq >= $2 ORDER BY seq",
        "SELECT line, packed FROM (
             SELECT seq, line, NULL::bytea AS packed FROM entries
             WHERE room = $1 AND seq >= $2 AND day = (SELECT day FROM rooms WHERE code = $1)
             UNION ALL
             SELECT -1, NULL, packed FROM rooms WHERE code = $1 AND packed_entries > $2
         ) AS log ORDER BY seq",
    );
    let mut log = Vec::new();
    for row in &readers.fetch_all(query.bind(room).bind(from)).await? {
        match row.get::<Option<Vec<u8>>>(1)? {
            Some(packed) => log.extend(unpack(&packed)?.into_iter().skip(from as usize)),
            None => log.push(row.get(0)?),
        }
    }
    Ok(log)
}

/// Returns rooms whose game is over and whose log has entries that are not packed, in the order of their codes, starting
/// after the code `after`.
pub(super) async fn unpacked_rooms(
    readers: &SqlPool,
    after: &str,
    limit: u32,
    entry_time: impl Fn(&str) -> Option<u64>,
) -> Result<Vec<UnpackedRoom>, sqlx::Error> {
    let SqlPool::Postgres(_) = readers else { return Ok(Vec::new()) };
    let query = Query::new(
        "SELECT code, last.line FROM rooms LEFT JOIN LATERAL (SELECT line FROM entries
             WHERE entries.day = rooms.day AND room = code ORDER BY seq DESC LIMIT 1) AS last ON TRUE
         WHERE is_over AND NOT is_packed AND code > $1 ORDER BY code LIMIT $2",
    );
    let read = |row: &SqlRow| {
        let line: Option<String> = row.get(1)?;
        // A damaged entry has no time, and need not wait for one.
        let last_entry = line.and_then(|line| entry_time(&line)).unwrap_or(0);
        Ok(UnpackedRoom { code: row.get(0)?, last_entry })
    };
    readers.fetch_all(query.bind(after).bind(limit)).await?.iter().map(read).collect()
}

/// Packs the log of a room inside a transaction, and returns whether it did.
///
/// It never waits for a lock: a slot that is being claimed, or a room that another transaction changes, is left as it is.
/// The appends of this owner use the same connection, so none comes in between.
pub(super) async fn pack_room(
    connection: &mut SqlConnection<'_>,
    room: &str,
    epoch: u64,
) -> Result<bool, sqlx::Error> {
    let SqlConnection::Postgres(_) = connection else { return Ok(false) };
    let slot = Query::new(
        "SELECT 1 FROM slots WHERE id = room_slot($1) AND epoch = $2 AND owner IS NOT NULL
         FOR SHARE SKIP LOCKED",
    );
    if connection.fetch_optional(slot.bind(room).bind(epoch)).await?.is_none() {
        return Ok(false);
    }
    let stored = Query::new(
        "SELECT packed FROM rooms WHERE code = $1 AND is_over AND NOT is_packed FOR UPDATE SKIP LOCKED",
    );
    let Some(stored) = connection.fetch_optional(stored.bind(room)).await? else { return Ok(false) };
    let mut lines = match stored.get::<Option<Vec<u8>>>(0)? {
        Some(packed) => unpack(&packed)?,
        None => Vec::new(),
    };
    let entries = Query::new(
        "SELECT seq, line FROM entries WHERE room = $1 AND day = (SELECT day FROM rooms WHERE code = $1)
         ORDER BY seq",
    );
    for row in &connection.fetch_all(entries.bind(room)).await? {
        if row.unsigned(0)? != lines.len() as u64 {
            let gap = format!("the log of room {room} has no entry {}", lines.len());
            return Err(sqlx::Error::Decode(gap.into()));
        }
        lines.push(row.get(1)?);
    }
    if lines.is_empty() {
        return Ok(false);
    }
    let packed = pack(&lines)?;
    let update =
        Query::new("UPDATE rooms SET packed = $2, packed_entries = $3, is_packed = TRUE WHERE code = $1");
    connection.execute(update.bind(room).bind(packed.as_slice()).bind(lines.len() as u64)).await?;
    let delete =
        Query::new("DELETE FROM entries WHERE room = $1 AND day = (SELECT day FROM rooms WHERE code = $1)");
    connection.execute(delete.bind(room)).await?;
    Ok(true)
}

/// Changes lines of a log inside a transaction: those that contain a text and for which `change` returns another.
pub(super) async fn change_lines(
    connection: &mut SqlConnection<'_>,
    room: &str,
    text: &str,
    change: impl Fn(&str) -> Option<String>,
) -> Result<(), sqlx::Error> {
    // The lock keeps the log from being packed meanwhile.
    let stored = Query::with_dialects(
        "SELECT NULL FROM rooms WHERE code = $1",
        "SELECT packed FROM rooms WHERE code = $1 FOR UPDATE",
    );
    let stored = connection.fetch_optional(stored.bind(room)).await?;
    if let Some(packed) = stored.map(|row| row.get::<Option<Vec<u8>>>(0)).transpose()?.flatten() {
        let mut lines = unpack(&packed)?;
        for line in lines.iter_mut().filter(|line| line.contains(text)) {
            if let Some(changed) = change(line) {
                *line = changed;
            }
        }
        let packed = pack(&lines)?;
        let update = Query::new("UPDATE rooms SET packed = $2 WHERE code = $1");
        connection.execute(update.bind(room).bind(packed.as_slice())).await?;
    }
    let lines = Query::with_dialects(
        "SELECT seq, line FROM entries WHERE room = $1 AND instr(line, $2) > 0",
        "SELECT seq, line FROM entries WHERE room = $1 AND strpos(line, $2) > 0",
    );
    for row in &connection.fetch_all(lines.bind(room).bind(text)).await? {
        let (seq, line): (u64, String) = (row.unsigned(0)?, row.get(1)?);
        if let Some(line) = change(&line) {
            let update = Query::new("UPDATE entries SET line = $3 WHERE room = $1 AND seq = $2");
            connection.execute(update.bind(room).bind(seq).bind(&line)).await?;
        }
    }
    Ok(())
}

/// Drops the partitions of past months that have no entries, and returns how many there were.
pub(super) async fn drop_empty_partitions(pool: &SqlPool) -> Result<u64, sqlx::Error> {
    let SqlPool::Postgres(_) = pool else { return Ok(0) };
    let query = Query::new("SELECT drop_empty_entries_partitions()::bigint");
    let row = pool.fetch_optional(query).await?.ok_or(sqlx::Error::RowNotFound)?;
    row.unsigned(0)
}
