//! Statements about the keys of users: their sessions and tokens.

use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::rows;
use crate::storage::store::CredentialRow;

pub(super) async fn add_credential(
    connection: &mut SqliteConnection,
    key: &CredentialRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO keys (hash, person, kind, label, created, expires, scopes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&key.hash)
    .bind(&key.user_id)
    .bind(&key.kind)
    .bind(&key.label)
    .bind(key.created as i64)
    .bind(key.expires.map(|expires| expires as i64))
    .bind(&key.scopes)
    .execute(connection)
    .await
    .map(drop)
}

/// Adds a key unless its user has been deleted or has another password than the one that was verified.
pub(super) async fn add_credential_if_password(
    connection: &mut SqliteConnection,
    key: &CredentialRow,
    password: Option<&str>,
) -> Result<bool, sqlx::Error> {
    let owner = sqlx::query("SELECT 1 FROM people WHERE id = $1 AND password IS $2 AND deleted IS NULL")
        .bind(&key.user_id)
        .bind(password)
        .fetch_optional(&mut *connection)
        .await?;
    if owner.is_none() {
        return Ok(false);
    }
    add_credential(connection, key).await?;
    Ok(true)
}

/// Ends every key of a user but one.
pub(super) async fn remove_other_credentials(
    connection: &mut SqliteConnection,
    person: &str,
    kept: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM keys WHERE person = $1 AND hash <> $2")
        .bind(person)
        .bind(kept)
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
        "SELECT hash, person, kind, label, created, expires, scopes FROM keys WHERE expires <= $1 LIMIT $2",
    )
    .bind(now as i64)
    .bind(limit)
    .fetch_all(readers)
    .await?;
    rows.iter().map(rows::credential_row).collect()
}
