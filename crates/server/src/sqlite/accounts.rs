//! Statements about accounts and their keys.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteQueryResult};

use crate::display_name;
use crate::store::{KeyRow, PersonRow};

/// Returns what the names of others are compared with; guests have none.
pub(super) fn skeleton(person: &PersonRow) -> Option<String> {
    person.account.as_deref().map(display_name::skeleton)
}

pub(super) async fn has_look_alike(
    readers: &SqlitePool,
    skeletons: &[String; 2],
    except: &str,
) -> Result<bool, sqlx::Error> {
    let [folded, exact] = skeletons;
    let found = sqlx::query("SELECT 1 FROM people WHERE skeleton IN ($1, $2) AND id <> $3 LIMIT 1")
        .bind(folded)
        .bind(exact)
        .bind(except)
        .fetch_optional(readers)
        .await?;
    Ok(found.is_some())
}

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
