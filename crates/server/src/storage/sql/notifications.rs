//! Statements about notifications.

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::people_rows::{NotificationRow, SharedNotification};

pub(super) const EXPORT: &str =
    "SELECT user_id, id, created, event, is_read FROM notifications ORDER BY user_id, id";

pub(super) async fn add(
    connection: &mut SqlConnection<'_>,
    row: &NotificationRow,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "INSERT INTO notifications (user_id, id, created, event, is_read) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(&row.user_id).bind(&row.id).bind(row.created).bind(&row.event).bind(row.is_read);
    Ok(connection.execute(query).await? > 0)
}

/// Adds a notification of an account, and removes its oldest beyond this number.
pub(super) async fn add_limited(
    connection: &mut SqlConnection<'_>,
    row: &NotificationRow,
    max: u32,
) -> Result<bool, sqlx::Error> {
    let is_new = add(connection, row).await?;
    if is_new {
        let query = Query::new(
            "DELETE FROM notifications WHERE user_id = $1 AND id NOT IN
             (SELECT id FROM notifications WHERE user_id = $1 ORDER BY created DESC, id DESC LIMIT $2)",
        );
        connection.execute(query.bind(&row.user_id).bind(max)).await?;
    }
    Ok(is_new)
}

/// Adds a notification of several accounts, and removes the oldest of each beyond this number.
pub(super) async fn add_shared(
    connection: &mut SqlConnection<'_>,
    notification: &SharedNotification,
    max: u32,
) -> Result<bool, sqlx::Error> {
    let SharedNotification { user_ids, id, created, event } = notification;
    let user_ids = serde_json::to_string(user_ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let query = Query::with_dialects(
        "INSERT INTO notifications (user_id, id, created, event, is_read)
         SELECT users.id, $2, $3, $4, FALSE FROM users
         WHERE deleted IS NULL AND users.id IN (SELECT value FROM json_each($1))
         ON CONFLICT DO NOTHING",
        "INSERT INTO notifications (user_id, id, created, event, is_read)
         SELECT users.id, $2, $3, $4, FALSE FROM users
         WHERE deleted IS NULL AND users.id IN (SELECT json_array_elements_text($1::json))
         ON CONFLICT DO NOTHING",
    );
    let added = connection.execute(query.bind(&user_ids).bind(id).bind(*created).bind(event)).await?;
    let query = Query::with_dialects(
        "DELETE FROM notifications WHERE (user_id, id) IN
         (SELECT user_id, id FROM
             (SELECT user_id, id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created DESC, id DESC) AS place
              FROM notifications WHERE user_id IN (SELECT value FROM json_each($1))) AS placed
          WHERE place > $2)",
        "DELETE FROM notifications WHERE (user_id, id) IN
         (SELECT user_id, id FROM
             (SELECT user_id, id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created DESC, id DESC) AS place
              FROM notifications WHERE user_id IN (SELECT json_array_elements_text($1::json))) AS placed
          WHERE place > $2)",
    );
    connection.execute(query.bind(&user_ids).bind(max)).await?;
    Ok(added > 0)
}

pub(super) async fn mark_read(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
    until: u64,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "UPDATE notifications SET is_read = TRUE WHERE user_id = $1 AND created <= $2 AND NOT is_read",
    );
    Ok(connection.execute(query.bind(user_id).bind(until)).await? > 0)
}

pub(super) async fn of_user(readers: &SqlPool, user_id: &str) -> Result<Vec<NotificationRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT user_id, id, created, event, is_read FROM notifications WHERE user_id = $1
         ORDER BY created DESC, id DESC",
    );
    readers.fetch_all(query.bind(user_id)).await?.iter().map(notification_row).collect()
}

pub(super) fn notification_row(row: &SqlRow) -> Result<NotificationRow, sqlx::Error> {
    Ok(NotificationRow {
        user_id: row.get(0)?,
        id: row.get(1)?,
        created: row.unsigned(2)?,
        event: row.get(3)?,
        is_read: row.get(4)?,
    })
}
