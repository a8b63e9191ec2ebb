//! Export of every row, and import into an empty database.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};
use tokio::sync::mpsc;

use super::{accounts, credentials, rows, saved_games};
use crate::storage::rows::ArchiveRow;

/// The query for a table, and the conversion of its rows.
type TableExport = (&'static str, fn(&SqliteRow) -> Result<ArchiveRow, sqlx::Error>);

/// The tables of the database. Referenced tables come before the tables that refer to them.
const TABLES: [TableExport; 8] = [
    ("SELECT name, value FROM server_settings ORDER BY name", |row| {
        Ok(ArchiveRow::ServerSetting { name: row.try_get(0)?, value: row.try_get(1)? })
    }),
    ("SELECT id, name, account, password_hash, created, linked_account FROM users ORDER BY id", |row| {
        Ok(ArchiveRow::User(rows::user_row(row)?))
    }),
    ("SELECT hash, user_id, kind, label, created, expires, scopes FROM credentials ORDER BY hash", |row| {
        Ok(ArchiveRow::Credential(rows::credential_row(row)?))
    }),
    ("SELECT user_id, settings FROM user_settings ORDER BY user_id", |row| {
        Ok(ArchiveRow::UserSettings { user_id: row.try_get(0)?, settings: row.try_get(1)? })
    }),
    ("SELECT user_id, id, played_at, game FROM saved_games ORDER BY user_id, id", |row| {
        Ok(ArchiveRow::SavedGame { user_id: row.try_get(0)?, entry: saved_games::entry(row, 1)? })
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
    ("SELECT user_id, room FROM seats ORDER BY user_id, room", |row| {
        Ok(ArchiveRow::Seat { user_id: row.try_get(0)?, room: row.try_get(1)? })
    }),
];

/// Sends every row of one snapshot.
pub(super) async fn export_rows(
    connection: &mut SqliteConnection,
    sender: &mpsc::Sender<ArchiveRow>,
) -> Result<(), sqlx::Error> {
    let mut snapshot = connection.begin().await?;
    for (query, to_row) in TABLES {
        let mut rows = sqlx::query(query).fetch(&mut *snapshot);
        while let Some(row) = rows.try_next().await? {
            // The receiver is gone if writing the archive failed.
            if sender.send(to_row(&row)?).await.is_err() {
                return Ok(());
            }
        }
    }
    snapshot.rollback().await
}

/// Inserts one row.
pub(super) async fn insert_row(
    connection: &mut SqliteConnection,
    row: &ArchiveRow,
) -> Result<(), sqlx::Error> {
    let query = match row {
        ArchiveRow::Header { .. } => return Ok(()),
        ArchiveRow::ServerSetting { name, value } => {
            sqlx::query("INSERT INTO server_settings (name, value) VALUES ($1, $2)").bind(name).bind(value)
        }
        ArchiveRow::User(user) => sqlx::query(
            "INSERT INTO users (id, name, account, password_hash, created, linked_account, skeleton)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&user.id)
        .bind(&user.name)
        .bind(&user.account)
        .bind(&user.password_hash)
        .bind(user.created as i64)
        .bind(&user.linked_account)
        .bind(accounts::skeleton(user)),
        ArchiveRow::Credential(credential) => {
            return credentials::add_credential(connection, credential).await;
        }
        ArchiveRow::UserSettings { user_id, settings } => {
            sqlx::query("INSERT INTO user_settings (user_id, settings) VALUES ($1, $2)")
                .bind(user_id)
                .bind(settings)
        }
        ArchiveRow::SavedGame { user_id, entry } => {
            return saved_games::put(connection, user_id, entry).await.map(drop);
        }
        ArchiveRow::Room { code, created, game, is_over, summary } => sqlx::query(
            "INSERT INTO rooms (code, created, game, is_over, summary) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(code)
        .bind(*created as i64)
        .bind(game)
        .bind(is_over)
        .bind(summary),
        ArchiveRow::Entry { room, seq, line } => {
            sqlx::query("INSERT INTO entries (room, seq, line) VALUES ($1, $2, $3)")
                .bind(room)
                .bind(*seq as i64)
                .bind(line)
        }
        ArchiveRow::Seat { user_id, room } => {
            sqlx::query("INSERT INTO seats (user_id, room) VALUES ($1, $2)").bind(user_id).bind(room)
        }
    };
    query.execute(connection).await.map(drop)
}
