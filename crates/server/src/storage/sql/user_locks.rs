//! Locks of users, for writes whose conditions other writes about the same users could invalidate.

use super::connection::SqlConnection;
use super::query::Query;

/// Lets this transaction finish before others that lock one of these users.
///
/// The statements after it see what those before have committed. SQLite has one writer and needs no lock.
pub(super) async fn lock_users(
    connection: &mut SqlConnection<'_>,
    ids: [&str; 2],
) -> Result<(), sqlx::Error> {
    let [first, second] = ids;
    // In the order of the ids, so that two transactions do not wait for each other.
    let query = Query::with_dialects(
        "SELECT 1 WHERE $1 IS NOT NULL AND $2 IS NOT NULL",
        "SELECT 1 FROM users WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE",
    );
    connection.fetch_all(query.bind(first).bind(second)).await.map(drop)
}

/// Locks an account, and returns whether a moderator has closed it.
pub(super) async fn lock_is_closed(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
) -> Result<bool, sqlx::Error> {
    lock_users(connection, [user_id, user_id]).await?;
    let query = Query::new("SELECT 1 FROM sanctions WHERE user_id = $1 AND close_reason IS NOT NULL");
    Ok(connection.fetch_optional(query.bind(user_id)).await?.is_some())
}
