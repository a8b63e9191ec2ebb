//! Statements about sessions and API tokens.

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use super::user_locks::lock_is_closed;
use crate::storage::rows::{CredentialRow, NewSecret};

/// The columns of [`SqlRow::credential`].
macro_rules! select_credential {
    ($condition:literal) => {
        concat!(
            "SELECT hash, user_id, kind, label, created, expires, scopes, current_secret, secret_issued,
                 previous_secret, previous_expires FROM credentials ",
            $condition
        )
    };
}

pub(super) const EXPORT: &str = select_credential!("ORDER BY hash");

pub(super) async fn add_credential(
    connection: &mut SqlConnection<'_>,
    credential: &CredentialRow,
) -> Result<(), sqlx::Error> {
    let rotation = credential.rotation.as_ref();
    connection
        .execute(
            Query::new(
                "INSERT INTO credentials (hash, user_id, kind, label, created, expires, scopes, current_secret,
             secret_issued, previous_secret, previous_expires)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            )
            .bind(&credential.hash)
            .bind(&credential.user_id)
            .bind(credential.kind.as_str())
            .bind(&credential.label)
            .bind(credential.created)
            .bind(credential.expires)
            .bind(&credential.scopes)
            .bind(rotation.map(|rotation| rotation.current.as_str()))
            .bind(rotation.map(|rotation| rotation.issued))
            .bind(rotation.map(|rotation| rotation.previous.as_str()))
            .bind(rotation.and_then(|rotation| rotation.previous_expires)),
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

/// Gives a session a new secret, unless another request was faster.
pub(super) async fn rotate_secret(
    connection: &mut SqlConnection<'_>,
    change: &NewSecret,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "UPDATE credentials SET current_secret = $3, secret_issued = $4, previous_secret = $5,
             previous_expires = NULL, expires = $6
         WHERE hash = $1 AND COALESCE(current_secret, hash) = $2",
    );
    let query = query.bind(&change.session).bind(&change.replaced).bind(&change.secret);
    let query = query.bind(change.issued).bind(&change.previous).bind(change.expires);
    Ok(connection.execute(query).await? > 0)
}

/// Ends the secret before the newest one at a time, which the first request with the newest one decides.
pub(super) async fn end_previous_secret(
    connection: &mut SqlConnection<'_>,
    session: &str,
    current: &str,
    at: u64,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "UPDATE credentials SET previous_expires = $3
         WHERE hash = $1 AND current_secret = $2 AND previous_expires IS NULL",
    );
    Ok(connection.execute(query.bind(session).bind(current).bind(at)).await? > 0)
}

pub(super) async fn credential(readers: &SqlPool, hash: &str) -> Result<Option<CredentialRow>, sqlx::Error> {
    let row = readers.fetch_optional(Query::new(select_credential!("WHERE hash = $1")).bind(hash)).await?;
    row.as_ref().map(SqlRow::credential).transpose()
}

pub(super) async fn credential_of_secret(
    readers: &SqlPool,
    secret: &str,
    now: u64,
) -> Result<Option<CredentialRow>, sqlx::Error> {
    let query = Query::new(select_credential!(
        "WHERE (hash = $1 AND current_secret IS NULL) OR current_secret = $1
             OR (previous_secret = $1 AND (previous_expires IS NULL OR previous_expires > $2))"
    ));
    let row = readers.fetch_optional(query.bind(secret).bind(now)).await?;
    row.as_ref().map(SqlRow::credential).transpose()
}

pub(super) async fn credentials_of(
    readers: &SqlPool,
    user_id: &str,
) -> Result<Vec<CredentialRow>, sqlx::Error> {
    let query = Query::new(select_credential!("WHERE user_id = $1 ORDER BY created"));
    readers.fetch_all(query.bind(user_id)).await?.iter().map(SqlRow::credential).collect()
}

pub(super) async fn expired_credentials(
    readers: &SqlPool,
    now: u64,
    limit: u32,
) -> Result<Vec<CredentialRow>, sqlx::Error> {
    let query = Query::new(select_credential!("WHERE expires <= $1 LIMIT $2"));
    readers.fetch_all(query.bind(now).bind(limit)).await?.iter().map(SqlRow::credential).collect()
}
