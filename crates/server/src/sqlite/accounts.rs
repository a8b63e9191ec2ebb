//! Statements about accounts and their keys.

use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};

use crate::store::KeyRow;

pub(super) async fn add_key(
    connection: &mut SqliteConnection,
    key: &KeyRow,
) -> Result<SqliteQueryResult, sqlx::Error> {
    sqlx::query(
        "INSERT INTO keys (hash, person, kind, label, created, expires, scopes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&key.hash)
    .bind(&key.person)
    .bind(&key.kind)
    .bind(&key.label)
    .bind(key.created as i64)
    .bind(key.expires.map(|expires| expires as i64))
    .bind(&key.scopes)
    .execute(connection)
    .await
}
