//! Everything that a hall keeps, out of one file and into another.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};
use tokio::sync::mpsc;

use super::{accounts, credentials, rows};
use crate::storage::archive::ArchiveRow;

/// How a table is read, and what a row of it is.
type TableExport = (&'static str, fn(&SqliteRow) -> Result<ArchiveRow, sqlx::Error>);

/// The tables of the file, in an order in which what is referred to comes first.
const TABLES: [TableExport; 7] = [
    ("SELECT name, value FROM settings ORDER BY name", |row| {
        Ok(ArchiveRow::ServerSetting { name: row.try_get(0)?, value: row.try_get(1)? })
    }),
    ("SELECT id, name, account, password, created, became FROM people ORDER BY id", |row| {
        Ok(ArchiveRow::User(rows::user_row(row)?))
    }),
    ("SELECT hash, person, kind, label, created, expires, scopes FROM keys ORDER BY hash", |row| {
        Ok(ArchiveRow::Credential(rows::credential_row(row)?))
    }),
    ("SELECT person, settings FROM likes ORDER BY person", |row| {
        Ok(ArchiveRow::UserSettings { user_id: row.try_get(0)?, settings: row.try_get(1)? })
    }),
    ("SELECT code, created, game, is_over, summary FROM rooms ORDER BY code", |row| {
        Ok(ArchiveRow::Room {
            code: row.try_get(0)?,
            created: rows::unsigned(row, 1)?,
            game: row.try_get(2)?,
            is_over: row.try_get(3)?,
            summary: row.try_get(4)?,
        })
    }),
    ("SELECT room, seq, line FROM entries ORDER BY room, seq", |row| {
        Ok(ArchiveRow::Entry { room: row.try_get(0)?, seq: rows::unsigned(row, 1)?, line: row.try_get(2)? })
    }),
    ("SELECT person, room FROM seats ORDER BY person, room", |row| {
        Ok(ArchiveRow::Seat { user_id: row.try_get(0)?, room: row.try_get(1)? })
    }),
];

/// Tells every row, all from the same moment.
pub(super) async fn export_rows(
    connection: &mut SqliteConnection,
    sender: &mpsc::Sender<ArchiveRow>,
) -> Result<(), sqlx::Error> {
    let mut snapshot = connection.begin().await?;
    for (query, kept) in TABLES {
        let mut rows = sqlx::query(query).fetch(&mut *snapshot);
        while let Some(row) = rows.try_next().await? {
            // Whoever has stopped listening wants no more.
            if sender.send(kept(&row)?).await.is_err() {
                return Ok(());
            }
        }
    }
    snapshot.rollback().await
}

/// Adds one row.
pub(super) async fn insert_row(
    connection: &mut SqliteConnection,
    kept: &ArchiveRow,
) -> Result<(), sqlx::Error> {
    let query = match kept {
        ArchiveRow::Header { .. } => return Ok(()),
        ArchiveRow::ServerSetting { name, value } => {
            sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2)").bind(name).bind(value)
        }
        ArchiveRow::User(person) => sqlx::query(
            "INSERT INTO people (id, name, account, password, created, became, skeleton)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&person.id)
        .bind(&person.name)
        .bind(&person.account)
        .bind(&person.password_hash)
        .bind(person.created as i64)
        .bind(&person.linked_account)
        .bind(accounts::skeleton(person)),
        ArchiveRow::Credential(key) => return credentials::add_credential(connection, key).await,
        ArchiveRow::UserSettings { user_id: person, settings } => {
            sqlx::query("INSERT INTO likes (person, settings) VALUES ($1, $2)").bind(person).bind(settings)
        }
        ArchiveRow::Room { code, created, game, is_over: over, summary } => sqlx::query(
            "INSERT INTO rooms (code, created, game, is_over, summary) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(code)
        .bind(*created as i64)
        .bind(game)
        .bind(over)
        .bind(summary),
        ArchiveRow::Entry { room, seq, line } => {
            sqlx::query("INSERT INTO entries (room, seq, line) VALUES ($1, $2, $3)")
                .bind(room)
                .bind(*seq as i64)
                .bind(line)
        }
        ArchiveRow::Seat { user_id: person, room } => {
            sqlx::query("INSERT INTO seats (person, room) VALUES ($1, $2)").bind(person).bind(room)
        }
    };
    query.execute(connection).await.map(drop)
}
