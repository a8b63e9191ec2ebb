//! Statements about the accounts that an account follows or blocks.

use yipan_wire::FoundUser;

use super::challenges;
use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use super::user_locks::lock_users;
use crate::storage::people_rows::{RelationKind, RelationRow};

pub(super) const EXPORT: &str =
    "SELECT user_id, other_id, kind, created FROM relations ORDER BY user_id, other_id";

pub(super) async fn put(connection: &mut SqlConnection<'_>, row: &RelationRow) -> Result<bool, sqlx::Error> {
    // Otherwise two accounts that follow and block each other at the same time would not see it.
    lock_users(connection, [&row.user_id, &row.other_id]).await?;
    let query = match row.kind {
        RelationKind::Follow => {
            "INSERT INTO relations (user_id, other_id, kind, created)
             SELECT $1, $2, $3, $4 WHERE NOT EXISTS
                 (SELECT 1 FROM relations AS theirs WHERE theirs.user_id = $2 AND theirs.other_id = $1 AND theirs.kind = 'block')
             ON CONFLICT (user_id, other_id) DO UPDATE SET kind = excluded.kind, created = excluded.created"
        }
        RelationKind::Block => {
            let query = Query::new(
                "DELETE FROM relations WHERE user_id = $2 AND other_id = $1 AND kind = 'follow'",
            );
            connection.execute(query.bind(&row.user_id).bind(&row.other_id)).await?;
            challenges::remove_open_between(connection, &row.user_id, &row.other_id).await?;
            "INSERT INTO relations (user_id, other_id, kind, created) VALUES ($1, $2, $3, $4)
             ON CONFLICT (user_id, other_id) DO UPDATE SET kind = excluded.kind, created = excluded.created"
        }
    };
    let query = Query::new(query).bind(&row.user_id).bind(&row.other_id).bind(row.kind.as_str());
    Ok(connection.execute(query.bind(row.created)).await? > 0)
}

pub(super) async fn remove(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
    other_id: &str,
    kind: RelationKind,
) -> Result<bool, sqlx::Error> {
    let query = Query::new("DELETE FROM relations WHERE user_id = $1 AND other_id = $2 AND kind = $3");
    Ok(connection.execute(query.bind(user_id).bind(other_id).bind(kind.as_str())).await? > 0)
}

pub(super) async fn relation(
    readers: &SqlPool,
    user_id: &str,
    other_id: &str,
) -> Result<Option<RelationKind>, sqlx::Error> {
    let query = Query::new("SELECT kind FROM relations WHERE user_id = $1 AND other_id = $2");
    let row = readers.fetch_optional(query.bind(user_id).bind(other_id)).await?;
    row.map(|row| kind(&row, 0)).transpose()
}

pub(super) async fn of_user(
    readers: &SqlPool,
    user_id: &str,
) -> Result<Vec<(RelationKind, FoundUser)>, sqlx::Error> {
    let query = Query::new(
        "SELECT relations.kind, users.id, users.name, users.is_bot FROM relations JOIN users ON users.id = relations.other_id
         WHERE relations.user_id = $1 AND users.account IS NOT NULL ORDER BY lower(users.name), users.id",
    );
    let rows = readers.fetch_all(query.bind(user_id)).await?;
    let relation = |row: &SqlRow| {
        Ok((kind(row, 0)?, FoundUser { id: row.get(1)?, name: row.get(2)?, is_bot: row.get(3)? }))
    };
    rows.iter().map(relation).collect()
}

pub(super) fn relation_row(row: &SqlRow) -> Result<RelationRow, sqlx::Error> {
    Ok(RelationRow {
        user_id: row.get(0)?,
        other_id: row.get(1)?,
        kind: kind(row, 2)?,
        created: row.unsigned(3)?,
    })
}

fn kind(row: &SqlRow, column: usize) -> Result<RelationKind, sqlx::Error> {
    let name: String = row.get(column)?;
    let kind = RelationKind::ALL.into_iter().find(|kind| kind.as_str() == name);
    kind.ok_or_else(|| sqlx::Error::Decode(format!("unknown relation `{name}`").into()))
}
