//! Conversion of rows to values. A column of an unexpected type is an error of the request, never a panic.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, Row, Sqlite, Type};
use yipan_wire::CredentialKind;

use crate::storage::rows::{CredentialRow, SecretRotation, UserRow};

/// A row of either database.
pub(in crate::storage) enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl SqlRow {
    /// Reads a column.
    pub(in crate::storage) fn get<T>(&self, column: usize) -> Result<T, sqlx::Error>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        match self {
            SqlRow::Sqlite(row) => row.try_get(column),
            SqlRow::Postgres(row) => row.try_get(column),
        }
    }

    /// Reads a column of type `u64`, which the databases store as a signed integer.
    pub(in crate::storage) fn unsigned(&self, column: usize) -> Result<u64, sqlx::Error> {
        Ok(self.get::<i64>(column)? as u64)
    }

    /// Reads the columns `id, name, account, password_hash, created, linked_account, is_bot`.
    pub(super) fn user(&self) -> Result<UserRow, sqlx::Error> {
        Ok(UserRow {
            id: self.get(0)?,
            name: self.get(1)?,
            account: self.get(2)?,
            password_hash: self.get(3)?,
            created: self.unsigned(4)?,
            linked_account: self.get(5)?,
            is_bot: self.get(6)?,
        })
    }

    /// Reads the columns `hash, user_id, kind, label, created, expires, scopes, current_secret, secret_issued,
    /// previous_secret, previous_expires`.
    pub(super) fn credential(&self) -> Result<CredentialRow, sqlx::Error> {
        Ok(CredentialRow {
            hash: self.get(0)?,
            user_id: self.get(1)?,
            kind: credential_kind(&self.get::<String>(2)?)?,
            label: self.get(3)?,
            created: self.unsigned(4)?,
            expires: self.get::<Option<i64>>(5)?.map(|expires| expires as u64),
            scopes: self.get(6)?,
            rotation: self.rotation()?,
        })
    }

    fn rotation(&self) -> Result<Option<SecretRotation>, sqlx::Error> {
        let Some(current) = self.get(7)? else { return Ok(None) };
        Ok(Some(SecretRotation {
            current,
            issued: self.unsigned(8)?,
            previous: self.get(9)?,
            previous_expires: self.get::<Option<i64>>(10)?.map(|expires| expires as u64),
        }))
    }
}

fn credential_kind(name: &str) -> Result<CredentialKind, sqlx::Error> {
    let kind = CredentialKind::ALL.into_iter().find(|kind| kind.as_str() == name);
    kind.ok_or_else(|| sqlx::Error::Decode(format!("unknown kind of credential `{name}`").into()))
}
