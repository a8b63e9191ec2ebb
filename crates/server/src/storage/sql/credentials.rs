//! Statements about sessions and API tokens.

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use super::user_locks::lock_is_closed;
use crate::storage::rows::CredentialRow;

pub(super) async fn add_credential(
    connection: &mut SqlConnection<'_>,
    credential: &CredentialRow,
) -> Result<(), sqlx::Error> {
    connection
        .execute(
            Query::new(
                "INSERT INTO credentials (hash, user_id, kind, label, created, expires, scopes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(&credential.hash)
            .bind(&credential.user_id)
            .bind(credential.kind.as_str())
            .bind(&credential.label)
            .bind(credential.created)
            .bind(credential.expires)
            .bind(&credential.scopes),
        )
        .await
        .map(drop)
}

/// Adds a credential unless its user was deleted, was closed or has another password hash than this one.
pub(super) async fn add_credential_if_password(
    connection: &mut SqlConnection<'_>,
    credential: &CredentialRow,
    password_hash: Option<&str>,
) -> Result<bool, sqlx::Error> {
    if lock_is_closed(connection, &credential.user_id).await? {
        return Ok(false);
    }
    let owner = connection.fetch_optional(Query::new("SELECT 1 FROM users WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 AND deleted IS NULL")
        .bind(&credential.user_id)
        .bind(password_hash))
        .await?;
    if owner.is_none() {
        return Ok(false);
    }
    add_credential(connection, credential).await?;
    Ok(true)
}

/// Removes every credential of a user except the one with this hash.
pub(super) async fn remove_other_credentials(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
    kept_hash: &str,
) -> Result<(), sqlx::Error> {
    connection
        .execute(
            Query::new("DELETE FROM credentials WHERE user_id = $1 AND hash <> $2")
                .bind(user_id)
                .bind(kept_hash),
        )
        .await
        .map(drop)
}

pub(super) async fn expired_credentials(
    readers: &SqlPool,
    now: u64,
    limit: u32,
) -> Result<Vec<CredentialRow>, sqlx::Error> {
    let rows = readers.fetch_all(Query::new(
        "SELECT hash, user_id, kind, label, created, expires, scopes FROM credentials WHERE expires <= $1 LIMIT $2",
    )
    .bind(now)
    .bind(limit))
    .await?;
    rows.iter().map(SqlRow::credential).collect()
}
