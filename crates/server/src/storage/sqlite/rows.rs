//! Conversion of rows to values. A column of an unexpected type is an error of the request, never a panic.

use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Row, Sqlite, Type};
use yipan_wire::CredentialKind;

use crate::storage::rows::{CredentialRow, UserRow};

/// Reads the columns `id, name, account, password_hash, created, linked_account`.
pub(super) fn user_row(row: &SqliteRow) -> Result<UserRow, sqlx::Error> {
    Ok(UserRow {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        account: row.try_get(2)?,
        password_hash: row.try_get(3)?,
        created: unsigned(row, 4)?,
        linked_account: row.try_get(5)?,
    })
}

/// Reads the columns `hash, user_id, kind, label, created, expires, scopes`.
pub(super) fn credential_row(row: &SqliteRow) -> Result<CredentialRow, sqlx::Error> {
    Ok(CredentialRow {
        hash: row.try_get(0)?,
        user_id: row.try_get(1)?,
        kind: credential_kind(row.try_get(2)?)?,
        label: row.try_get(3)?,
        created: unsigned(row, 4)?,
        expires: row.try_get::<Option<i64>, _>(5)?.map(|expires| expires as u64),
        scopes: row.try_get(6)?,
    })
}

fn credential_kind(name: &str) -> Result<CredentialKind, sqlx::Error> {
    let kind = CredentialKind::ALL.into_iter().find(|kind| kind.as_str() == name);
    kind.ok_or_else(|| sqlx::Error::Decode(format!("unknown kind of credential `{name}`").into()))
}

/// Reads a column of type `u64`, which SQLite stores as a signed integer.
pub(super) fn unsigned(row: &SqliteRow, column: usize) -> Result<u64, sqlx::Error> {
    Ok(row.try_get::<i64, _>(column)? as u64)
}

/// Reads the first column of every row.
pub(super) fn first_column<T>(rows: &[SqliteRow]) -> Result<Vec<T>, sqlx::Error>
where
    T: for<'row> Decode<'row, Sqlite> + Type<Sqlite>,
{
    rows.iter().map(|row| row.try_get(0)).collect()
}
