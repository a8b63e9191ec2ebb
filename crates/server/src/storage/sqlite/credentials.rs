//! Statements about sessions and API tokens.

use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::rows;
use crate::storage::rows::CredentialRow;

pub(super) async fn add_credential(
    connection: &mut SqliteConnection,
    credential: &CredentialRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO credentials (hash, user_id, kind, label, created, expires, scopes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&credential.hash)
    .bind(&credential.user_id)
    .bind(credential.kind.as_str())
    .bind(&credential.label)
    .bind(credential.created as i64)
    .bind(credential.expires.map(|expires| expires as i64))
    .bind(&credential.scopes)
    .execute(connection)
    .await
    .map(drop)
}

/// Adds a credential unless its user was deleted or has another password hash than this one.
pub(super) async fn add_credential_if_password(
    connection: &mut SqliteConnection,
    credential: &CredentialRow,
    password_hash: Option<&str>,
) -> Result<bool, sqlx::Error> {
    let owner = sqlx::query("SELECT 1 FROM users WHERE id = $1 AND password_hash IS $2 AND deleted IS NULL")
        .bind(&credential.user_id)
        .bind(password_hash)
        .fetch_optional(&mut *connection)
        .await?;
    if owner.is_none() {
        return Ok(false);
    }
    add_credential(connection, credential).await?;
    Ok(true)
}

/// Removes every credential of a user except the one with this hash.
pub(super) async fn remove_other_credentials(
    connection: &mut SqliteConnection,
    user_id: &str,
    kept_hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM credentials WHERE user_id = $1 AND hash <> $2")
        .bind(user_id)
        .bind(kept_hash)
        .execute(connection)
        .await
        .map(drop)
}

pub(super) async fn expired_credentials(
    readers: &SqlitePool,
    now: u64,
    limit: u32,
) -> Result<Vec<CredentialRow>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT hash, user_id, kind, label, created, expires, scopes FROM credentials WHERE expires <= $1 LIMIT $2",
    )
    .bind(now as i64)
    .bind(limit)
    .fetch_all(readers)
    .await?;
    rows.iter().map(rows::credential_row).collect()
}
