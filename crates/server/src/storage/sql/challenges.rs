//! Statements about challenges.

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use super::user_locks::lock_users;
use crate::storage::people_rows::{ChallengeLimits, ChallengeRow, StoredChallengeState};

/// The columns of [`challenge_row`].
macro_rules! select_challenges {
    ($rest:literal) => {
        concat!(
            "SELECT id, challenger, challenged, config, created, expires, state, reason, room FROM challenges ",
            $rest
        )
    };
}

/// The query for all challenges.
pub(super) const EXPORT: &str = select_challenges!("ORDER BY id");

/// Adds a challenge of an archive.
pub(super) async fn insert(
    connection: &mut SqlConnection<'_>,
    row: &ChallengeRow,
) -> Result<(), sqlx::Error> {
    let (reason, room) = details(&row.state);
    let query = Query::new(
        "INSERT INTO challenges (id, challenger, challenged, config, created, expires, state, reason, room)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    );
    let query = query.bind(&row.id).bind(&row.challenger).bind(&row.challenged).bind(&row.config);
    let query = query.bind(row.created).bind(row.expires).bind(row.state.as_str()).bind(reason).bind(room);
    connection.execute(query).await.map(drop)
}

/// Adds a challenge unless the challenged account blocks the challenger or a limit is reached at its creation.
pub(super) async fn add(
    connection: &mut SqlConnection<'_>,
    row: &ChallengeRow,
    limits: ChallengeLimits,
) -> Result<bool, sqlx::Error> {
    // Otherwise challenges that are made at the same time would not count each other.
    lock_users(connection, [&row.challenger, &row.challenged]).await?;
    let (reason, room) = details(&row.state);
    let query = Query::new(
        "INSERT INTO challenges (id, challenger, challenged, config, created, expires, state, reason, room)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
         WHERE NOT EXISTS (SELECT 1 FROM relations WHERE user_id = $3 AND other_id = $2 AND kind = 'block')
             AND NOT EXISTS (SELECT 1 FROM challenges AS other
                 WHERE other.challenger = $2 AND other.challenged = $3 AND other.expires > $5 AND other.state = 'open')
             AND (SELECT COUNT(*) FROM challenges AS made
                 WHERE made.challenger = $2 AND made.expires > $5 AND made.state = 'open') < $10
             AND (SELECT COUNT(*) FROM challenges AS received
                 WHERE received.challenged = $3 AND received.expires > $5 AND received.state = 'open') < $11",
    );
    let query = query.bind(&row.id).bind(&row.challenger).bind(&row.challenged).bind(&row.config);
    let query = query.bind(row.created).bind(row.expires).bind(row.state.as_str()).bind(reason).bind(room);
    Ok(connection.execute(query.bind(limits.made).bind(limits.received)).await? > 0)
}

/// Removes the open challenges between two accounts.
pub(super) async fn remove_open_between(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
    other_id: &str,
) -> Result<(), sqlx::Error> {
    let query = Query::new(
        "DELETE FROM challenges WHERE state = 'open'
             AND ((challenger = $1 AND challenged = $2) OR (challenger = $2 AND challenged = $1))",
    );
    connection.execute(query.bind(user_id).bind(other_id)).await.map(drop)
}

pub(super) async fn decide(
    connection: &mut SqlConnection<'_>,
    id: &str,
    state: &StoredChallengeState,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let (reason, room) = details(state);
    let query = Query::new(
        "UPDATE challenges SET state = $2, reason = $3, room = $4 WHERE id = $1 AND state = 'open' AND expires > $5",
    );
    let query = query.bind(id).bind(state.as_str()).bind(reason).bind(room).bind(now);
    Ok(connection.execute(query).await? > 0)
}

pub(super) async fn remove(connection: &mut SqlConnection<'_>, before: u64) -> Result<bool, sqlx::Error> {
    let query = Query::new("DELETE FROM challenges WHERE expires < $1").bind(before);
    Ok(connection.execute(query).await? > 0)
}

pub(super) async fn challenge(readers: &SqlPool, id: &str) -> Result<Option<ChallengeRow>, sqlx::Error> {
    // No id contains a null character, and PostgreSQL rejects a query that does.
    if id.contains('\0') {
        return Ok(None);
    }
    let row = readers.fetch_optional(Query::new(select_challenges!("WHERE id = $1")).bind(id)).await?;
    row.as_ref().map(challenge_row).transpose()
}

pub(super) async fn of_user(
    readers: &SqlPool,
    user_id: &str,
    after: u64,
) -> Result<Vec<ChallengeRow>, sqlx::Error> {
    let query = Query::new(select_challenges!(
        "WHERE (challenger = $1 AND expires > $2) OR (challenged = $1 AND expires > $2) ORDER BY created DESC, id"
    ));
    readers.fetch_all(query.bind(user_id).bind(after)).await?.iter().map(challenge_row).collect()
}

/// Returns the columns `reason` and `room`.
fn details(state: &StoredChallengeState) -> (Option<&str>, Option<&str>) {
    match state {
        StoredChallengeState::Open | StoredChallengeState::Withdrawn => (None, None),
        StoredChallengeState::Accepted { room } => (None, Some(room)),
        StoredChallengeState::Declined { reason } => (Some(reason), None),
    }
}

/// Reads the columns of [`EXPORT`].
pub(super) fn challenge_row(row: &SqlRow) -> Result<ChallengeRow, sqlx::Error> {
    let name: String = row.get(6)?;
    let reason: Option<String> = row.get(7)?;
    let room: Option<String> = row.get(8)?;
    let state = match (name.as_str(), reason, room) {
        ("open", _, _) => StoredChallengeState::Open,
        ("accepted", _, Some(room)) => StoredChallengeState::Accepted { room },
        ("declined", Some(reason), _) => StoredChallengeState::Declined { reason },
        ("withdrawn", _, _) => StoredChallengeState::Withdrawn,
        _ => return Err(sqlx::Error::Decode(format!("unknown state of a challenge `{name}`").into())),
    };
    Ok(ChallengeRow {
        id: row.get(0)?,
        challenger: row.get(1)?,
        challenged: row.get(2)?,
        config: row.get(3)?,
        created: row.unsigned(4)?,
        expires: row.unsigned(5)?,
        state,
    })
}
